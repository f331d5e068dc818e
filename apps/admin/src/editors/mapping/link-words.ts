/** What the members of a link are called, and the words for their closed lists: in its panel, and where two are compared. */
import type { MemberWords } from '../../kit/member-changes.js';

const types = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'list',
  any: 'anything',
};
export const typeWord = (type: string): string => (types as Record<string, string>)[type] ?? type;

const onNull = { null: 'Write null', omit: 'Leave the field out', error: 'The record fails' };
const onMissing = { omit: 'Leave the field out', null: 'Write null', error: 'The record fails' };
const onError = {
  fail: 'The record fails',
  omit: 'Leave the field out',
  null: 'Write null',
  default: 'Write the default',
};

export const linkWords = {
  to: { label: 'Destination' },
  from: { label: 'Source field' },
  value: { label: 'Constant' },
  formula: { label: 'Formula' },
  index: { label: 'Position' },
  fn: { label: 'Functions' },
  lookup: { label: 'Look up in' },
  type: { label: 'Type', words: types },
  default: { label: 'Default' },
  default_on: { label: 'The default counts for' },
  section: { label: 'Section' },
  required: { label: 'Required: a record without it is not sent' },
  empty_as: {
    label: 'An empty text counts as',
    words: { missing: 'missing', null: 'null' },
  },
  on_null: { label: 'When the value is null', words: onNull },
  on_missing: { label: 'When it is missing', words: onMissing },
  on_error: { label: 'When it fails', words: onError },
  when: { label: 'Only when' },
  note: { label: 'Note' },
} satisfies MemberWords;

/** Steps on the way of a value that are named by a member. */
export const stepNames: Record<string, string> = {
  on_error: 'When it fails',
  required: 'Required',
  'null and missing': 'null and missing',
  ...types,
};
