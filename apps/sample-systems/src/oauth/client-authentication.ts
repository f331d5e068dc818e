/** Who calls the token endpoint: client id and secret from the body or from Basic (RFC 6749, section 2.3.1). */
import { type IncomingMessage } from 'node:http';
import { oauthError } from './oauth-error.js';

export interface Client {
  id: string;
  /** Null: a public client, which proves nothing but its id. */
  secret: string | null;
}

/** @throws HttpProblem `invalid_client` or, for two methods at once, `invalid_request` */
export function readClient(request: IncomingMessage, form: URLSearchParams, clients: Client[]): Client {
  const basic = readBasic(request.headers.authorization);
  if (basic && (form.has('client_secret') || form.has('client_id'))) {
    throw oauthError('invalid_request', 'Send the client credentials in the body or as Basic, not both.');
  }
  const id = basic?.id ?? form.get('client_id');
  const secret = basic ? basic.secret : form.get('client_secret');
  const client = clients.find((known) => known.id === id);
  const challenge = basic ? { 'www-authenticate': 'Basic realm="token endpoint"' } : undefined;
  if (id === null) throw oauthError('invalid_client', 'No client authentication.', 401, challenge);
  if (!client || (client.secret ?? '') !== (secret ?? '')) {
    throw oauthError('invalid_client', 'The client id or the client secret is wrong.', 401, challenge);
  }
  return client;
}

function readBasic(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw oauthError('invalid_request', 'The Basic header holds no colon.');
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw oauthError('invalid_request', 'The Basic header is not properly encoded.');
  }
}
