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
    ...path,
    name: 'token_path',
    label: 'Where the next token is in the answer',
    help: 'A path; or the header beside it. Nothing there: the end.',
    placeholder: 'next_cursor',
    applies: is('cursor'),
  },
  {
    ...name,
    name: 'token_header',
    label: 'or header with the next token',
    placeholder: 'X-Next-Cursor',
    applies: is('cursor'),
  },
  {
    ...path,
    name: 'path',
    label: 'Where the next URL is in the answer',
    help: 'A path. Nothing there: the end.',
    placeholder: 'next',
    applies: is('next_url'),
    required: is('next_url'),
  },
  {
    ...name,
    name: 'parameter',
    label: 'Parameter of the page',
    help: 'Takes the number, the offset, the token or the last value.',
    applies: hasParameter,
    required: hasParameter,
  },
  {
    ...path,
    name: 'field',
    label: 'Field of the last record',
    help: 'A path in a record. Its value asks for the records after it.',
    placeholder: 'id',
    applies: is('keyset'),
    required: is('keyset'),
  },
  {
    kind: 'choice',
    name: 'in',
    label: 'The parameter goes into',
    words: { query: 'The query', header: 'A header', path: 'The path', body: 'The body (JSON)' },
    usual: 'query',
    applies: hasParameter,
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
    ...name,
    name: 'size_parameter',
    label: 'Parameter of the page size',
    help: 'Empty: no size is sent.',
    placeholder: 'per_page',
    applies: is('page'),
  },
  { ...size, name: 'size', label: 'Records on a page', applies: is('page') },
  {
    ...name,
    name: 'limit_parameter',
    label: 'Parameter of the limit',
    help: 'Empty: no limit is sent.',
    placeholder: 'limit',
    applies: is('offset'),
  },
  { ...size, name: 'limit', label: 'Records on a page', applies: is('offset'), required: is('offset') },
  {
    ...path,
    name: 'has_more_path',
    label: 'Where it says whether there is more',
    help: 'A path. False there: the end. Empty: not asked.',
    placeholder: 'has_more',
    applies: isPaged,
  },
  {
    ...path,
    name: 'total_path',
    label: 'Where the total is in the answer',
    help: 'A path. So many read: the end. Empty: not asked.',
    placeholder: 'total',
    applies: isPaged,
  },
  {
    kind: 'number',
    name: 'max_pages',
    label: 'At most … pages',
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
    help: 'Off: only an empty page is the end. Some systems leave records out of a page.',
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
