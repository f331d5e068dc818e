// A form sent to a revocation endpoint (RFC 7009). simple-oauth2 cannot: it refuses clients with characters outside
// ASCII there and takes no parameters of ours.

import { stringify } from 'node:querystring';
import { type LibraryCall, MAX_ANSWER_BYTES, outcomeOf, type Sent } from './library-request.js';

/** The way out; `OutboundClient.request` fits. It throws errors with words for people, and follows no redirect. */
export type FormTransport = (request: {
  method: 'POST';
  url: URL;
  headers: Record<string, string | string[]>;
  body: string;
  timeouts: { totalMs: number };
  maxBytes: number;
}) => Promise<{ status: number; headers: Record<string, string | string[]>; body: Uint8Array }>;

type RevocationCall = Omit<LibraryCall, 'agent' | 'grant'>;

/** Sends the revocation and tells what came. */
export async function sendRevocation(send: FormTransport, call: RevocationCall): Promise<Sent> {
  const { url, client, params, userAgent, timeoutMs, now } = call;
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
    'User-Agent': userAgent,
    ...(client.authorization === undefined ? {} : { Authorization: client.authorization }),
    // None: as with token requests.
    'Accept-Encoding': [],
  };
  const body = stringify({ ...params, ...client.params });
  const limits = { timeouts: { totalMs: timeoutMs }, maxBytes: MAX_ANSWER_BYTES };
  try {
    const answer = await send({ method: 'POST', url, headers, body, ...limits });
    const text = (name: string) => [answer.headers[name]].flat()[0];
    const [contentType, retryAfter, location] = ['content-type', 'retry-after', 'location'].map(text);
    return { answer: { status: answer.status, body: answer.body, contentType, retryAfter, location } };
  } catch (error) {
    return outcomeOf(error, { error: error as Error, status: (error as { status?: number }).status }, now());
  }
}
