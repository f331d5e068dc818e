/** Fields that an answer holds and the sample does not: the source has changed since the sample was taken. */
import { isMembers } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { childPath } from '../../editors/mapping/paths.js';

function collect(value: Json | undefined, path: string, into: Set<string>, depth: number): void {
  if (depth > 12 || into.size > 5000 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value.slice(0, 50)) collect(element, `${path}[]`, into, depth + 1);
    return;
  }
  if (!isMembers(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const next = childPath(path, key);
    into.add(next);
    collect(child, next, into, depth + 1);
  }
}

/** `samples`: all that are kept of the API. */
export function newFields(samples: readonly Json[], answer: Json): string[] {
  const known = new Set<string>();
  const seen = new Set<string>();
  for (const sample of samples) collect(sample, '', known, 0);
  collect(answer, '', seen, 0);
  return [...seen].filter((path) => !known.has(path));
}
