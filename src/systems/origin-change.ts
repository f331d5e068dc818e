// Stored secrets never go to a new host: whether a change of a system sends them where they did not go before.
import type { System } from './system.entity.js';

type Addresses = Pick<System, 'authentication' | 'authenticationType' | 'baseUrl'>;

interface TokenAddresses {
  token_url?: string | null;
  revocation_url?: string | null;
  token_calls?: { name: string; url: string }[];
}

/**
 * True where an address that gets secrets has another origin (scheme, host, port) than the same address before. Each
 * is compared with itself: what went to the API never went to the token endpoint, and the other way round.
 */
export function isMoved(before: Addresses, after: Addresses): boolean {
  const [from, to] = [before.authentication as TokenAddresses, after.authentication as TokenAddresses];
  if (originOf(before.baseUrl) !== originOf(after.baseUrl)) return true;
  // Nothing that was stored for one type is sent by another: only a host that is wholly new is to be agreed to.
  if (before.authenticationType !== after.authenticationType) {
    const known = [before.baseUrl, ...addressesOf(from)].map(originOf);
    return addressesOf(to).some((url) => !known.includes(originOf(url)));
  }
  const tokenOrigin = originOf(from.token_url);
  return (
    isElsewhere(to.token_url, tokenOrigin) ||
    // It gets the client and the refresh token, as the token endpoint does.
    (isElsewhere(to.revocation_url, originOf(from.revocation_url)) &&
      isElsewhere(to.revocation_url, tokenOrigin)) ||
    areCallsElsewhere(from.token_calls ?? [], to.token_calls ?? [])
  );
}

/** Whether what is stored for a system must go with a change of it: it moves, or signs in in another way. */
export const losesSecrets = (before: Addresses, after: Addresses): boolean =>
  before.authenticationType !== after.authenticationType || isMoved(before, after);

function addressesOf({ token_url, revocation_url, token_calls = [] }: TokenAddresses): string[] {
  const urls = [token_url, revocation_url, ...token_calls.map(({ url }) => url)];
  return urls.filter((url) => typeof url === 'string' && url !== '') as string[];
}

/** A call is the same by its name; a new name may only go where all calls went. */
function areCallsElsewhere(
  before: { name: string; url: string }[],
  after: { name: string; url: string }[],
): boolean {
  const known = new Map(before.map(({ name, url }) => [name, originOf(url)]));
  const [common = null, ...others] = new Set(known.values());
  const forNew = others.length === 0 ? common : null;
  return after.some(({ name, url }) => isElsewhere(url, known.get(name) ?? forNew));
}

/** An address that is gone gets nothing. */
const isElsewhere = (url: string | null | undefined, origin: string | null): boolean =>
  originOf(url) !== null && originOf(url) !== origin;

/** A URL with placeholders in its host has no origin of its own: its text stands for it. */
function originOf(url: string | null | undefined): string | null {
  if (!url) return null;
  return URL.canParse(url) ? new URL(url).origin : url;
}
