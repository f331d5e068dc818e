// Paths into JSON values: `a.b`, `a[0]`, `a[-1]`, `a["any text"]`, `$` for the whole; own members only.
import { EngineError } from './errors.js';

export type PathStep = string | number;

const STEP = /\.?(?:([^.[\]"]+)|\[(-?\d+)\]|\[("(?:[^"\\]|\\.)*")\])/y;

/** Steps of a path; `$`, a leading `$.` and the empty text mean the whole value. Throws EngineError BAD_PATH. */
export function parsePath(path: string): PathStep[] {
  let text = path.trim();
  if (text === '$' || text === '') return [];
  if (text.startsWith('$.') || text.startsWith('$[')) text = text.slice(1);
  if (text.startsWith('.')) text = text.slice(1);
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (!match) throw new EngineError('BAD_PATH', `The path "${path}" cannot be read.`);
    const step =
      match[1] ?? (match[2] !== undefined ? Number(match[2]) : (JSON.parse(match[3] ?? '""') as string));
    if (step === '__proto__') throw new EngineError('BAD_PATH', `The path "${path}" names a forbidden key.`);
    steps.push(step);
  }
  return steps;
}

/** The value at the steps; undefined when a step is missing. */
export function readSteps(value: unknown, steps: readonly PathStep[]): unknown {
  let at: unknown = value;
  for (const step of steps) {
    if (at === null || typeof at !== 'object') return undefined;
    if (Array.isArray(at)) {
      const index = typeof step === 'number' ? step : /^\d+$/.test(step) ? Number(step) : NaN;
      at = Number.isNaN(index) ? undefined : (at as unknown[]).at(index);
    } else {
      const key = String(step);
      at = Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
    }
  }
  return at;
}

/** A reader of one path, parsed once. */
export function pathReader(path: string): (value: unknown) => unknown {
  const steps = parsePath(path);
  if (steps.length === 0) return (value) => value;
  return (value) => readSteps(value, steps);
}

/** A copy of `value` with `part` at the steps; only the containers on the way are copied, absent ones are made. */
export function withValueAt(value: unknown, steps: readonly PathStep[], part: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return part;
  if (typeof step === 'number' || Array.isArray(value)) {
    const list = Array.isArray(value) ? [...(value as unknown[])] : [];
    const index = Number(step);
    list[index < 0 ? list.length + index : index] = withValueAt(list.at(index), rest, part);
    return list;
  }
  const source = (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>;
  const copy: Record<string, unknown> = { ...source };
  copy[step] = withValueAt(Object.hasOwn(source, step) ? source[step] : undefined, rest, part);
  return copy;
}
