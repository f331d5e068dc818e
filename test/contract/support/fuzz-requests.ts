// Requests as a careless or hostile client would send them: routes, parameters and bodies from the OpenAPI document,
// right, wrong and strange values mixed, and a corpus of bytes that are no JSON at all.
import fc, { type Arbitrary } from 'fast-check';
import { kindsOf } from './policy.js';
import type { Contract, Parameter, Route, Schema } from './routes.js';
import type { Ids } from './world.js';

export interface FuzzRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

const MAX_DEPTH = 5;

const STRANGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202etxt.exe',
  'e\u0301'.repeat(150),
  '\ufeff',
  '💩'.repeat(60),
  'x'.repeat(201),
  'x'.repeat(5001),
  "' or 1=1 --",
  '"; drop table users; --',
  '$1',
  '%',
  '%s%n',
  '../../etc/passwd',
  '{{inputs.x}}',
  '{{calls.a.b}}{{',
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e999',
  '-0',
  '0x10',
  '9007199254740993',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'https://u:p@h.example/',
  'a\r\nSet-Cookie: x=1',
  '2026-02-30T25:00:00Z',
  '* * * * * * *',
  '(a+)+$',
  '$[?(@.a)]',
];

const strangeText = fc.oneof(
  fc.constantFrom(...STRANGE_TEXTS),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const strangeValue: Arbitrary<unknown> = fc.oneof(
  strangeText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { constructor: { prototype: { polluted: true } } },
    { toString: 1, valueOf: null, length: -1 },
    { then: 'x' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

export function fuzzRequests(contract: Contract, ids: Ids, token: string): Arbitrary<FuzzRequest> {
  const routes = contract.routes.filter((route) => !route.isStream);
  return fc.constantFrom(...routes).chain((route) => requestOf(contract, route, ids, token));
}

function requestOf(contract: Contract, route: Route, ids: Ids, token: string): Arbitrary<FuzzRequest> {
  const kinds = kindsOf(route) ?? {};
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const query = route.parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      path: fc.tuple(...names.map((name) => idOf(ids[kinds[name] ?? '']))),
      query: queryOf(contract, query, ids),
      headers: headersOf(token),
      payload: route.method === 'POST' ? payloadOf(contract, route, ids) : fc.constant(undefined),
    })
    .map(({ path, query, headers, payload }) => {
      let place = 0;
      const url = route.path.replace(
        /\{\w+\}/g,
        () => encodeURIComponent(safe(path[place++] ?? 'x')) || '%20',
      );
      const type: Record<string, string> =
        payload === undefined ? {} : { 'content-type': 'application/json' };
      return { method: route.method, url: url + query, headers: { ...type, ...headers }, payload };
    });
}

/** encodeURIComponent throws for a lone surrogate. */
const safe = (text: string): string => text.toWellFormed().slice(0, 450);

const idOf = (own: string | undefined): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: own === undefined ? fc.uuid() : fc.constant(own) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: strangeText },
  );

function queryOf(contract: Contract, parameters: Parameter[], ids: Ids): Arbitrary<string> {
  const one = (parameter: Parameter) =>
    fc
      .oneof(valueOf(contract, parameter.schema, ids, 0), strangeText)
      .map((value) => `${parameter.name}=${encodeURIComponent(safe(textOf(value)))}`);
  const strange = strangeText.map((text) => `${encodeURIComponent(safe(text))}=1`);
  const parts =
    parameters.length === 0 ? strange : fc.oneof(...parameters.map(one), ...parameters.map(one), strange);
  return fc.oneof(
    fc.constant(''),
    fc.array(parts, { maxLength: 3 }).map((list) => (list.length === 0 ? '' : `?${list.join('&')}`)),
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const headersOf = (token: string): Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant({ authorization: `Bearer ${token}` }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        {},
        { authorization: 'Bearer' },
        { authorization: `Bearer ${'x'.repeat(4000)}` },
        { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-16' },
        { authorization: `Bearer ${token}`, 'content-encoding': 'gzip' },
        { authorization: `Bearer ${token}`, 'idempotency-key': 'fuzz' },
        { authorization: `Bearer ${token}`, 'idempotency-key': 'x'.repeat(300) },
        { authorization: `Bearer ${token}`, 'x-forwarded-for': '::1, not an address', origin: 'null' },
        { cookie: 'pipewright_refresh=%00; a=b; pipewright_refresh=x' },
      ),
    },
  );

const CORPUS: (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '[]',
  'null',
  '1',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"a":1e99999}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{${Array.from({ length: 12_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08]),
];

function payloadOf(contract: Contract, route: Route, ids: Ids): Arbitrary<string | Buffer | undefined> {
  const body = route.body ? valueOf(contract, route.body, ids, 0) : fc.constant({});
  const withMore = fc
    .tuple(body, fc.dictionary(fc.string({ maxLength: 12 }), strangeValue, { maxKeys: 2 }))
    .map(([base, more]) => (typeof base === 'object' ? { ...base, ...more } : base));
  return fc.oneof(
    { weight: 10, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: withMore.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...CORPUS) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Mostly what the schema asks for, sometimes anything. */
function valueOf(contract: Contract, given: Schema, ids: Ids, depth: number): Arbitrary<unknown> {
  const schema = contract.resolve(given);
  return fc.oneof(
    { weight: 12, arbitrary: fittingOf(contract, schema, ids, depth) },
    { weight: 1, arbitrary: strangeValue },
  );
}

function fittingOf(contract: Contract, schema: Schema, ids: Ids, depth: number): Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null);
  const inside = (part: Schema) => valueOf(contract, part, ids, depth + 1);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(inside));
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {});
      if (members.length === 0)
        return fc.dictionary(fc.string({ maxLength: 8 }), strangeValue, { maxKeys: 3 });
      return fc.record(Object.fromEntries(members.map(([name, member]) => [name, inside(member)])), {
        requiredKeys: (schema.required ?? []).filter((name) => Object.hasOwn(schema.properties ?? {}, name)),
      });
    }
    case 'array':
      return fc.array(inside(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.max(schema.maximum ?? 1000, schema.minimum ?? 0) }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1000, (schema.minimum ?? 0) - 1),
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textFor(schema, ids);
    default:
      return strangeValue;
  }
}

function textFor(schema: Schema, ids: Ids): Arbitrary<string> {
  if (schema.format === 'uuid') return fc.constantFrom(...Object.values(ids));
  if (schema.format === 'email') return fc.constantFrom('a@b.example', 'A@B.example', 'emil@example.com');
  if (typeof schema.example === 'string') return fc.oneof(fc.constant(schema.example), strangeText);
  return strangeText;
}
