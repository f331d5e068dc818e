// Looks a value up in a parsed answer: `authed_user.access_token`, `[0].token`, `data[0]["x.y"]`.

/** The steps of a path; null when it cannot be read. Numbers are list indexes. */
export function parsePath(path: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  let rest = path.replace(/^\$\.?/, '');
  while (rest !== '') {
    const index = /^\[(\d{1,6})\]\.?/.exec(rest);
    const quoted = /^\[(?:"([^"]*)"|'([^']*)')\]\.?/.exec(rest);
    const name = /^([^.[\]]+)(?:\.(?=.)|(?=\[)|$)/.exec(rest);
    const match = index ?? quoted ?? name;
    if (!match) return null;
    steps.push(index ? Number(index[1]) : quoted ? (quoted[1] ?? quoted[2] ?? '') : (name?.[1] ?? ''));
    rest = rest.slice(match[0].length);
  }
  return steps.length === 0 ? null : steps;
}

/** The own member at the end of the steps, or undefined. Never reads a prototype. */
export function valueAt(root: unknown, steps: readonly (string | number)[]): unknown {
  let current = root;
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** A plain object (not null, not a list). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when no value lies deeper than `most` levels; walks without recursion. */
export function isWithinDepth(root: unknown, most: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap(childrenOf);
    if (level.length === 0) return true;
  }
  return false;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value as Record<string, unknown>) : [];
}
