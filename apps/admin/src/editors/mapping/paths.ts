/** Field paths as the mapping document writes them: `key.key`, `[]` for each, `[n]`, `["any text"]`. */
import { isMembers } from '../../api/json.js';
import type { Json } from '../../api/types.js';

/** The arrays that a path runs through, outermost first: `a[].b[].c` → `a[]`, `a[].b[]`. */
export function arraysOf(path: string): string[] {
  const found: string[] = [];
  for (const match of path.matchAll(/\[\]/g)) found.push(path.slice(0, match.index + 2));
  return found;
}

/** Every list that these paths run through, once. */
export const listsOf = (paths: readonly string[]): string[] => [...new Set(paths.flatMap(arraysOf))];

/** Writes one more step after a path: a plain key by a dot, any other in brackets. */
export function childPath(parent: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/** The path above, or null at the top: `a[].b` → `a[]` → `a` → null. */
export function parentPath(path: string): string | null {
  const bracket = /\[(?:-?\d*|"(?:[^"\\]|\\.)*")\]$/.exec(path);
  if (bracket) return bracket.index === 0 ? null : path.slice(0, bracket.index);
  const dot = path.lastIndexOf('.');
  return dot === -1 ? null : path.slice(0, dot);
}

/** The last step as a person reads it. */
export function lastStep(path: string): string {
  const bracket = /\["((?:[^"\\]|\\.)*)"\]$/.exec(path);
  if (bracket) return JSON.parse(`"${bracket[1] ?? ''}"`) as string;
  const parent = parentPath(path);
  return parent === null ? path : path.slice(parent.length).replace(/^\./, '');
}

/** The steps of a path: keys as texts, positions as numbers; null where it cannot be read (`[]` among it). */
function stepsOf(path: string): (string | number)[] | null {
  if (path === '' || path === '$') return [];
  const steps: (string | number)[] = [];
  const pattern = /(?:^|\.)([^.[\]]+)|\[(-?\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (!match) return null;
    if (match[2] !== undefined) steps.push(Number(match[2]));
    else steps.push(match[3] === undefined ? (match[1] ?? '') : (JSON.parse(match[3]) as string));
  }
  return steps;
}

/** The value at a path without `[]`; undefined where there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  const steps = stepsOf(path.replace(/\[\]$/, ''));
  return steps === null
    ? undefined
    : steps.reduce<Json | undefined>((current, step) => {
        if (Array.isArray(current)) return typeof step === 'number' ? current.at(step) : undefined;
        return isMembers(current) && Object.hasOwn(current, step) ? current[String(step)] : undefined;
      }, value);
}
