/** The members of the paging of an API; which there are hangs on its kind. */
import type { Json } from '../../../api/types.js';
import { isShown, type Members, type SettingField } from './setting.js';

export const pagingKinds = {
  none: 'One page',
  page: 'Page number',
  offset: 'Offset and limit',
  cursor: 'Token of the next page',
  next_url: 'URL of the next page',
  link_header: 'Link header',
  keyset: 'After the last record',
};

type Rule = (value: Members) => boolean;
const is =
  (...kinds: string[]): Rule =>
  ({ kind }) =>
    typeof kind === 'string' && kinds.includes(kind);
const isPaged: Rule = ({ kind }) => kind !== undefined && kind !== null && kind !== 'none';
const hasParameter = is('page', 'offset', 'cursor', 'keyset');
const bySize = is('page', 'offset');
const path = { kind: 'text', most: 500 } as const;
const name = { kind: 'text', most: 200 } as const;
const size = { kind: 'number', least: 1, most: 100_000 } as const;

const taken: Record<string, string> = {
  page: 'Takes the number of the page.',
  offset: 'Takes how many records to leave out.',
  cursor: 'Takes the token.',
  keyset: 'Takes the value of the last record.',
};
const places: Record<string, string> = {
  body: 'The parameter is a path in the body, such as variables.page.',
  path: 'The path of the API has it as {name}.',
};
const wordsOf = (words: Record<string, string>, key: Json | undefined): string =>
  typeof key === 'string' ? (words[key] ?? '') : '';

/** In the order in which they stand, two on a line. */
export const pagingFields: SettingField[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind of paging',
    words: pagingKinds,
    usual: 'none',
    required: true,
  },
  {
    kind: 'number',
    name: 'start',
    label: 'Number of the first page',
    least: 0,
    most: 1_000_000,
    usual: 1,
    applies: is('page'),
  },
  {
    ...path,
    name: 'path',
    label: 'Where the next URL is in the answer',
    help: 'A path. Nothing there: the end.',
    example: 'next',
    applies: is('next_url'),
    required: is('next_url'),
  },
  {
    ...path,
    name: 'field',
    label: 'Field of the last record',
    help: 'A path in a record. Its value asks for the records after it.',
    example: 'id',
    applies: is('keyset'),
    required: is('keyset'),
  },
  {
    ...path,
    name: 'token_path',
    label: 'Where the next token is in the answer',
    help: 'A path. Nothing there: the end.',
    example: 'next_cursor',
    applies: is('cursor'),
  },
  {
    ...name,
    name: 'token_header',
    label: 'or the header of the answer with it',
    help: 'Instead of the path.',
    example: 'X-Next-Cursor',
    applies: is('cursor'),
  },
  {
    ...name,
    name: 'parameter',
    label: 'Parameter of the page',
    help: ({ kind }) => wordsOf(taken, kind),
    applies: hasParameter,
    required: hasParameter,
  },
  {
    kind: 'choice',
    name: 'in',
    label: 'The parameter goes into',
    help: (value) => wordsOf(places, value.in),
    words: { query: 'The query', header: 'A header', path: 'The path', body: 'The body' },
    usual: 'query',
    applies: hasParameter,
  },
  {
    ...name,
    name: 'size_parameter',
    label: 'Parameter of the page size',
    help: 'Empty: no size is sent.',
    example: 'per_page',
    applies: is('page'),
  },
  {
    ...size,
    name: 'size',
    label: 'Records on a page',
    help: 'Sent in the parameter beside it. Empty: the system decides.',
    applies: is('page'),
  },
  {
    ...name,
    name: 'limit_parameter',
    label: 'Parameter of the limit',
    help: 'Empty: no limit is sent.',
    example: 'limit',
    applies: is('offset'),
  },
  {
    ...size,
    name: 'limit',
    label: 'Records on a page',
    help: 'The offset grows by as many as came.',
    applies: is('offset'),
    required: is('offset'),
  },
  {
    ...path,
    name: 'has_more_path',
    label: 'Where it says whether there is more',
    help: 'A path. It ends when false is there. Empty: not asked.',
    example: 'has_more',
    applies: isPaged,
  },
  {
    ...path,
    name: 'total_path',
    label: 'Where the total is in the answer',
    help: 'A path. It ends when so many are read. Empty: not asked.',
    example: 'total',
    applies: isPaged,
  },
  {
    kind: 'number',
    name: 'max_pages',
    label: 'At most … pages',
    help: 'Then the run ends with a warning.',
    least: 1,
    most: 10_000,
    usual: 10_000,
    applies: isPaged,
  },
  {
    kind: 'number',
    name: 'max_records',
    label: 'At most … records',
    help: 'Empty: all there are.',
    least: 1,
    most: 1_000_000_000,
    applies: isPaged,
  },
  {
    kind: 'flag',
    name: 'stop_on_short_page',
    label: 'A page that is not full is the last one',
    help: 'Off: only an empty page is. Some systems leave records out of a page.',
    usual: false,
    applies: bySize,
  },
  {
    kind: 'flag',
    name: 'keep_query',
    label: 'Add query parameters that the next URL leaves out',
    usual: false,
    applies: is('next_url', 'link_header'),
  },
  {
    kind: 'condition',
    name: 'stop_when',
    label: 'The last page is one where',
    help: 'Such as @response.body.done is true.',
    open: 'Stop at a certain answer',
    applies: isPaged,
  },
];

/** Kinds with one member more than fills their lines: it stands beside the kind. */
export const sharesLine = is('page', 'next_url', 'keyset');

const presets: Record<string, Members> = {
  page: { parameter: 'page', start: 1, size_parameter: 'per_page', size: 50 },
  offset: { parameter: 'offset', limit_parameter: 'limit', limit: 50 },
  cursor: { parameter: 'cursor' },
  next_url: { path: 'next' },
  keyset: { parameter: 'since_id', field: 'id' },
};

/** Another kind, with what most systems name its members, and what still applies of the one before. */
export function pagingOf(kind: string, before: Members): Members {
  const bare: Members = { kind };
  const applies = (member: string): boolean =>
    member !== 'kind' && pagingFields.some((field) => field.name === member && isShown(field, bare));
  const own = presets[kind] ?? {};
  const kept = Object.entries(before).filter(
    ([member, value]: [string, Json]) => value !== null && applies(member) && !isOfKind(member),
  );
  return { ...bare, ...own, ...Object.fromEntries(kept) };
}

/** Members that mean another thing with each kind. */
const isOfKind = (member: string): boolean => Object.values(presets).some((preset) => member in preset);
