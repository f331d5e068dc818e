/** A setting that is one JSON object, as fields: which members it has, what is wrong with each, and edits that leave the rest as it is. */
import type { TFunction } from 'i18next';
import { ExactNumber, isMembers, jsonOrText, parseJson } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { jsonFault } from '../api-form.js';

export type Members = Record<string, Json>;
/** Said once, or by what the other members are. */
type Told<T> = T | ((value: Members) => T);

interface Field {
  name: string;
  label: string;
  help?: Told<string>;
  required?: Told<boolean>;
  /** False: it means nothing beside what the other members are. */
  applies?: (value: Members) => boolean;
}
interface TextField extends Field {
  kind: 'text';
  most: number;
  example?: string;
  mayBeEmpty?: boolean;
}
interface NumberField extends Field {
  kind: 'number';
  least: number;
  most: number;
  /** What holds without it, where it is a number. */
  usual?: number;
}
interface ChoiceField extends Field {
  kind: 'choice';
  words: Record<string, string>;
  usual: string;
}
interface FlagField extends Field {
  kind: 'flag';
  usual: Told<boolean>;
}
/** A condition on the answer. A text is one that is still being typed. */
interface ConditionMember extends Field {
  kind: 'condition';
  /** What opens its fields. */
  open: string;
}
export type SettingField = TextField | NumberField | ChoiceField | FlagField | ConditionMember;

export function told<T>(what: Told<T>, value: Members): T {
  return typeof what === 'function' ? (what as (value: Members) => T)(value) : what;
}

export const isRequired = (field: SettingField, value: Members): boolean =>
  told(field.required ?? false, value);

/** Members that apply, and those that are there all the same. */
export const isShown = (field: SettingField, value: Members): boolean =>
  (field.applies?.(value) ?? true) || (value[field.name] ?? null) !== null;

/** A field can hold it, right or wrong; null is a member that says nothing. */
function fits(field: SettingField, member: Json): boolean {
  if (member === null) return true;
  switch (field.kind) {
    case 'text':
      return typeof member === 'string';
    case 'number':
      return isNumber(member) && /^\d+$/.test(String(member));
    case 'choice':
      return typeof member === 'string' && Object.hasOwn(field.words, member);
    case 'flag':
      return typeof member === 'boolean';
    case 'condition':
      return typeof member === 'string' || isMembers(member);
  }
}

const isNumber = (value: Json): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

/** However it is written: 50.0 is one too. */
export function isWhole(value: Json, least: number, most: number): boolean {
  const number = isNumber(value) ? Number(String(value)) : NaN;
  return Number.isInteger(number) && number >= least && number <= most;
}

/** False: only JSON can show the value. */
export function canShow(fields: readonly SettingField[], value: Json): boolean {
  if (value === null) return true;
  if (!isMembers(value)) return false;
  return Object.entries(value).every(([name, member]) => {
    const field = fields.find((each) => each.name === name);
    return field !== undefined && fits(field, member);
  });
}

/** With another value of one member; undefined takes it away. A new one stands where the order of the fields puts it. */
export function withMember(
  fields: readonly SettingField[],
  value: Members,
  name: string,
  next: Json | undefined,
): Members {
  const entries = Object.entries(value);
  const at = entries.findIndex(([each]) => each === name);
  if (next === undefined) return Object.fromEntries(entries.filter(([each]) => each !== name));
  if (at >= 0) return { ...value, [name]: next };
  const place = (each: string): number => fields.findIndex((field) => field.name === each);
  const later = entries.findIndex(([each]) => place(each) > place(name));
  return Object.fromEntries(entries.toSpliced(later < 0 ? entries.length : later, 0, [name, next]));
}

/** The member that a field's text or choice means; undefined: none is needed. */
export function memberOf(field: SettingField, value: Members, typed: Json): Json | undefined {
  switch (field.kind) {
    case 'text':
      return typed === '' ? undefined : typed;
    case 'number':
      return typed === '' ? undefined : numberOf(jsonOrText(typed));
    case 'condition':
      return typed ?? undefined;
    default:
      return typed === told<string | boolean>(field.usual, value) ? undefined : typed;
  }
}

/** Digits as the number they are, however many. */
const numberOf = (digits: string): Json => parseJson(digits.replace(/^0+(?=\d)/, ''));

/** What is wrong, by the member; under an empty name what is wrong with the whole. */
export function faultsOf(fields: readonly SettingField[], value: Json, t: TFunction): Record<string, string> {
  if (value === null) return {};
  if (!isMembers(value)) return { '': t('An object is expected: {…}') };
  const found = fields.flatMap((field): [string, string][] => {
    const fault = faultOf(field, value, t);
    return fault === null ? [] : [[field.name, fault]];
  });
  return Object.fromEntries(found);
}

function faultOf(field: SettingField, value: Members, t: TFunction): string | null {
  const member = value[field.name] ?? null;
  if (member === null) return isRequired(field, value) ? t('Fill this in.') : null;
  switch (field.kind) {
    case 'text':
      if (member === '' && !field.mayBeEmpty) return t('Fill this in.');
      return typeof member === 'string' && member.length <= field.most
        ? null
        : t('A text of at most {{most, number}} characters.', { most: field.most });
    case 'number': {
      const { least, most } = field;
      return isWhole(member, least, most)
        ? null
        : t('A whole number from {{least, number}} to {{most, number}}.', { least, most });
    }
    case 'choice':
      return fits(field, member)
        ? null
        : t('One of {{names}}.', { names: Object.keys(field.words).join(', ') });
    case 'flag':
      return fits(field, member) ? null : t('true or false.');
    case 'condition':
      return conditionFault(member, t);
  }
}

/** What the service tells of a condition without reading it. */
export const conditionFault = (value: Json, t: TFunction): string | null =>
  isMembers(value)
    ? null
    : ((typeof value === 'string' ? jsonFault(value, t) : null) ?? t('A condition is expected: {…}'));
