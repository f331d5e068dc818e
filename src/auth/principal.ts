import type { Principal } from '../common/http/request-context.js';
import type { CallerRow } from './auth.repository.js';

/** The caller as the rest of the service sees it. */
export function principalOf(
  caller: Omit<CallerRow, 'membership'>,
  way: Partial<Pick<Principal, 'sessionId' | 'tokenId' | 'readOnly' | 'tokenProjectIds'>>,
): Principal {
  return {
    userId: caller.user_id,
    email: caller.email,
    name: caller.name,
    role: caller.role,
    sessionId: null,
    tokenId: null,
    readOnly: false,
    tokenProjectIds: null,
    ...way,
  };
}
