/** Which paths the samples of a source hold: offered while a condition is typed, and what none of them holds is marked. */
import { isMembers } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { childPath, type PathStep, stepsOf } from '../mapping/paths.js';

/** More are offered by nobody and read by nobody. */
const MOST_PATHS = 2_000;
const MOST_ELEMENTS = 20;

/** Every path of the records, in the order in which they are met. */
export function pathsIn(records: readonly Json[]): string[] {
  const paths = new Set<string>();
  const walk = (value: Json, path: string): void => {
    if (paths.size >= MOST_PATHS) return;
    if (path !== '') paths.add(path);
    if (Array.isArray(value)) for (const each of value.slice(0, MOST_ELEMENTS)) walk(each, `${path}[]`);
    else if (isMembers(value))
      for (const [name, member] of Object.entries(value)) walk(member, childPath(path, name));
  };
  for (const record of records) walk(record, '');
  return [...paths];
}

/** False only where the records show that there is no such field: nothing is known of what is empty or null. */
export function mayBeIn(records: readonly Json[], path: string): boolean {
  if (records.length === 0 || path.trim() === '' || path.startsWith('@')) return true;
  const steps = stepsOf(path.trim());
  if (steps === null) return true;
  let values: Json[] = [...records];
  for (const step of steps) {
    if (values.some(isOpen)) return true;
    values = values.flatMap((value) => stepInto(value, step));
    if (values.length === 0) return false;
  }
  return true;
}

const isOpen = (value: Json): boolean =>
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isMembers(value) && Object.keys(value).length === 0);

function stepInto(value: Json, step: PathStep): Json[] {
  // a list may come as its only element, and a member of a list is that of each
  if (step === 'each') return Array.isArray(value) ? value : [value];
  if (Array.isArray(value)) {
    if ('key' in step) return value.flatMap((each) => stepInto(each, step));
    // a longer list than that of the sample may come
    return [value.at(step.index) ?? value[0] ?? null];
  }
  if ('index' in step) return [value];
  return isMembers(value) && Object.hasOwn(value, step.key) ? [value[step.key] ?? null] : [];
}

/** The paths that a condition compares. */
export function pathsOfCondition(condition: Json | undefined): string[] {
  if (!isMembers(condition)) return [];
  const { path, not, all, any } = condition;
  return [
    ...(typeof path === 'string' ? [path] : []),
    ...pathsOfCondition(not),
    ...[all, any].flatMap((parts) => (Array.isArray(parts) ? parts.flatMap(pathsOfCondition) : [])),
  ];
}
