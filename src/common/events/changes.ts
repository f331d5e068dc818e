// Before and after of an update, for the activity log. Secrets appear as "changed" only.
import type { FieldChange } from './domain-event.js';

/** The members of `after` that differ from `before`; names in `secrets` never show their values. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  secrets: ReadonlySet<string> = new Set(),
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue;
    if (secrets.has(field)) changes.push({ field, before: null, after: 'changed' });
    else if (JSON.stringify(before[field]) !== JSON.stringify(value))
      changes.push({ field, before: before[field] ?? null, after: value });
  }
  return changes;
}
