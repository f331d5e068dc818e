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

export type PathStep = { key: string } | { index: number } | 'each';

/** The steps of a path, with or without a `$` before them; null where it cannot be read, also while it is typed. */
export function stepsOf(path: string): PathStep[] | null {
  const steps: PathStep[] = [];
  const pattern = /(?:^|\.)([^.[\]]+)|\[(-?\d*)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  const text = path.replace(/^\$(?=[.[]|$)\.?/, '');
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    const [, plain, index, quoted] = match;
    if (index !== undefined) steps.push(index === '' ? 'each' : { index: Number(index) });
    else {
      const key = quoted === undefined ? plain : unquoted(quoted);
      if (key === undefined) return null;
      steps.push({ key });
    }
  }
  return steps;
}

/** Undefined while an escape is only half typed. */
function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** The value at a path without `[]`; undefined where there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  const steps = stepsOf(path.replace(/\[\]$/, ''));
  if (steps === null) return undefined;
  return steps.reduce<Json | undefined>((current, step) => {
    if (step === 'each') return undefined;
    if (Array.isArray(current)) return 'index' in step ? current.at(step.index) : undefined;
    const name = 'key' in step ? step.key : String(step.index);
    return isMembers(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }, value);
}
