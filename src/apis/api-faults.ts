// What is wrong with the settings of an API, in words that name the place; null when they are fine.
import { parsePath } from '#engine';
import { compileCondition } from '#mapping';
import { headerProblem } from '#outbound';

type Find = (value: unknown) => string | null;
type Members = Record<string, Find>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words about a member get its name in front: `.kind must be …` joins the field's path. */
function members(value: unknown, required: Members, optional: Members): string | null {
  if (!isObject(value)) return 'must be an object';
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(required, name) && !Object.hasOwn(optional, name)) {
      return /^\w+$/.test(name)
        ? `.${name} is not a known member here: check its spelling`
        : 'has an unknown member';
    }
  }
  for (const [name, find] of Object.entries({ ...required, ...optional })) {
    const member = value[name];
    if (member === undefined || (member === null && Object.hasOwn(optional, name))) {
      if (Object.hasOwn(required, name)) return `.${name} is required`;
      continue;
    }
    const words = find(member);
    if (words !== null)
      return words.startsWith('.') || words.startsWith('[') ? `.${name}${words}` : `.${name} ${words}`;
  }
  return null;
}

const oneOf =
  (...values: string[]): Find =>
  (value) =>
    typeof value === 'string' && values.includes(value)
      ? null
      : `must be one of ${values.map((entry) => `\`${entry}\``).join(', ')}`;
const integer =
  (min: number, max: number): Find =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`;
const boolean: Find = (value) => (typeof value === 'boolean' ? null : 'must be true or false');
const text =
  (max = 500, min = 1): Find =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? null
      : `must be a text of ${min} to ${max} characters`;
/** A path inside a body, as the engine reads it. */
const bodyPath: Find = (value) => {
  const words = text(500)(value);
  if (words !== null) return words;
  try {
    parsePath(value as string);
    return null;
  } catch (error) {
    return `must be a path such as data.items: ${(error as Error).message}`;
  }
};

export function conditionFault(value: unknown): string | null {
  const compiled = compileCondition(value);
  return compiled.ok
    ? null
    : `must be a condition {"path", "op", "value"}, {"all": […]}, {"any": […]} or {"not": …}: ${compiled.problems[0]?.message ?? ''}`;
}

/** Where the records are: a path, `$` or nothing. */
export const recordsPathFault = (value: string): string | null =>
  value === '' || value === '$' ? null : value.includes('[]') ? 'is written without []' : bodyPath(value);

export const bodyPathFault = bodyPath;

const PAGING_LIMITS: Members = {
  in: oneOf('query', 'header', 'path', 'body'),
  has_more_path: bodyPath,
  total_path: bodyPath,
  stop_on_short_page: boolean,
  stop_when: conditionFault,
  max_pages: integer(1, 10_000),
  max_records: integer(1, 1_000_000_000),
  keep_query: boolean,
};

const PAGING_KINDS: Record<string, { required: Members; optional: Members }> = {
  none: { required: {}, optional: {} },
  page: {
    required: { parameter: text(200) },
    optional: { start: integer(0, 1_000_000), size_parameter: text(200), size: integer(1, 100_000) },
  },
  offset: {
    required: { parameter: text(200), limit: integer(1, 100_000) },
    optional: { limit_parameter: text(200) },
  },
  cursor: { required: { parameter: text(200) }, optional: { token_path: bodyPath, token_header: text(200) } },
  next_url: { required: { path: bodyPath }, optional: {} },
  link_header: { required: {}, optional: {} },
  keyset: { required: { parameter: text(200), field: bodyPath }, optional: {} },
};

export function paginationFault(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  const kind =
    typeof value.kind === 'string' && Object.hasOwn(PAGING_KINDS, value.kind)
      ? PAGING_KINDS[value.kind]
      : undefined;
  if (!kind)
    return `.kind must be one of ${Object.keys(PAGING_KINDS)
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  const words = members(value, { kind: text(), ...kind.required }, { ...kind.optional, ...PAGING_LIMITS });
  if (
    words === null &&
    value.kind === 'cursor' &&
    (value.token_path == null) === (value.token_header == null)
  ) {
    return 'must have either token_path or token_header';
  }
  return words;
}

const CURSOR_FORMATS = ['iso', 'epoch_s', 'epoch_ms', 'id'];

export function incrementalFault(value: unknown): string | null {
  const words = incrementalMembers(value);
  if (words !== null) return words;
  const { format, start_at: start } = value as { format?: string | null; start_at?: string | null };
  return format === 'id' && start === 'now'
    ? '.start_at must be an id with the format "id": an id has no "now"'
    : null;
}

const incrementalMembers: Find = (value) =>
  members(
    value,
    { cursor_path: bodyPath, parameter: text(200) },
    {
      until_parameter: text(200),
      format: oneOf(...CURSOR_FORMATS),
      overlap_seconds: integer(0, 31_536_000),
      lag_seconds: integer(0, 86_400),
      start_at: text(100),
      sorted: boolean,
    },
  );

export function batchFault(value: unknown): string | null {
  const words = members(
    value,
    {},
    {
      max_records: integer(1, 10_000),
      max_bytes: integer(1024, 33_554_432),
      path: text(500, 0),
      answer: oneOf('all', 'by_index', 'by_key'),
      result_path: bodyPath,
      result_key_path: bodyPath,
      bisect: boolean,
    },
  );
  if (words !== null) return words;
  const { answer, result_key_path: keyPath } = value as { answer?: string; result_key_path?: string | null };
  return answer === 'by_key' && !keyPath ? '.result_key_path is required with answer "by_key"' : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const lookupFault: Find = (value) =>
  members(
    value,
    { api_id: (id) => (typeof id === 'string' && UUID.test(id) ? null : 'must be the id of an API') },
    { found_path: bodyPath, id_path: bodyPath },
  );

export const timeoutsFault: Find = (value) =>
  members(
    value,
    {},
    { connect_ms: integer(100, 5_000), read_ms: integer(100, 30_000), total_ms: integer(100, 120_000) },
  );

export function retryFault(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > 20) return 'must be an array of at most 20 rules';
  for (const [index, rule] of value.entries()) {
    const words = members(
      rule,
      { action: oneOf('retry', 'ignore', 'fail', 'throttle', 'reset_paging', 'restart_run') },
      {
        status: (list) =>
          Array.isArray(list) &&
          list.length <= 50 &&
          list.every((status) => Number.isInteger(status) && status >= 100 && status <= 599)
            ? null
            : 'must be an array of HTTP statuses',
        when: conditionFault,
      },
    );
    if (words !== null) return `[${index}]${words.startsWith('.') ? words : ` ${words}`}`;
  }
  return null;
}

export const sampleRequestFault: Find = (value) => {
  const part: Find = (member) => (isObject(member) ? null : 'must be an object');
  if (!isObject(value)) return 'must be an object with path, query, headers and body';
  const { body: _body, ...rest } = value;
  return members(rest, {}, { path: part, query: part, headers: part });
};

/** Relative to the base URL: it may not leave its origin. `{name}` is a path parameter. */
export function pathFault(path: string): string | null {
  if (!path.startsWith('/')) return 'must begin with "/": it is relative to the base URL of the system';
  if (path.startsWith('//') || path.includes('\\')) return 'may not leave the origin of the system';
  if (path.includes('#')) return 'must not have a fragment (#…)';
  if (/[\u0000-\u0020\u007f]/.test(path))
    return 'must not hold white space or control characters: write them percent-encoded';
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(path.split('?')[0] ?? '')) return 'must not hold ".." steps';
  const rest = path.replace(/\{[A-Za-z_][\w-]*\}/g, '').replace(/\{\{inputs\.\w+\}\}/g, '');
  return /[{}]/.test(rest) ? 'has a brace that is no path parameter: write {name}' : null;
}

export const headersFault = (name: string, value: unknown): string | null =>
  typeof value !== 'string' ? 'must be a text' : headerProblem(name, value);
