/** The field that failed records are about: as the mapping says it, else as the answer of the system does. */
import { isMembers } from '../../api/json.js';
import type { Json, RunRecord } from '../../api/types.js';

type Failure = Pick<RunRecord, 'message' | 'mapped' | 'response'> & { field_path?: string | null };

/** Members of an error that name a field, as APIs write them (GitHub, Stripe, JSON:API, FastAPI, Spring and others). */
const NAMES = [
  'field',
  'field_path',
  'fieldPath',
  'field_name',
  'fieldName',
  'property',
  'param',
  'parameter',
];
const LATER = ['pointer', 'attribute', 'loc', 'path'];
/** Where an answer keeps its errors. */
const LISTS = [
  'errors',
  'error',
  'details',
  'detail',
  'violations',
  'fieldErrors',
  'field_errors',
  'invalid_params',
];
const DEEPEST = 3;
const MOST_NAMED = 3;

/** Positions are folded: records of one cause differ in them. */
const folded = (path: string): string => path.replace(/\[\d+\]/g, '[]');

export function fieldAtFault(failure: Failure): string | null {
  if (failure.field_path) return folded(failure.field_path);
  const named = new Set(namedIn(bodyOf(failure.response), 0).map(folded));
  if (named.size === 0) return inWords(failure);
  const fields = [...named].slice(0, MOST_NAMED);
  return named.size > MOST_NAMED ? `${fields.join(', ')} …` : fields.join(', ');
}

const bodyOf = (response: Json): Json => (isMembers(response) ? (response.body ?? null) : null);

function namedIn(value: Json, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => namedIn(entry, depth + 1));
  if (!isMembers(value)) return [];
  // a body may well have a member such as `path` of its own: there it is the address that was asked
  const own = [...NAMES, ...(depth > 0 ? LATER : [])].flatMap((name) => pathOf(value[name]))[0];
  if (own !== undefined) return [own];
  const { source } = value;
  if (depth > 0 && isMembers(source)) return namedIn(source, depth + 1);
  return LISTS.flatMap((name) => {
    const list = value[name];
    return isMembers(list) && isByField(list) ? Object.keys(list) : namedIn(list ?? null, depth + 1);
  });
}

/** `{"email": ["is taken"]}` */
const isByField = (errors: { [name: string]: Json }): boolean => {
  const values = Object.values(errors);
  return (
    values.length > 0 &&
    values.every(
      (value) =>
        Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string'),
    )
  );
};

/** A path as it is written here: pointers and lists of names too. */
function pathOf(value: Json | undefined): string[] {
  if (typeof value === 'string') {
    if (value.trim() === '' || /\s/.test(value.trim()) || value.includes('://')) return [];
    return value.startsWith('/') || value.startsWith('#/')
      ? pathOf(value.replace(/^#?\//, '').split('/'))
      : [value.trim()];
  }
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string' || typeof part === 'number'))
    return [];
  const parts = value.map(String);
  const within = parts[0] === 'body' && parts.length > 1 ? parts.slice(1) : parts;
  if (within.length === 0) return [];
  return [within.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`))];
}

/** A path that the message quotes and that begins in what was sent. */
function inWords({ message, mapped }: Failure): string | null {
  if (!isMembers(mapped)) return null;
  const paths = (message ?? '').match(/[A-Za-z_]\w*(?:\[\d*\])*(?:\.[A-Za-z_]\w*(?:\[\d*\])*)+/g) ?? [];
  const path = paths.find((each) => Object.hasOwn(mapped, /^\w+/.exec(each)?.[0] ?? ''));
  return path === undefined ? null : folded(path);
}
