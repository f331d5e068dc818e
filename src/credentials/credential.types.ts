// States and shapes of a credential.
export const CREDENTIAL_STATUSES = [
  'draft',
  'awaiting_consent',
  'connected',
  'reconnect_required',
  'failed',
] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

export type Reachability = 'ok' | 'offline';

/** Why the last test or token request failed, as shown to a person: no secret inside. */
export interface CredentialError {
  /** A word of the failure, such as `invalid_client` or `TOTAL_TIMEOUT`. */
  code: string;
  message: string;
  at: string;
}
