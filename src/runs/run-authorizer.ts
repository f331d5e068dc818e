// The credential of a system as one run uses it: patient while the database is away, and given up with the run, however
// long a token endpoint takes to answer.
import { OutboundError } from '#outbound';
import type { AuthorizedRequest } from '../credentials/credential-authorizer.types.js';
import type { Patience } from './patience.js';
import type { Authorizer } from './run-calls.js';

/** `signal`: the run is to stop; rejects with OutboundError ABORTED then. */
export function authorizerOfRun(own: Authorizer, patiently: Patience, signal: AbortSignal): Authorizer {
  const inTime = <T>(work: () => Promise<T>): Promise<T> => untilStopped(patiently(work), signal);
  const apply = (
    url: string,
    headers: Record<string, string>,
  ): AuthorizedRequest | Promise<AuthorizedRequest> => {
    const applied = own.apply(url, headers);
    // a token at hand costs no promise more
    if (!(applied instanceof Promise)) return applied;
    let first: Promise<AuthorizedRequest> | null = applied;
    return inTime(async () => {
      const next = first ?? own.apply(url, headers);
      first = null;
      return next;
    });
  };
  return {
    ...own,
    apply,
    renew: (tokenVersion) => inTime(() => own.renew(tokenVersion)),
    refused: (message, tokenVersion) => inTime(() => own.refused(message, tokenVersion)),
  };
}

function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new OutboundError('ABORTED', 'The run is to stop.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
