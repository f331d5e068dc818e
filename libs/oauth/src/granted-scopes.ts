// Which of the scopes that were asked for an answer does not grant, however the server writes their names.

import type { TokenSet } from './token-set.js';

/** Google's short names stand for addresses in its answers. */
const ADDRESSES: Record<string, string> = { email: 'userinfo.email', profile: 'userinfo.profile' };

/** The last step of a scope that is an address (`https://graph.microsoft.com/Mail.Read`), else null. */
const nameInAddress = (scope: string): string | null =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/]+\//.test(scope) ? (scope.split('/').at(-1) ?? null) : null;

/** The scopes that are missing; none where the answer does not name any. */
export function missingScopes(
  { scope, refreshToken, members }: Pick<TokenSet, 'members' | 'refreshToken' | 'scope'>,
  asked: readonly string[],
): string[] {
  if (scope === null) return [];
  const granted = new Set(scope.toLowerCase().split(/[\s,+]+/));
  const names = new Set([...granted].map(nameInAddress).filter((name) => name !== null));
  const isGranted = (wanted: string): boolean => {
    if (granted.has(wanted) || names.has(wanted) || names.has(ADDRESSES[wanted] ?? '')) return true;
    // An address may be granted by its name alone.
    if (granted.has(nameInAddress(wanted) ?? '')) return true;
    // Not scopes of an API: what they ask for is there or is not.
    if (wanted === 'offline_access') return refreshToken !== null;
    if (wanted === 'openid') return typeof members?.id_token === 'string';
    // Entra: whatever was agreed to before.
    return wanted === '.default' || wanted.endsWith('/.default');
  };
  return asked.filter((wanted) => !isGranted(wanted.toLowerCase()));
}
