// A link's `when` over the list that the link itself reads: it then says which of the elements are read.
import { compileHolds, type Holds } from '../conditions/condition.js';
import type { Condition } from '../document/document.types.js';
import type { ArrayPrefix, SourcePath } from '../paths/path.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import type { Environment } from './environment.js';
import { compileLevels, walk } from './levels.js';
import type { LinkPlan } from './link-plan.js';
import { isConditionFault } from './place-condition.js';

/** What to keep of the list that is read at `length` steps of `path`; `inner`: where its elements are the current ones. */
export type KeepsElements = (
  path: SourcePath,
  length: number,
  env: Environment,
  inner: Environment,
) => Holds | undefined;

/** Undefined for lists that the condition says nothing of, and where it is at fault. */
export function elementsOf(condition: Condition | undefined): KeepsElements {
  return (path, length, env, inner) => {
    const list = openArray(path, length, env);
    if (condition === undefined || list === null) return undefined;
    const paths: SourcePath[] = [];
    try {
      compileHolds(condition, env, (own) => paths.push(own));
    } catch (error) {
      if (isConditionFault(error)) return undefined;
      throw error;
    }
    const isConcerned = paths.some((own) => openArray(own, Infinity, env) === list);
    return isConcerned ? compileHolds(condition, inner) : undefined;
  };
}

/**
 * Whether the link takes part: where its condition speaks of the elements that the link reads, one of them must meet it
 * as a whole. Undefined where there is no such list: the condition is then one of the whole record.
 */
export function compileTakesPart({ link, reducedPaths }: LinkPlan, env: Environment): Holds | undefined {
  const keeps = elementsOf(link.when);
  const tests = reducedPaths.flatMap((path) => {
    const length = listLength(path, env);
    if (length === 0) return [];
    const { levels, inner } = compileLevels(path, length, env);
    const holds = keeps(path, length, env, inner);
    return holds ? [(state: RunState) => someElement(state, levels, holds)] : [];
  });
  return tests.length === 0 ? undefined : (state) => tests.some((test) => test(state));
}

/** Steps of the path down to the innermost array without a current element; the rows of an open group count as such. */
export const listLength = (path: SourcePath, env: Environment): number =>
  env.unbound(path).at(-1) ?? (env.groupOf(path) === undefined ? 0 : env.base(path).length);

function someElement(state: RunState, levels: Parameters<typeof walk>[1], holds: Holds): boolean {
  let isMet = false;
  const visit = () => {
    isMet ||= holds(state);
  };
  try {
    walk(state, levels, visit, false);
  } catch (error) {
    // A single value where the path expects a list: no element is there.
    if (!(error instanceof RecordFault) || error instanceof LimitFault) throw error;
  }
  return isMet;
}

/** The outermost array of the path that has no current element; null: none. */
function openArray(path: SourcePath, length: number, env: Environment): string | number | null {
  const group = env.groupOf(path);
  if (group !== undefined) return group;
  const [first] = env.unbound(path);
  if (first === undefined || first > length) return null;
  return (path.arrays.find((array) => array.length === first) as ArrayPrefix).key;
}
