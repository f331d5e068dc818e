// Before and after of an update, for the activity log. Secrets appear as "changed" only.
import { ExactNumber } from '#mapping';
import type { FieldChange } from './domain-event.js';

/**
 * The members of `after` that differ from `before`, both as they are stored: members of objects in any order are the
 * same, absent is null. Names in `secrets` never show their values.
 */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  secrets: ReadonlySet<string> = new Set(),
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of Object.entries(after)) {
    const earlier = before[field] ?? null;
    if (value === undefined || isSame(earlier, value)) continue;
    if (secrets.has(field)) changes.push({ field, before: null, after: 'changed' });
    else changes.push({ field, before: earlier, after: value });
  }
  return changes;
}

/** As `changesBetween`, of things told whole: a member that is gone is changed to null. */
export function wholeChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  secrets?: ReadonlySet<string>,
): FieldChange[] {
  const gone = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
  return changesBetween(before, { ...gone, ...after }, secrets);
}

/** Stops at the first difference: samples are large. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof ExactNumber || right instanceof ExactNumber)
    return left instanceof ExactNumber && right instanceof ExactNumber && String(left) === String(right);
  if (Array.isArray(left) || Array.isArray(right)) return Array.isArray(left) && areSameLists(left, right);
  return areSameMaps(left as Record<string, unknown>, right as Record<string, unknown>);
}

const areSameLists = (left: unknown[], right: unknown): boolean =>
  Array.isArray(right) &&
  left.length === right.length &&
  left.every((entry, index) => isSame(entry, right[index]));

function areSameMaps(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  const names = Object.keys(left).filter((name) => left[name] !== undefined);
  const others = Object.keys(right).filter((name) => right[name] !== undefined);
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
  );
}
