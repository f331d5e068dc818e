// The answer to a write, kept with its ledger row for the mappings after it: whole while it is small, else what they read.
import type { CallStep } from './plan.js';
import type { ResponseView, SourceRead } from './ports.js';
import { parsePath, readSteps, withValueAt, type PathStep } from './paths.js';
import type { RunContext } from './run-context.js';

const MAX_BYTES = 64 * 1024;

/** `only`: the places that were kept of an answer that was too large; absent: it is whole. */
interface KeptAnswer extends ResponseView {
  only?: string[];
}

/** Null: even what is read of it is larger than 64 KiB. */
export function keptAnswer(ctx: RunContext, step: CallStep, response: ResponseView): KeptAnswer | null {
  const { status, headers, body } = response;
  const whole = { status, headers, body };
  if (isSmall(whole)) return whole;
  const places = placesRead(ctx, step);
  if (!places) return null;
  let cut: unknown = { status, headers: {} };
  for (const place of places) {
    const value = readSteps(whole, place);
    if (value !== undefined) cut = withValueAt(cut, place, value);
  }
  const kept = { ...(cut as ResponseView), only: places.map(textOf) };
  return isSmall(kept) ? kept : null;
}

/** The answer for the mappings as they are now; null where they read what was not kept. */
export function answerKept(ctx: RunContext, step: CallStep, kept: unknown): ResponseView | null {
  if (kept === null) return null;
  const { only, ...response } = kept as KeptAnswer;
  if (!only) return response;
  const places = placesRead(ctx, step);
  const isThere = (place: PathStep[]): boolean =>
    place.some((_, at) => only.includes(textOf(place.slice(0, at + 1))));
  return places?.every(isThere) ? response : null;
}

const isSmall = ({ headers, body }: ResponseView): boolean =>
  Buffer.byteLength(JSON.stringify([headers, body ?? null])) <= MAX_BYTES;

const textOf = (place: readonly PathStep[]): string => JSON.stringify(place);

const known = new WeakMap<RunContext, Map<string, PathStep[][] | null>>();

/** Where in the step's answer the flow reads; null: all of it, as far as anybody can tell. */
function placesRead(ctx: RunContext, step: CallStep): PathStep[][] | null {
  const places = known.get(ctx) ?? new Map<string, PathStep[][] | null>();
  known.set(ctx, places);
  const found = places.get(step.handler_id);
  if (found !== undefined) return found;
  const read = findPlacesRead(ctx, step);
  places.set(step.handler_id, read);
  return read;
}

function findPlacesRead(ctx: RunContext, step: CallStep): PathStep[][] | null {
  const { plan, ports } = ctx;
  const places: PathStep[][] = [];
  const steps = [...plan.before, ...(plan.driver ? [plan.driver] : []), ...plan.during, ...plan.after];
  for (const other of steps) {
    // a condition may read any answer before it, and is rare beside an answer so large
    if (other.when && JSON.stringify(other.when).includes('@steps')) return null;
    const { mapping } = other;
    if (!mapping?.sources.includes(step.handler_id)) continue;
    const reads = ports.reads?.(mapping.handler_id);
    if (!reads) return null;
    for (const read of reads) {
      const place = placeIn(step, read, mapping.sources[0] === step.handler_id);
      if (place === 'all') return null;
      if (place) places.push(place);
    }
  }
  return places;
}

/** null: the read is of something else. */
function placeIn(step: CallStep, { root, keys }: SourceRead, isFirst: boolean): PathStep[] | 'all' | null {
  const [id, part, ...rest] = keys;
  if (root === 'steps') {
    if (id === undefined) return 'all';
    if (id !== step.handler_id || part === 'request') return null;
    return part === undefined || rest.length === 0 ? 'all' : rest;
  }
  if (!isFirst) return null;
  if (root === 'response') return keys.length === 0 ? 'all' : [...keys];
  if (root !== 'record') return null;
  // a list of records is kept with all that is in them
  const { records_path: path } = step.api;
  return path === '' ? ['body', ...keys] : ['body', ...parsePath(path)];
}
