// What of a change may stand in the log: no secret, and no payload of many kilobytes.
import type { FieldChange } from '../common/events/domain-event.js';

const CHANGED = 'changed';
const MAX_FIELDS = 50;
/** A longer value is a sample or a document: that it changed is what the log is for. */
const MAX_VALUE_CHARACTERS = 2_000;
const MAX_DEPTH = 8;
const SECRET_NAME =
  /pass(?:word|phrase)|secret|token(?!_(?:url|path|answer|failure|calls)|s$)|api[-_]?key|authorization$|cookie|credential_inputs|private[-_]?key|signature|^inputs$|^auth$/i;
/** Names that sound like secrets and are none. */
const HARMLESS_NAME = /_(?:url|in|name|path|format|parameter|header|to|method|unit|codes)$|_set$/i;

/** Values under a name that sounds like a secret, at any depth, are told as "changed" only. */
export function loggableChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.slice(0, MAX_FIELDS).map(({ field, before, after }) => {
    if (isSecretName(field)) return { field, before: null, after: CHANGED };
    return { field, before: loggable(before), after: loggable(after) };
  });
}

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !HARMLESS_NAME.test(name);

function loggable(value: unknown): unknown {
  const masked = mask(value, 0);
  return JSON.stringify(masked ?? null).length > MAX_VALUE_CHARACTERS ? CHANGED : (masked ?? null);
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutUserInfo(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return CHANGED;
  if (Array.isArray(value)) return value.slice(0, 200).map((entry) => mask(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) && member !== null && member !== '' ? CHANGED : mask(member, depth + 1),
    ]),
  );
}

/** `https://user:password@host` loses what stands before the @. */
const withoutUserInfo = (text: string): string => text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1');
