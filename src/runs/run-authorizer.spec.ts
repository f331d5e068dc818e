import type { AuthorizedRequest } from '../credentials/credential-authorizer.types.js';
import { patience } from './patience.js';
import { authorizerOfRun } from './run-authorizer.js';
import type { Authorizer } from './run-calls.js';

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const AUTHORIZED: AuthorizedRequest = { url: 'https://a.example/', headers: {}, tokenVersion: 3 };

function anAuthorizer(failures: number): { own: Authorizer; calls: string[] } {
  const calls: string[] = [];
  let left = failures;
  const act = async <T>(name: string, result: T): Promise<T> => {
    calls.push(name);
    if (left-- > 0) throw away();
    return result;
  };
  const own = {
    apply: () => act('apply', AUTHORIZED),
    renew: () => act('renew', true),
    refused: () => act('refused', true),
  } as unknown as Authorizer;
  return { own, calls };
}

describe('a credential in a run', () => {
  it('is waited for while the database is away, as long as the run may wait', async () => {
    const { own, calls } = anAuthorizer(2);
    const run = authorizerOfRun(
      own,
      patience(() => true),
      new AbortController().signal,
    );
    await expect(Promise.resolve(run.apply('https://a.example/', {}))).resolves.toEqual(AUTHORIZED);
    await expect(run.renew(3)).resolves.toBe(true);
    await expect(run.refused('no', 3)).resolves.toBe(true);
    expect(calls).toEqual(['apply', 'apply', 'apply', 'renew', 'refused']);
    const gone = anAuthorizer(2);
    const late = authorizerOfRun(
      gone.own,
      patience(() => false),
      new AbortController().signal,
    );
    await expect(Promise.resolve(late.apply('https://a.example/', {}))).rejects.toThrow('ECONNREFUSED');
    expect(gone.calls).toEqual(['apply']);
  });

  it('is given up with the run while a token endpoint says nothing', async () => {
    const own = {
      apply: () => new Promise(() => undefined),
      renew: () => new Promise(() => undefined),
    } as unknown as Authorizer;
    const stop = new AbortController();
    const run = authorizerOfRun(
      own,
      patience(() => true),
      stop.signal,
    );
    const waiting = [Promise.resolve(run.apply('https://a.example/', {})), run.renew(1)];
    setTimeout(() => stop.abort('cancel'), 5);
    for (const each of waiting) await expect(each).rejects.toMatchObject({ code: 'ABORTED', sent: false });
  });
});
