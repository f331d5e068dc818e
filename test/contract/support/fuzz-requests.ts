// Requests as a careless or hostile client would send them: routes, parameters and bodies from the OpenAPI document,
// bodies that worked before with one thing changed, right, wrong and strange values mixed, and bytes that are no JSON.
import fc, { type Arbitrary } from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { BODIES, damaged, PATH_TWISTS, strangeText, strangeValue, withDuplicate } from './fuzz-corpus.js';
import { BAD_AUTHORIZATIONS, CONTENT_TYPES, HEADERS, IDEMPOTENCY_KEYS } from './fuzz-headers.js';
import { oddHeaders, oddParameter, oddPath, withOddNumber } from './fuzz-twists.js';
import { kindsOf } from './policy.js';
import type { Contract, Parameter, Route, Schema } from './routes.js';
import type { Ids } from './world.js';

export interface FuzzRequest {
  method: HTTPMethods;
  url: string;
  headers: Record<string, string | string[]>;
  payload: string | Buffer | undefined;
}

/** A call that was answered with 200. */
export interface WorkingCall {
  url: string;
  body: Record<string, unknown>;
}

/** What the calls of webhooks prove themselves with. */
export const HOOK_SECRET = 'secret-of-the-webhook';

const HOOK = '/hooks/{hook_key}';
const MAX_DEPTH = 5;
const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** `tokens`: of the callers, the one who may do most first. */
export function fuzzRequests(
  contract: Contract,
  ids: Ids,
  tokens: readonly [string, ...string[]],
  working: WorkingCall[],
): Arbitrary<FuzzRequest> {
  const token = fc.oneof(
    { weight: 9, arbitrary: fc.constant(tokens[0]) },
    { weight: 1, arbitrary: fc.constantFrom(...tokens) },
  );
  const routes = contract.routes.filter((route) => !route.isStream);
  const fromDocument = fc
    .tuple(fc.constantFrom(...routes), token)
    .chain(([route, caller]) => requestOf(contract, route, ids, caller));
  const changed = fc
    .tuple(fc.constantFrom(...working), token)
    .chain(([call, caller]) => changedCall(call, caller));
  return fc.oneof(
    { weight: 6, arbitrary: fromDocument },
    { weight: 3, arbitrary: changed },
    { weight: 2, arbitrary: fc.oneof(fromDocument, changed).chain(twisted) },
  );
}

function requestOf(contract: Contract, route: Route, ids: Ids, token: string): Arbitrary<FuzzRequest> {
  const kinds = kindsOf(route) ?? {};
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const query = route.parameters.filter(
    // A webhook call that waits for its run would wait for long: nobody works here.
    (parameter) => parameter.in === 'query' && parameter.name !== 'wait',
  );
  return fc
    .record({
      path: fc.tuple(...names.map((name) => idOf(ids[kinds[name] ?? name]))),
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
      const proof: Record<string, string> =
        route.path === HOOK ? { 'x-webhook-token': HOOK_SECRET, authorization: `Bearer ${HOOK_SECRET}` } : {};
      return { method: route.method, url: url + query, headers: { ...type, ...headers, ...proof }, payload };
    });
}

/** The call as it worked, with one place in its body that is strange, gone, or where it does not belong. */
function changedCall({ url, body }: WorkingCall, token: string): Arbitrary<FuzzRequest> {
  const places = placesOf(body).filter((place) => place.length > 0);
  const change = places.length === 0 ? fc.constant([] as string[]) : fc.constantFrom(...places);
  return fc
    .tuple(change, strangeValue, fc.constantFrom('put', 'put', 'put', 'drop', 'wrap', 'add'), fc.nat())
    .map(([place, value, how, salt]) => {
      // Names are unique: without another one most calls would end at the clash.
      const fresh = Object.fromEntries(
        Object.entries(body).map(([name, member]) => [
          name,
          name.endsWith('_name') && typeof member === 'string' ? `${member} ${salt}` : member,
        ]),
      );
      return {
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(place.length === 0 ? fresh : changedAt(fresh, place, how, value)),
      };
    });
}

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...path, name]))];
}

function changedAt(value: unknown, [name, ...rest]: string[], how: string, put: unknown): unknown {
  if (name === undefined) return how === 'wrap' ? [value, { value }] : put;
  if (typeof value !== 'object' || value === null) return put;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? (Object.assign([], value) as never)
    : { ...value };
  if (rest.length > 0 || how === 'put' || how === 'wrap') copy[name] = changedAt(copy[name], rest, how, put);
  else if (how === 'drop') Reflect.deleteProperty(copy, name);
  else copy[`${name}_2`] = put;
  return copy;
}

/** The same with another method, a twisted path, other headers, odd numbers, or damaged bytes. */
function twisted(request: FuzzRequest): Arbitrary<FuzzRequest> {
  const path = request.url.split('?')[0] ?? '/';
  const text = typeof request.payload === 'string' ? request.payload : '{"a":{"b":[1,"x"]}}';
  return fc.oneof(
    oddPath(path).map((url) => ({ ...request, url: url + request.url.slice(path.length) })),
    oddHeaders.map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
    withOddNumber(text).map((payload) => ({ ...request, method: 'POST' as const, payload })),
    fc.constantFrom(...METHODS).map((method) => ({ ...request, method })),
    fc.constantFrom(...PATH_TWISTS).map((twist) => ({ ...request, url: twist(path) })),
    damaged(text).map((payload) => ({ ...request, method: 'POST' as const, payload })),
    fc.constant({ ...request, method: 'POST' as const, payload: withDuplicate(text) }),
  );
}

/** encodeURIComponent throws for a lone surrogate. */
const safe = (text: string): string => text.toWellFormed().slice(0, 450);

const idOf = (own: string | undefined): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: own === undefined ? fc.uuid() : fc.constant(own) },
    { weight: 1, arbitrary: own === undefined ? fc.uuid() : fc.constant(own.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: strangeText },
  );

function queryOf(contract: Contract, parameters: Parameter[], ids: Ids): Arbitrary<string> {
  const one = (parameter: Parameter) =>
    fc
      .oneof(
        valueOf(contract, parameter.schema, ids, 0),
        strangeText,
        ...(parameter.name === 'after' ? [forgedCursor] : []),
      )
      .chain((value) => {
        const text = encodeURIComponent(safe(textOf(value)));
        return fc.oneof(
          { weight: 6, arbitrary: fc.constant(`${parameter.name}=${text}`) },
          { weight: 1, arbitrary: oddParameter(parameter.name, text) },
        );
      });
  const strange = strangeText.map((text) => `${encodeURIComponent(safe(text))}=1`);
  const parts =
    parameters.length === 0 ? strange : fc.oneof(...parameters.map(one), ...parameters.map(one), strange);
  return fc.oneof(
    fc.constant(''),
    fc.array(parts, { maxLength: 3 }).map((list) => (list.length === 0 ? '' : `?${list.join('&')}`)),
  );
}

/** Of the form that the service gives out, with other contents. */
const forgedCursor = fc
  .array(
    fc.oneof(
      strangeText,
      fc.uuid(),
      fc.constantFrom('2026-01-01T00:00:00.000Z', '1', '-1', '999999999999999999'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function headersOf(token: string): Arbitrary<FuzzRequest['headers']> {
  const authorization = `Bearer ${token}`;
  const beside = (more: Record<string, string | string[]>) => ({ authorization, ...more });
  return fc.oneof(
    { weight: 24, arbitrary: fc.constant(beside({})) },
    { weight: 2, arbitrary: fc.constantFrom(...HEADERS).map(beside) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...CONTENT_TYPES).map((type) => beside({ 'content-type': type })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...IDEMPOTENCY_KEYS).map((key) => beside({ 'idempotency-key': key })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...BAD_AUTHORIZATIONS) },
  );
}

function payloadOf(contract: Contract, route: Route, ids: Ids): Arbitrary<string | Buffer | undefined> {
  const body = route.body
    ? valueOf(contract, route.body, ids, 0)
    : route.path === HOOK
      ? fc.record({ orders: fc.oneof(fc.array(strangeValue, { maxLength: 3 }), strangeValue) })
      : fc.constant({});
  const withMore = fc
    .tuple(body, fc.dictionary(fc.string({ maxLength: 12 }), strangeValue, { maxKeys: 2 }))
    .map(([base, more]) => (typeof base === 'object' ? { ...base, ...more } : base));
  return fc.oneof(
    { weight: 10, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: withMore.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...BODIES) },
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
