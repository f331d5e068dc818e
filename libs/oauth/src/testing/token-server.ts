// A token endpoint on loopback for the specs of this library: remembers its requests and answers as told.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { OutboundClient } from '#outbound';
import { type OAuthMembers, readSettings } from '../settings.js';
import { TokenEndpoint } from '../token-endpoint.js';

const cleanups: (() => unknown)[] = [];

/** Ends what the helpers of this file began; to be called after each test. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
export const onCleanUp = (cleanup: () => unknown): void => void cleanups.push(cleanup);

export type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
};

export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers `answer`, or a good token without one. */
export async function tokenServer(
  answer: { status?: number; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<{ base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const base = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      seen.push({ method, url, headers, rawHeaders, body });
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body ?? '{"access_token":"A","expires_in":3600}');
    });
  });
  return { base, seen };
}

export const settings = (members: Partial<OAuthMembers>) =>
  readSettings({ grant_type: 'client_credentials', client_id: 'cid', client_secret: 'sec', ...members });

export function endpoint(options: { allow?: string; timeoutMs?: number } = {}): TokenEndpoint {
  const transport = new OutboundClient({ allow: options.allow ?? '127.0.0.1' });
  onCleanUp(() => transport.close());
  return new TokenEndpoint({ transport, timeoutMs: options.timeoutMs, now: () => 1_000_000 });
}
