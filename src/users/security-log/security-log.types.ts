/** What the security log knows. */
export const SECURITY_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_blocked',
  'signed_out_everywhere',
  'owner_claimed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'second_factor_added',
  'second_factor_removed',
  'recovery_code_used',
  'access_token_created',
  'access_token_revoked',
  'user_invited',
  'invitation_accepted',
  'user_changed',
  'role_changed',
  'ownership_transferred',
  'user_suspended',
  'user_restored',
  'user_deleted',
  'group_created',
  'group_changed',
  'group_deleted',
] as const;

export type SecurityAction = (typeof SECURITY_ACTIONS)[number];
