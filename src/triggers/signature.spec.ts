import { createHmac } from 'node:crypto';
import { parseJson } from '#mapping';
import { eventIdOf, type HookRequest, isAuthentic } from './signature.js';
import type { WebhookSettings } from './trigger.types.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const SECRET = 'whsec-test';
const RAW = Buffer.from('{"a": 1.0, "b":"\\u00e9"}');
const settings = (more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  verify: 'hmac',
  layout: 'custom',
  algorithm: 'sha256',
  encoding: 'hex',
  signature_header: 'X-Signature',
  signature_prefix: '',
  timestamp_header: null,
  event_id_header: null,
  event_id_path: null,
  source_handler_id: null,
  ...more,
});
const mac = (text: string | Buffer, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac(algorithm, SECRET).update(text).digest(encoding);
const request = (headers: Record<string, string>, body = RAW, query = {}): HookRequest => ({
  headers,
  body,
  query,
});
const check = (more: Partial<WebhookSettings>, headers: Record<string, string>, body = RAW): boolean =>
  isAuthentic(settings(more), SECRET, request(headers, body), NOW);

describe('a webhook signature', () => {
  it('is over the raw bytes, never over JSON written again', () => {
    expect(check({}, { 'x-signature': mac(RAW) })).toBe(true);
    expect(check({}, { 'x-signature': mac(RAW) }, Buffer.from('{"a":1,"b":"é"}'))).toBe(false);
  });

  it('is hex or base64 as set, with the prefix as set', () => {
    expect(check({ encoding: 'base64' }, { 'x-signature': mac(RAW, 'sha256', 'base64') })).toBe(true);
    expect(check({ encoding: 'hex' }, { 'x-signature': mac(RAW, 'sha256', 'base64') })).toBe(false);
    expect(
      check({ signature_prefix: 'v1=', algorithm: 'sha512' }, { 'x-signature': `v1=${mac(RAW, 'sha512')}` }),
    ).toBe(true);
    expect(check({ algorithm: 'sha1' }, { 'x-signature': mac(RAW, 'sha1') })).toBe(true);
    expect(check({ algorithm: 'sha1' }, { 'x-signature': mac(RAW) })).toBe(false);
    expect(check({ signature_prefix: 'v1=' }, { 'x-signature': mac(RAW) })).toBe(false);
  });

  it.each([
    ['none', {}],
    ['an empty one', { 'x-signature': '' }],
    ['a malformed one', { 'x-signature': 'zz' }],
    ['one of another body', { 'x-signature': mac('other') }],
  ])('that is %s is refused', (_, headers) => {
    expect(check({}, headers as Record<string, string>)).toBe(false);
  });

  it('with a timestamp holds for 300 seconds', () => {
    const at = (age: number): Record<string, string> => {
      const time = String(NOW / 1000 - age);
      return { 'x-time': time, 'x-signature': mac(Buffer.concat([Buffer.from(`${time}.`), RAW])) };
    };
    const more = { timestamp_header: 'X-Time' };
    expect(check(more, at(299))).toBe(true);
    expect(check(more, at(301))).toBe(false);
    expect(check(more, { 'x-signature': mac(RAW) })).toBe(false);
  });

  it('is read in the layouts of GitHub, Shopify and Stripe', () => {
    expect(check({ layout: 'github' }, { 'x-hub-signature-256': `sha256=${mac(RAW)}` })).toBe(true);
    expect(check({ layout: 'shopify' }, { 'x-shopify-hmac-sha256': mac(RAW, 'sha256', 'base64') })).toBe(
      true,
    );
    const time = String(NOW / 1000);
    const good = mac(Buffer.concat([Buffer.from(`${time}.`), RAW]));
    expect(check({ layout: 'stripe' }, { 'stripe-signature': `t=${time},v1=${mac('x')},v1=${good}` })).toBe(
      true,
    );
    expect(check({ layout: 'stripe' }, { 'stripe-signature': `t=1,v1=${good}` })).toBe(false);
  });
});

describe('a webhook token', () => {
  const token = settings({ verify: 'token' });
  it('comes as bearer, as a header of its own, or in the query', () => {
    expect(isAuthentic(token, SECRET, request({ authorization: `Bearer ${SECRET}` }), NOW)).toBe(true);
    expect(isAuthentic(token, SECRET, request({ 'x-webhook-token': SECRET }), NOW)).toBe(true);
    expect(isAuthentic(token, SECRET, request({}, RAW, { token: SECRET }), NOW)).toBe(true);
    expect(isAuthentic(token, SECRET, request({ authorization: 'Bearer wrong' }), NOW)).toBe(false);
    expect(isAuthentic(token, SECRET, request({}), NOW)).toBe(false);
  });
});

describe('an event id', () => {
  it('stands where the layout or the settings say, else there is none', () => {
    const read = (path: string): unknown => (path === 'id' ? 'evt_1' : undefined);
    expect(eventIdOf(settings({ layout: 'github' }), request({ 'x-github-delivery': 'd1' }), read)).toBe(
      'd1',
    );
    expect(eventIdOf(settings({ layout: 'stripe' }), request({}), read)).toBe('evt_1');
    expect(eventIdOf(settings({ event_id_header: 'X-Id' }), request({ 'x-id': 'h1' }), read)).toBe('h1');
    expect(eventIdOf(settings(), request({}), read)).toBeNull();
  });

  it('stays one of its own however long or large it is', () => {
    const idOf = (id: string): string | null => {
      const read = (): unknown => (parseJson(id) as { id: unknown }).id;
      return eventIdOf(settings({ event_id_path: 'id' }), request({}), read);
    };
    const long = (end: string): string => JSON.stringify({ id: 'x'.repeat(250) + end });
    const ids = [
      long('a'),
      long('b'),
      '{"id":9007199254740993}',
      '{"id":9007199254740992}',
      '{"id":"a\\u0000"}',
      '{"id":"a\\ufffd"}',
    ].map(idOf);
    expect(new Set(ids).size).toBe(6);
    expect(ids.every((id) => id !== null && id.length <= 200 && !id.includes('\0'))).toBe(true);
    expect(['{"id":""}', '{"id":"  "}', '{"id":null}', '{"id":{}}', '{"id":true}'].map(idOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
