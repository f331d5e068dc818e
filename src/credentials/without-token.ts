import type { Credential } from './credential.entity.js';

/** A credential whose token is gone. A renewal under way finds another version, whatever there was to drop. */
export const withoutToken = ({ tokenVersion }: Pick<Credential, 'tokenVersion'>) => ({
  tokenSet: null,
  tokenVersion: tokenVersion + 1,
  expiresAt: null,
  renewAt: null,
  renewFailures: 0,
  unknownFailures: 0,
  leaseOwner: null,
  leaseUntil: null,
});
