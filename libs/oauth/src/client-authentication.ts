// Client authentication of a token request: in the body, as Basic header, or public (RFC 6749 2.3, appendix B).

import type { BasicEncoding, OAuthSettings } from './settings.js';

export type ClientPart = {
  /** Parameters appended to the body. */
  params: Record<string, string>;
  /** Value of the Authorization header, never beside client parameters in the body. */
  authorization?: string;
};

type ClientSettings = Pick<
  OAuthSettings,
  'basicEncoding' | 'clientAuthentication' | 'clientId' | 'clientSecret' | 'sendEmptyClientSecret'
>;

/** application/x-www-form-urlencoded with every reserved character escaped, UTF-8 (RFC 6749 appendix B). */
function formEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The value of a Basic Authorization header. */
export function basicAuthorization(id: string, secret: string, encoding: BasicEncoding): string {
  const pair = encoding === 'rfc6749' ? `${formEncode(id)}:${formEncode(secret)}` : `${id}:${secret}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** True when the two Basic encodings give different bytes for this client. */
export function encodingsDiffer(settings: ClientSettings): boolean {
  const { clientId, clientSecret } = settings;
  if (clientId === null || clientSecret === null) return false;
  return (
    basicAuthorization(clientId, clientSecret, 'raw') !==
    basicAuthorization(clientId, clientSecret, 'rfc6749')
  );
}

/** How the client names itself: one method per request, and nothing at all without a client id. */
export function clientPart(settings: ClientSettings): ClientPart {
  const { clientId, clientSecret, clientAuthentication, basicEncoding, sendEmptyClientSecret } = settings;
  if (clientId === null) return { params: {} };
  if (clientSecret === null) {
    return { params: { client_id: clientId, ...(sendEmptyClientSecret ? { client_secret: '' } : {}) } };
  }
  if (clientAuthentication === 'body')
    return { params: { client_id: clientId, client_secret: clientSecret } };
  return { params: {}, authorization: basicAuthorization(clientId, clientSecret, basicEncoding) };
}
