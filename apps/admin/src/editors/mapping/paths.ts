/** Field paths as the mapping document writes them: `key.key`, `[]` for each, `[n]`, `["any text"]`. */

/** The arrays that a path runs through, outermost first: `a[].b[].c` → `a[]`, `a[].b[]`. */
export function arraysOf(path: string): string[] {
  const found: string[] = [];
  for (const match of path.matchAll(/\[\]/g)) found.push(path.slice(0, match.index + 2));
  return found;
}

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
