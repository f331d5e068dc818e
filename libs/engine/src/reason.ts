// The reason that an error answer gives in its own words.
import { scalarText } from './identity.js';
import { shortText } from './short-text.js';

const MAX_LENGTH = 300;
const MAX_DEPTH = 6;
const MAX_ITEMS = 5;

/** What an error says of itself, by names without case and signs, in the order in which APIs say it best (RFC 9457, RFC 6749). */
const SENTENCES = [
  'message',
  'msg',
  'detail',
  'errordescription',
  'errormessage',
  'errmsg',
  'faultstring',
  'faultmessage',
  'description',
  'reason',
  'text',
  'title',
  'error',
  'errorcode',
];
/** Of these an answer that is no error has its own, of what it brings. */
const OF_THINGS: ReadonlySet<string> = new Set(['description', 'reason', 'text', 'title', 'errorcode']);
/** Lists of what is wrong, or objects of them by field. */
const LISTS: ReadonlySet<string> = new Set([
  'errors',
  'errordetails',
  'details',
  'exceptions',
  'violations',
  'invalidparams',
  'validationerrors',
  'validationmessages',
  'fielderrors',
  'usererrors',
  'modelstate',
  'messages',
  'problems',
]);
/** What an error may be wrapped in, besides an object of one member. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'data',
  'result',
  'response',
  'meta',
  'fault',
  'exception',
  'envelope',
  'body',
  'status',
]);
/** Where one of several errors says which field it is about. */
const FIELDS: ReadonlySet<string> = new Set([
  'field',
  'fieldname',
  'attribute',
  'param',
  'parameter',
  'property',
  'propertyname',
  'propertypath',
  'path',
  'pointer',
  'name',
  'loc',
]);
/** Names under which errors of no single field stand. */
const NO_FIELDS: ReadonlySet<string> = new Set(['', 'base', 'nonfielderrors', 'general', 'global', 'all']);

type Members = Record<string, unknown>;
/** `top`: the answer itself; `good`: an answer that is no error by its status; `error`: what stands for an error; `list`: its parts. */
type Place = 'top' | 'good' | 'error' | 'list';

/** A short text from the body, or null. HTML gives none: the stored response has it whole. */
export function reasonIn(body: unknown, isGood = false): string | null {
  const words = wordsIn(body, isGood ? 'good' : 'top', 0);
  return words === null ? null : shortText(words, MAX_LENGTH);
}

/** The words of the `error` or `errors` of an answer. */
export function reasonOf(error: unknown): string | null {
  const words = wordsIn(error, 'list', 1);
  return words === null ? null : shortText(words, MAX_LENGTH);
}

function wordsIn(value: unknown, place: Place, depth: number): string | null {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return listed(value as unknown[], place, depth);
  const members = value as Members;
  if (place === 'list' && isByField(members)) return byField(members, depth);
  const said = sentenceIn(members, place, depth);
  const parts = partsIn(members, depth);
  if (said === null && parts === null) return place === 'list' ? null : wrapped(members, place, depth);
  if (said === null || parts === null || said.includes(parts)) return said ?? parts;
  if (parts.includes(said)) return parts;
  return /[.!?:]$/.test(said) ? `${said} ${parts}` : `${said}: ${parts}`;
}

function cleaned(value: string): string | null {
  const text = value
    .slice(0, 10 * MAX_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' || text.startsWith('<') ? null : text;
}

/** The first ones, each once. */
function listed(values: readonly unknown[], place: Place, depth: number): string | null {
  const found = new Set<string>();
  for (const value of values.slice(0, MAX_ITEMS)) {
    const words = wordsIn(value, place === 'top' || place === 'error' ? 'list' : place, depth + 1);
    if (words !== null) found.add(words);
  }
  return found.size === 0 ? null : [...found].join('; ');
}

/** Names of members without case and signs (`error_description`, `errorDescription`, `soap:Fault`, `@message`). */
const plain = (name: string): string =>
  name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

function sentenceIn(members: Members, place: Place, depth: number): string | null {
  const byName = new Map(Object.keys(members).map((name) => [plain(name), name]));
  for (const name of SENTENCES) {
    const own = byName.get(name);
    if (own === undefined || (place === 'good' && OF_THINGS.has(name))) continue;
    const words = wordsIn(members[own], 'error', depth + 1);
    if (words !== null) return withField(members, filledIn(words, members.parameters), place);
  }
  if (place !== 'list') return languageText(members);
  const code = members.code ?? members.type;
  return typeof code === 'string' ? withField(members, code, place) : null;
}

/** OData writes `{"lang": "en", "value": "…"}`. */
function languageText({ lang, value }: Members): string | null {
  return lang !== undefined && typeof value === 'string' ? cleaned(value) : null;
}

/** Magento writes `%1` or `%name` where a parameter stands. */
function filledIn(text: string, parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return text;
  const values = parameters as Members | unknown[];
  return text.replace(/%(\w+)/g, (whole, name: string) => {
    const value = Array.isArray(values)
      ? values[Number(name) - 1]
      : Object.hasOwn(values, name) && values[name];
    return scalarText(value === false ? undefined : value) ?? whole;
  });
}

function withField(members: Members, words: string, place: Place): string {
  if (place !== 'list') return words;
  const field = fieldIn(members) ?? fieldIn((members.source ?? {}) as Members);
  return field === null || words.includes(field) ? words : `${field}: ${words}`;
}

function fieldIn(members: Members): string | null {
  for (const [name, value] of Object.entries(members)) {
    if (!FIELDS.has(plain(name))) continue;
    const texts = [value].flat().map(scalarText);
    if (texts.length > 0 && texts.every((text) => text !== null)) return texts.join('.');
  }
  return null;
}

function partsIn(members: Members, depth: number): string | null {
  for (const [name, value] of Object.entries(members)) {
    if (!LISTS.has(plain(name))) continue;
    const words = wordsIn(value, 'list', depth + 1);
    if (words !== null) return words;
  }
  return null;
}

/** `{"sku": ["is invalid"]}`, `{"sku": {"message": "is invalid"}}`: names of fields, and not of what an error has. */
function isByField(members: Members): boolean {
  const entries = Object.entries(members);
  if (entries.length === 0) return false;
  if (entries.every(([, value]) => Array.isArray(value))) return true;
  return entries.every(
    ([name, value]) =>
      (typeof value === 'string' || (typeof value === 'object' && value !== null)) &&
      !isOfErrors(plain(name)),
  );
}

const isOfErrors = (name: string): boolean =>
  SENTENCES.includes(name) ||
  LISTS.has(name) ||
  FIELDS.has(name) ||
  ['code', 'type', 'source'].includes(name);

function byField(members: Members, depth: number): string | null {
  const found: string[] = [];
  for (const [name, value] of Object.entries(members)) {
    const words = Array.isArray(value)
      ? listed(value, 'list', depth)?.replaceAll('; ', ', ')
      : wordsIn(value, 'list', depth + 1);
    if (!words) continue;
    found.push(NO_FIELDS.has(plain(name)) ? words : `${name}: ${words}`);
    if (found.length === MAX_ITEMS) break;
  }
  return found.length === 0 ? null : found.join('; ');
}

/** Objects around the error: a SOAP fault, `{"data": {…}}`; or a bare object of fields with what is wrong with each. */
function wrapped(members: Members, place: Place, depth: number): string | null {
  const entries = Object.entries(members);
  const isBareFields =
    place === 'top' &&
    entries.every(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isText));
  if (isBareFields) return byField(members, depth);
  for (const [name, value] of entries) {
    const isWrapper = entries.length === 1 || WRAPPERS.has(plain(name));
    if (!isWrapper || typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const words = wordsIn(value, place === 'error' ? 'error' : 'good', depth + 1);
    if (words !== null) return words;
  }
  return null;
}

const isText = (value: unknown): boolean => typeof value === 'string';
