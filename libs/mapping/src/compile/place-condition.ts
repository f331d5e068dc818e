// A condition of the document compiled at its place: faults become problems.
import { compileHolds, ConditionError, type Holds } from '../conditions/condition.js';
import type { Condition } from '../document/document.types.js';
import { PathError } from '../paths/path.js';
import { PatternError } from '../values/patterns.js';
import type { Environment } from './environment.js';
import type { Problems } from './problems.js';

/** Undefined when the condition is at fault; all its faults are then told. */
export function compileCondition(
  condition: Condition,
  env: Environment,
  at: string,
  problems: Problems,
  linkId: string | null = null,
): Holds | undefined {
  try {
    return compileHolds(condition, env);
  } catch (error) {
    if (!isConditionFault(error)) throw error;
  }
  for (const [part, place] of partsOf(condition, at)) {
    try {
      compileHolds(part, env);
    } catch (error) {
      if (!isConditionFault(error)) throw error;
      if (error instanceof PathError) {
        problems.add(error.code, error.message, { at: place, linkId, position: error.position });
      } else problems.add('BAD_ARGUMENT', error.message, { at: place, linkId });
    }
  }
  return undefined;
}

/** Of a condition that is told as problems when it is compiled at its place. */
export function isConditionFault(error: unknown): error is PathError | ConditionError | PatternError {
  return error instanceof PathError || error instanceof ConditionError || error instanceof PatternError;
}

/** The single comparisons with their JSON pointers. */
function partsOf(condition: Condition, at: string): [Condition, string][] {
  if ('all' in condition) return condition.all.flatMap((part, index) => partsOf(part, `${at}/all/${index}`));
  if ('any' in condition) return condition.any.flatMap((part, index) => partsOf(part, `${at}/any/${index}`));
  if ('not' in condition) return partsOf(condition.not, `${at}/not`);
  return [[condition, at]];
}
