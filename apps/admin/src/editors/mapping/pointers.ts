/** Edits of a document at a JSON pointer, each a new document. */

const stepsOf = (at: string): string[] =>
  at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Puts a value there, in a list that is new too; `-` is the end of a list. */
export function putAt<T>(document: T, at: string, value: unknown): T {
  const steps = stepsOf(at);
  const put = (current: unknown, depth: number): unknown => {
    const step = steps[depth];
    if (step === undefined) return value;
    if (Array.isArray(current) || (current === undefined && /^(\d+|-)$/.test(step))) {
      const list: unknown[] = Array.isArray(current) ? [...(current as unknown[])] : [];
      const position = step === '-' ? list.length : Number(step);
      list[position] = put(list[position], depth + 1);
      return list;
    }
    const members = membersOf(current);
    return { ...members, [step]: put(members[step], depth + 1) };
  };
  return put(document, 0) as T;
}

/** Takes away what is there, and the lists and objects that it leaves empty. */
export function takeAt<T extends object>(document: T, at: string): T {
  const steps = stepsOf(at);
  /** Undefined: nothing is left. */
  const without = (current: unknown, depth: number): unknown => {
    const step = steps[depth];
    if (step === undefined) return undefined;
    if (Array.isArray(current)) {
      const position = Number(step);
      const left = without(current[position], depth + 1);
      const list: unknown[] =
        left === undefined ? current.toSpliced(position, 1) : current.with(position, left);
      return list.length > 0 ? list : undefined;
    }
    const { [step]: old, ...rest } = membersOf(current);
    const left = without(old, depth + 1);
    if (left !== undefined) return { ...membersOf(current), [step]: left };
    return Object.keys(rest).length > 0 ? rest : undefined;
  };
  return without(document, 0) as T;
}
