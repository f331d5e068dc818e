// Adds an error to a record, shortened and with secrets masked.
import { firstCharacters } from '../functions/characters.js';
import { ExactNumber } from '../values/exact-number.js';
import { stringifyJson } from '../values/json-text.js';
import { isObject, type JsonObject, setOwn } from '../values/json-value.js';
import type { RecordFault } from './record-fault.js';
import { sizeOf, type RunState } from './run-state.js';

/** Ends a record that has as many errors as are told. */
export class EnoughErrors extends Error {
  constructor() {
    super('The record has as many errors as are reported.');
    this.name = 'EnoughErrors';
  }
}

export interface ErrorPlace {
  linkId: string | null;
  from: string | null;
  to: string;
}

export function reportError(state: RunState, fault: RecordFault, place: ErrorPlace, maxErrors: number): void {
  state.errors.push({
    code: fault.code,
    link_id: place.linkId,
    from: place.from,
    to: place.to,
    value: isSecret(place.from) || isSecret(place.to) ? mask(fault.value) : shorten(fault.value),
    message: fault.message,
    hint: fault.hint,
  });
  if (state.errors.length >= maxErrors) throw new EnoughErrors();
}

/** In the words of a path, each before a space: parts of words, then words of their own that others may contain. */
const SECRET =
  /password|passwd|pass ?phrase|secret(?!ar)|token|(?:api|access|private) ?key|authorization|credential|card ?number|cookie| (?:pass words?|pwd|cvv2?|cvc2?|ibans?|ssn)(?: |$)/;

/** Any step may say so: `credentials.user` is as secret as `user.password`. */
function isSecret(path: string | null): boolean {
  return path !== null && SECRET.test(wordsOf(path));
}

/** `@headers.X-Api-Key` gives ` headers x api key`. */
function wordsOf(path: string): string {
  return ` ${path}`
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

function mask(value: unknown): unknown {
  return value === null || value === undefined ? null : '***';
}

const MAX_TEXT = 200;
const MAX_NODES = 50;

/** Scalars as they are (exact numbers as text), long texts cut, large lists and objects told by their kind. */
function shorten(value: unknown): unknown {
  if (value === undefined) return null;
  const scalar = value instanceof ExactNumber ? value.toString() : value;
  if (typeof scalar === 'string')
    return scalar.length <= MAX_TEXT ? scalar : `${firstCharacters(scalar, MAX_TEXT)}…`;
  if (typeof scalar !== 'object' || scalar === null) return scalar;
  return isSmall(scalar) ? withoutSecrets(scalar) : Array.isArray(scalar) ? '(list)' : '(object)';
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    setOwn(shown, key, isSecret(key) ? mask(member) : withoutSecrets(member));
  }
  return shown;
}

function isSmall(value: object): boolean {
  try {
    const { nodes, characters } = sizeOf(value);
    return nodes <= MAX_NODES && characters <= MAX_TEXT && stringifyJson(value).length <= 2 * MAX_TEXT;
  } catch {
    return false;
  }
}
