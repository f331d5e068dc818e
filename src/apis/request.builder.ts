// Puts the request of an API together: base address, path and query parameters, headers, body. No credentials.
import { EngineError, type LookupReference, type PreparedRequest, type RequestParts } from '#engine';
import { stringifyJson } from '#mapping';
import { fillInputs as fill } from '../credentials/inputs.builder.js';
import type { ApiDefinition } from './api-definition.entity.js';
import type { CallableApi } from './api-settings.types.js';
import { CONTENT_TYPES } from './body.codec.js';

export interface RequestTarget {
  baseUrl: string;
  defaultHeaders: Record<string, string>;
  /** what `{{inputs.<name>}}` reads */
  inputs: Record<string, string>;
}

/** Text with the credential's inputs filled in. Throws EngineError CONFIG where one is missing. */
const fillInputs = (
  text: string,
  inputs: Record<string, string>,
  encode?: (value: string) => string,
): string => fill(text, inputs, (message) => new EngineError('CONFIG', message), encode);

/** The origin (scheme, host, port) that all calls of the target go to. */
export function originOf(target: RequestTarget): string {
  return parseUrl(fillInputs(target.baseUrl, target.inputs)).origin;
}

export function buildRequest(
  api: CallableApi,
  target: RequestTarget,
  parts: RequestParts,
  isMapped: boolean,
): PreparedRequest {
  const { inputs } = target;
  const sample = isMapped ? null : api.sample_request;
  const pathValues: Record<string, unknown> = { ...sample?.path, ...parts.path };
  const path = fillInputs(api.path, inputs, encodeURIComponent).replace(
    /\{([A-Za-z_][\w-]*)\}/g,
    (_, name: string) => pathValue(api, name, Object.hasOwn(pathValues, name) ? pathValues[name] : undefined),
  );
  const base = fillInputs(target.baseUrl, inputs).replace(/\/+$/, '');
  const url = parseUrl(base + path);
  if (url.origin !== originOf(target))
    throw new EngineError('CONFIG', 'The address leaves the origin of the system.');
  for (const [name, value] of Object.entries(api.query_parameters))
    url.searchParams.set(name, fillInputs(value, inputs));
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    url.searchParams.delete(name);
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, each);
  }
  const hasBody = api.body_type !== 'none' && api.method !== 'GET' && api.method !== 'HEAD';
  const body = hasBody ? (parts.body ?? sample?.body) : undefined;
  return {
    api_id: api.api_id,
    method: api.method,
    url: url.href,
    headers: headersOf(api, target, parts, body !== undefined),
    body,
  };
}

function headersOf(
  api: CallableApi,
  target: RequestTarget,
  parts: RequestParts,
  hasBody: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const put = (name: string, value: string): void => {
    const known = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
    headers[known ?? name] = value;
  };
  const contentType = CONTENT_TYPES[api.body_type];
  if (hasBody && contentType) put('content-type', contentType);
  put('accept', 'application/json, */*;q=0.8');
  for (const [name, value] of Object.entries({ ...target.defaultHeaders }))
    put(name, fillInputs(value, target.inputs));
  for (const [name, value] of Object.entries(api.headers)) put(name, fillInputs(value, target.inputs));
  for (const [name, value] of Object.entries(parts.headers ?? {})) put(name, value);
  return headers;
}

function pathValue(api: CallableApi, name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : asText(value);
  // dots would be taken as steps to another path
  if (text === '' || text === '.' || text === '..') {
    throw new EngineError('CONFIG', `The path parameter "${name}" of "${api.api_name}" has no usable value.`);
  }
  return encodeURIComponent(text);
}

/** Numbers beyond double precision are objects that give their text. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new EngineError('CONFIG', 'The address of the call cannot be read.');
  return new URL(text);
}

/**
 * The GET that asks whether a record arrived: its path and query parameters are filled by name, from `record_key`,
 * `idempotency_key`, or the member of that name in the request that was sent.
 */
export function buildLookupRequest(
  api: CallableApi,
  target: RequestTarget,
  reference: LookupReference,
): PreparedRequest {
  const body = reference.request.body;
  const sent =
    body !== null && typeof body === 'object' && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : {};
  const valueOf = (name: string): string | undefined => {
    if (name === 'record_key') return reference.record_key;
    if (name === 'idempotency_key') return reference.idempotency_key;
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === undefined || value === null) return undefined;
    return asText(value);
  };
  const path: Record<string, string> = {};
  for (const [, name = ''] of api.path.matchAll(/\{([A-Za-z_][\w-]*)\}/g))
    path[name] = valueOf(name) ?? reference.record_key;
  const query: Record<string, string> = {};
  for (const name of Object.keys(api.sample_request?.query ?? {}))
    query[name] = valueOf(name) ?? reference.record_key;
  return buildRequest(api, target, { path, query }, true);
}

/** A stored definition as it is called. */
export const toCallableApi = (api: ApiDefinition): CallableApi => ({
  api_id: api.id,
  api_name: api.apiName,
  system_id: api.systemId,
  method: api.method,
  path: api.path,
  query_parameters: api.queryParameters,
  headers: api.headers,
  body_type: api.bodyType,
  sample_request: api.sampleRequest,
  records_path: api.recordsPath,
  record_key: api.recordKey,
  version_path: api.versionPath,
  pagination: api.pagination,
  incremental: api.incremental,
  batch: api.batch,
  idempotency_header: api.idempotencyHeader,
  on_unknown: api.onUnknown,
  lookup: api.lookup,
  retry_unsafe: api.retryUnsafe,
  timeouts: api.timeouts,
  success_when: api.successWhen,
  retry: api.retry,
});
