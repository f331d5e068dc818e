/** Which members of a thing differ. */
import { sameValue } from '../api/json.js';

export interface MemberChange {
  name: string;
  /** Undefined where the member is absent. */
  before: unknown;
  after: unknown;
}

export function changedMembers(before: object, after: object): MemberChange[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  return Object.keys({ ...before, ...after })
    .filter((name) => !sameValue(old?.[name], now?.[name]))
    .map((name) => ({ name, before: old?.[name], after: now?.[name] }));
}
