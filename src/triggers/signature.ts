// Who may call a webhook: HMAC over the raw bytes in the layouts of this field, or a token. All compared in constant time.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { scalarText } from '#engine';
import { storableText } from '../database/storable.js';
import type { WebhookSettings } from './trigger.types.js';

const WINDOW_SECONDS = 300;
const LONGEST_ID = 200;

export interface HookRequest {
  /** names in lower case */
  headers: Record<string, string | undefined>;
  query: Record<string, unknown>;
  body: Buffer;
}

/** The settings that a layout fixes. */
const LAYOUTS = {
  github: {
    signature_header: 'x-hub-signature-256',
    signature_prefix: 'sha256=',
    algorithm: 'sha256',
    encoding: 'hex',
  },
  shopify: {
    signature_header: 'x-shopify-hmac-sha256',
    signature_prefix: '',
    algorithm: 'sha256',
    encoding: 'base64',
  },
} as const;

const EVENT_ID_HEADERS: Partial<Record<WebhookSettings['layout'], string[]>> = {
  github: ['x-github-delivery'],
  shopify: ['x-shopify-event-id', 'x-shopify-webhook-id'],
};

/** Whether the request was made by who knows the secret, and within the time window where it tells a time. */
export function isAuthentic(
  settings: WebhookSettings,
  secret: string,
  request: HookRequest,
  now: number,
): boolean {
  if (settings.verify === 'token') return isToken(secret, request);
  if (settings.layout === 'stripe') return isStripe(secret, request, now);
  const layout = settings.layout === 'custom' ? settings : LAYOUTS[settings.layout];
  const given = request.headers[layout.signature_header?.toLowerCase() ?? ''];
  if (given === undefined || !given.startsWith(layout.signature_prefix)) return false;
  const timestampHeader = settings.layout === 'custom' ? settings.timestamp_header : null;
  const signed: (string | Buffer)[] = [request.body];
  if (timestampHeader) {
    const timestamp = request.headers[timestampHeader.toLowerCase()];
    if (!isWithinWindow(timestamp, now)) return false;
    signed.unshift(`${timestamp}.`);
  }
  return equals(
    given.slice(layout.signature_prefix.length),
    hmac(layout.algorithm, layout.encoding, secret, signed),
    layout.encoding,
  );
}

/** `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]` over `<t>.<body>`. */
function isStripe(secret: string, request: HookRequest, now: number): boolean {
  const parts = (request.headers['stripe-signature'] ?? '')
    .split(',')
    .map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1];
  if (!isWithinWindow(timestamp, now)) return false;
  const expected = hmac('sha256', 'hex', secret, [`${timestamp}.`, request.body]);
  return parts.some(
    ([name, value]) => name === 'v1' && value !== undefined && equals(value, expected, 'hex'),
  );
}

/** `Authorization: Bearer`, `X-Webhook-Token`, or `?token=` for senders that can set no header. */
function isToken(secret: string, request: HookRequest): boolean {
  const bearer = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const { token } = request.query;
  const given =
    bearer ?? request.headers['x-webhook-token'] ?? (typeof token === 'string' ? token : undefined);
  return given !== undefined && timingSafeEqual(digest(given), digest(secret));
}

function isWithinWindow(timestamp: string | undefined, now: number): boolean {
  if (timestamp === undefined || !/^\d{1,13}$/.test(timestamp)) return false;
  const seconds = timestamp.length > 11 ? Number(timestamp) / 1000 : Number(timestamp);
  return Math.abs(now / 1000 - seconds) <= WINDOW_SECONDS;
}

function hmac(
  algorithm: string,
  encoding: 'hex' | 'base64',
  secret: string,
  parts: (string | Buffer)[],
): string {
  const mac = createHmac(algorithm, secret);
  for (const part of parts) mac.update(part);
  return mac.digest(encoding);
}

function equals(given: string, expected: string, encoding: 'hex' | 'base64'): boolean {
  const left = encoding === 'hex' ? given.trim().toLowerCase() : given.trim();
  return timingSafeEqual(digest(left), digest(expected));
}

/** Texts of any length become comparable in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The sender's own id of the event; null: the body's hash stands for it. */
export function eventIdOf(
  settings: WebhookSettings,
  request: HookRequest,
  readBody: (path: string) => unknown,
): string | null {
  const names = settings.event_id_header
    ? [settings.event_id_header.toLowerCase()]
    : (EVENT_ID_HEADERS[settings.layout] ?? []);
  for (const name of names) {
    const value = request.headers[name]?.trim();
    if (value) return storedId(value);
  }
  const path = settings.event_id_path ?? (settings.layout === 'stripe' ? 'id' : null);
  const found = path === null ? undefined : readBody(path);
  const text = typeof found === 'boolean' ? '' : (scalarText(found)?.trim() ?? '');
  return text === '' ? null : storedId(text);
}

/** As it is kept; one that is too long or cannot be stored by its hash, so that two of them stay two. */
function storedId(id: string): string {
  return id.length <= LONGEST_ID && storableText(id) === id
    ? id
    : createHash('sha256').update(id).digest('hex');
}
