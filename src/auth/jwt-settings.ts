/** The UI's access tokens: who issues them, for whom, for how long. */
export const JWT_ISSUER = 'pipewright';
export const JWT_AUDIENCE = 'pipewright-ui';
export const JWT_LIFETIME_SECONDS = 600;
/** The purpose under which the signing key is derived from the master key. */
export const JWT_PURPOSE = 'jwt';

/** A token that names a key which this instance does not have: not a fault of ours, a refusal. */
export class UnknownKeyError extends Error {}
