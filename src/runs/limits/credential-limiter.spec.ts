import type { DataSource } from 'typeorm';
import { CredentialLimiter } from './credential-limiter.js';

describe('the limits of a credential', () => {
  it('are shared by all its runs, however many credentials there are', () => {
    const limiter = new CredentialLimiter({ driver: {} } as unknown as DataSource);
    const of = (credentialId: string) => limiter.of({ credentialId, rate: null, maxInFlight: 1 });
    const first = of('first');
    for (let count = 0; count < 10_050; count++) of(String(count));
    expect(of('first')).toBe(first);
  });
});
