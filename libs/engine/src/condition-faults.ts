// What is wrong with the condition of a handler by what it reads: a record where there is none, an answer that is not there.
import { parsePath } from './paths.js';
import type { Condition } from './types.js';

export interface ConditionFault {
  code: 'LEVEL_ESCAPE' | 'UNKNOWN_HANDLER' | 'MAPPING_ORDER';
  /** to be put behind the name of the handler */
  words: string;
}

/** How the other calls of the flow stand to the one with the condition. */
export interface Surroundings {
  /** it is called once per run, before or after the records */
  isOncePerRun: boolean;
  isCall: (handlerId: string) => boolean;
  /** there is an answer, or a part of one, for each record */
  isNarrow: (handlerId: string) => boolean;
  /** for one record it is called before the one with the condition, or once before all records */
  isBefore: (handlerId: string) => boolean;
  nameOf: (handlerId: string) => string;
}

/** All faults, the first of a kind for each handler that is read. */
export function conditionFaults(condition: Condition | null, around: Surroundings): ConditionFault[] {
  const paths = conditionPaths(condition);
  const handlerIds = answersReadBy(condition);
  const readsRecord = paths.some((path) => !path.startsWith('@') || /^@response\b/.test(path));
  if (
    around.isOncePerRun &&
    (readsRecord || handlerIds.some((id) => around.isCall(id) && around.isNarrow(id)))
  )
    return [
      {
        code: 'LEVEL_ESCAPE',
        words: 'is called once per run: its condition cannot use a single record.',
      },
    ];
  return handlerIds.flatMap((id): ConditionFault[] => {
    if (!around.isCall(id))
      return [
        {
          code: 'UNKNOWN_HANDLER',
          words: `has a condition that reads "${id}", which is no API Call Handler of this flow.`,
        },
      ];
    if (around.isBefore(id)) return [];
    return [
      {
        code: 'MAPPING_ORDER',
        words: `has a condition that reads the answer to "${around.nameOf(id)}", which is not called before it.`,
      },
    ];
  });
}

/** Handlers whose answers the condition reads. */
export function answersReadBy(condition: Condition | null | undefined): string[] {
  return [...new Set(conditionPaths(condition).flatMap(handlerIdIn))];
}

/** All paths that a condition reads, as they are written. */
export function conditionPaths(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(conditionPaths);
  if (condition === null || typeof condition !== 'object') return [];
  const { path, all, any, not } = condition as Record<string, unknown>;
  return typeof path === 'string' ? [path] : [all, any, not].flatMap(conditionPaths);
}

/** What cannot be read as a path is left to the compiler of conditions. */
function handlerIdIn(path: string): string[] {
  if (!path.startsWith('@steps')) return [];
  try {
    const [, id] = parsePath(path);
    return id === undefined ? [] : [String(id)];
  } catch {
    return [];
  }
}
