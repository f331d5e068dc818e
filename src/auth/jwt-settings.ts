/** The UI's access tokens: who issues them, for whom, for how long. */
export const JWT_ISSUER = 'pipewright';
export const JWT_AUDIENCE = 'pipewright-ui';
export const JWT_LIFETIME_SECONDS = 600;
/** The purpose under which the signing key is derived from the master key. */
export const JWT_PURPOSE = 'jwt';
