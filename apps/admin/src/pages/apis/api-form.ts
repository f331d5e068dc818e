/** The form of an API: texts for what is typed as JSON, and the body it sends. */
import type { TFunction } from 'i18next';
import type { CreateApiDto } from '#sdk';
import { isMembers, jsonOrText, parseJson, printJson, toWire } from '../../api/json.js';
import type { ApiDefinition, Json } from '../../api/types.js';
import { jsonFaultAt } from '../../kit/json-fault.js';
import { fromPairs, toPairs, type Pair } from '../../kit/pairs.js';

export interface ApiForm {
  api_name: string;
  system_id: string;
  status: 'enabled' | 'disabled';
  description: string;
  method: CreateApiDto['method'];
  path: string;
  query_parameters: Pair[];
  headers: Pair[];
  body_type: ApiDefinition['body_type'];
  sample_path: Pair[];
  sample_query: Pair[];
  sample_headers: Pair[];
  sample_body: string;
  sample_response: string;
  more_sample_responses: string[];
  records_path: string;
  record_key: string;
  version_path: string;
  pagination: string;
  incremental: string;
  batch: string;
  idempotency_header: string;
  on_unknown: NonNullable<ApiDefinition['on_unknown']> | '';
  retry_unsafe: boolean;
  lookup: string;
  timeouts: string;
  success_when: string;
  retry: string;
}

export const jsonText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : (printJson(value, 2) ?? '');

/** Parses a JSON field; empty is null. Throws what the parser does. */
export function jsonOf(text: string): Json {
  return text.trim() === '' ? null : parseJson(text);
}

/** What a JSON field means; undefined while it is no JSON. */
export function readJson(text: string): Json | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** Why a JSON field is none, with the line; null when it is one. */
export function jsonFault(text: string, t: TFunction): string | null {
  try {
    jsonOf(text);
    return null;
  } catch (error) {
    return jsonFaultAt(text, error, t);
  }
}

const texts = (value: unknown): Pair[] =>
  typeof value === 'object' && value !== null
    ? toPairs(Object.fromEntries(Object.entries(value).map(([name, text]) => [name, jsonOrText(text)])))
    : [];

export function toForm(api?: ApiDefinition, system = ''): ApiForm {
  const a: Partial<ApiDefinition> = api ?? {};
  const sample = (
    typeof a.sample_request === 'object' && a.sample_request !== null ? a.sample_request : {}
  ) as Record<string, Json>;
  return {
    api_name: a.api_name ?? '',
    system_id: a.system_id ?? system,
    status: a.status ?? 'enabled',
    description: a.description ?? '',
    method: (a.method ?? 'GET') as ApiForm['method'],
    path: a.path ?? '/',
    query_parameters: toPairs(a.query_parameters),
    headers: toPairs(a.headers),
    body_type: a.body_type ?? 'none',
    sample_path: texts(sample.path),
    sample_query: texts(sample.query),
    sample_headers: texts(sample.headers),
    sample_body:
      typeof sample.body === 'string' && a.body_type !== 'json' ? sample.body : jsonText(sample.body),
    sample_response: jsonText(a.sample_response),
    more_sample_responses: (a.more_sample_responses ?? []).map(jsonText),
    records_path: a.records_path ?? '',
    record_key: (a.record_key ?? []).join(', '),
    version_path: a.version_path ?? '',
    pagination: jsonText(a.pagination),
    incremental: jsonText(a.incremental),
    batch: jsonText(a.batch),
    idempotency_header: a.idempotency_header ?? '',
    on_unknown: a.on_unknown ?? '',
    retry_unsafe: a.retry_unsafe ?? false,
    lookup: jsonText(a.lookup),
    timeouts: jsonText(a.timeouts),
    success_when: jsonText(a.success_when),
    retry: Array.isArray(a.retry) && a.retry.length === 0 ? '' : jsonText(a.retry),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function sampleBodyOf(form: ApiForm): Json {
  return form.body_type === 'json'
    ? jsonOf(form.sample_body)
    : form.sample_body === ''
      ? null
      : form.sample_body;
}

export function toBody(form: ApiForm): CreateApiDto {
  const body = form.body_type === 'none' ? null : sampleBodyOf(form);
  const sampleRequest: Record<string, Json> = {
    ...(form.sample_path.length > 0 ? { path: fromPairs(form.sample_path) } : {}),
    ...(form.sample_query.length > 0 ? { query: fromPairs(form.sample_query) } : {}),
    ...(form.sample_headers.length > 0 ? { headers: fromPairs(form.sample_headers) } : {}),
    ...(body === null ? {} : { body }),
  };
  const keys = form.record_key
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  return {
    api_name: form.api_name.trim(),
    system_id: form.system_id,
    status: form.status,
    description: form.description,
    method: form.method,
    path: form.path.trim(),
    query_parameters: fromPairs(form.query_parameters),
    headers: fromPairs(form.headers),
    body_type: form.body_type,
    sample_request: Object.keys(sampleRequest).length > 0 ? sampleRequest : null,
    sample_response: toWire(jsonOf(form.sample_response)),
    more_sample_responses: form.more_sample_responses
      .filter((text) => text.trim() !== '')
      .map((text) => toWire(jsonOf(text))),
    records_path: form.records_path.trim(),
    record_key: keys,
    version_path: orNull(form.version_path),
    pagination: jsonOf(form.pagination) as CreateApiDto['pagination'],
    incremental: jsonOf(form.incremental) as CreateApiDto['incremental'],
    batch: jsonOf(form.batch) as CreateApiDto['batch'],
    idempotency_header: orNull(form.idempotency_header),
    // Null takes it back; the document names only the words.
    on_unknown: form.on_unknown === '' ? null : form.on_unknown,
    retry_unsafe: form.retry_unsafe,
    lookup: jsonOf(form.lookup) as CreateApiDto['lookup'],
    timeouts: jsonOf(form.timeouts) as CreateApiDto['timeouts'],
    success_when: jsonOf(form.success_when) as CreateApiDto['success_when'],
    retry: (jsonOf(form.retry) ?? []) as CreateApiDto['retry'],
  };
}

/** What a condition on an answer can read. */
export const answerPaths = ['@response.status', '@response.body', '@response.headers'];

/** The lists of a sample answer, to choose the records among: `$` for a root list, else their paths. */
export function listPaths(sample: Json | undefined): string[] {
  if (Array.isArray(sample)) return ['$'];
  const found: string[] = [];
  const walk = (value: Json | undefined, path: string, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(value)) {
      found.push(path);
      return;
    }
    if (!isMembers(value)) return;
    for (const [key, child] of Object.entries(value))
      walk(child, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  walk(sample, '', 0);
  return found;
}

/** Names of path parameters: `{id}` of `/orders/{id}`. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].flatMap((match) =>
    path[match.index - 1] === '{' || match[1] === undefined ? [] : [match[1]],
  );

/** Inputs that a credential has without being asked for by the system. */
const givenInputs = ['username', 'password', 'api_key', 'token'];

/** Variables of a request that nothing fills in: anything but `inputs.<name>` with a name that the system asks for. */
export function unresolvedVariables(form: ApiForm, inputs: readonly string[]): string[] {
  const texts = [form.path, ...form.query_parameters.flat(), ...form.headers.flat()];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)].map((match) => match[1] ?? ''),
  );
  const known = new Set([...givenInputs, ...inputs].map((name) => `inputs.${name}`));
  return [...new Set(names.filter((name) => !known.has(name)))];
}
