// The paths that a message about a link names, with the positions at which the fault happened. Worked out only when
// something is wrong.
import { type DestinationPath, formatPath, type SourcePath, type Step } from '../paths/path.js';
import type { RunState } from '../run/run-state.js';
import { ExactNumber } from '../values/exact-number.js';
import { isObject } from '../values/json-value.js';
import type { Base, Environment } from './environment.js';
import { enterRow } from './levels.js';
import type { LinkPlan } from './link-plan.js';

export interface Naming {
  /** `element`: of a list that becomes several elements, which one is meant. */
  to(state: RunState, element?: number): string;
  /** `value`: what the failing step was given; where only one of the sources holds it, that one is named. */
  from(state: RunState, value?: unknown): string | null;
}

export function nameLink(plan: LinkPlan, env: Environment): Naming {
  let to: ((state: RunState, element?: number) => string) | undefined;
  return {
    to: (state, element) => (to ??= concreteDestination(plan.to))(state, element),
    from: (state, value) => {
      const { plainPaths, reducedPaths } = plan;
      const paths = [...new Set([...plainPaths, ...reducedPaths])];
      const exact = value === undefined || value === null ? undefined : holderOf(value, paths, env, state);
      if (exact !== undefined) return exact;
      const texts = [
        ...plainPaths.map((path) => env.concrete(path)(state.positions)),
        ...reducedPaths.map((path) => env.concrete(path, true)(state.positions)),
      ];
      return texts.length === 0 ? null : [...new Set(texts)].join(', ');
    },
  };
}

/** Destination path with the positions of the elements being built. */
export function concreteDestination(
  path: DestinationPath,
  length = path.steps.length,
): (state: RunState, element?: number) => string {
  const arrays = path.arrays.filter((array) => array.length <= length);
  return (state, element = 0) => {
    const steps = [...path.steps];
    arrays.forEach((array, level) => {
      const isLast = level === arrays.length - 1;
      const index = (state.builtAt[level] ?? 0) + (isLast ? element : 0);
      steps[array.length - 1] = { kind: 'index', index };
    });
    return formatPath({ root: path.root, steps }, length);
  };
}

// --- which of several values was at fault ---

/** Values looked at before the search is given up. */
const MAX_LOOKS = 100_000;

interface Search {
  value: unknown;
  looks: number;
}

/** The first of the paths under which this very value lies, with all positions filled in. */
function holderOf(
  value: unknown,
  paths: readonly SourcePath[],
  env: Environment,
  state: RunState,
): string | undefined {
  const search: Search = { value, looks: 0 };
  for (const path of paths) {
    const base = env.base(path);
    if (paths.length === 1 && env.unbound(path).length === 0 && base.group === undefined) return undefined;
    const found = rowsOf(base, env, state, (): string | undefined => {
      const positions = find(state.slots[base.slot], path.steps, base.length, search);
      return positions && env.concrete(path)(state.positions, positions);
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks with each row of an open group as the current one; without a group, once. */
function rowsOf(
  { group }: Base,
  env: Environment,
  state: RunState,
  look: () => string | undefined,
): string | undefined {
  const rows = group === undefined ? [] : (state.groups[group] ?? []);
  const [first] = rows;
  if (group === undefined || !first) return look();
  const slots = env.groupSlots.get(group) ?? [];
  let found: string | undefined;
  for (const row of rows) {
    enterRow(state, row, slots);
    found = look();
    if (found !== undefined) break;
  }
  enterRow(state, first, slots);
  return found;
}

/** Positions of the open arrays on the way to the value; undefined when it is not there. */
function find(holder: unknown, steps: readonly Step[], at: number, search: Search): number[] | undefined {
  if (++search.looks > MAX_LOOKS) return undefined;
  const step = steps[at];
  if (!step) return isSame(holder, search.value) ? [] : undefined;
  if (step.kind === 'key') {
    return isObject(holder) && Object.hasOwn(holder, step.key)
      ? find(holder[step.key], steps, at + 1, search)
      : undefined;
  }
  const elements: unknown[] = Array.isArray(holder) ? holder : isObject(holder) ? [holder] : [];
  if (step.kind === 'index') {
    return find(elements[step.index < 0 ? elements.length + step.index : step.index], steps, at + 1, search);
  }
  for (let i = 0; i < elements.length; i++) {
    const inner = find(elements[i], steps, at + 1, search);
    if (inner) return [i, ...inner];
  }
  return undefined;
}

function isSame(left: unknown, right: unknown): boolean {
  return (
    left === right ||
    (left instanceof ExactNumber && right instanceof ExactNumber && String(left) === String(right))
  );
}
