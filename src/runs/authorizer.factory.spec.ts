import { AuthorizerFactory } from './authorizer.factory.js';

describe('what a run notes of a connection', () => {
  it('is logged and lost where it cannot be written: nobody waits for it', async () => {
    const warnings: unknown[][] = [];
    const outages = { setReachability: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const logger = { warning: (...words: unknown[]) => void warnings.push(words) };
    const factory = new AuthorizerFactory(
      {} as never,
      {} as never,
      {} as never,
      outages as never,
      {} as never,
      logger as never,
    );
    // a rejection that nobody handles ends the test run
    expect(factory.noteReachability('p', 'c', 'offline', new Date())).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([
      ['the state of a connection could not be noted', { credential: 'c', error: 'connect ECONNREFUSED' }],
    ]);
  });
});
