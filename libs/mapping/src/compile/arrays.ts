// Destination arrays: which source array each follows, and how its elements are built.
import type { NullPolicy } from '../document/document.types.js';
import { formatPath } from '../paths/path.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { type ErrorPlace, reportError } from '../run/report.js';
import type { RunState } from '../run/run-state.js';
import { candidates, chooseSource } from './array-candidates.js';
import { type Append, type ArrayPlace, compileElements } from './array-place.js';
import { compileDeclared } from './declared-arrays.js';
import type { Environment } from './environment.js';
import { compileLevels } from './levels.js';
import { concreteDestination } from './link-naming.js';
import type { LinkPlan } from './link-plan.js';
import { applyNull } from './link-stages.js';
import type { DestinationNode, NodeContext } from './node.types.js';
import type { Evaluate } from './reader.js';
import { arraySource } from './row-source.js';
import type { RowOptions } from './rows.js';

/** Compiles the array at step `length` of these links' destinations. */
export function compileArray(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const path = formatPath((links[0] as LinkPlan).to, length + 1);
  const declared = context.scopes.get(path);
  const place: ArrayPlace = { links, length, env, context, path, declared };
  let append = declared && compileDeclared(place, declared.scope, declared.at);
  if (append === undefined) append = compileFollowing(place, declared?.scope ?? {}, declared?.at ?? '');
  if (append === null) return { kind: 'array', build: () => undefined, spreads: false, leaves: 0 };
  return append ? finishArray(place, append) : compileWrap(place);
}

function finishArray(place: ArrayPlace, append: Append): DestinationNode {
  const { settings } = place.context;
  const level = place.env.depth;
  const to = concreteDestination((place.links[0] as LinkPlan).to, place.length);
  const build = guarded(
    (state) => {
      const outer = state.builtAt[level] ?? 0;
      const list: unknown[] = [];
      const found = append(state, list);
      state.builtAt[level] = outer;
      if (found === undefined) return undefined;
      return found === null ? nullList(state, settings.on_null) : list;
    },
    (fault, state) => ({ linkId: null, from: fault.from ?? null, to: to(state) }),
    settings.max_errors,
  );
  return { kind: 'array', build, spreads: false, leaves: place.links.length };
}

function nullList(state: RunState, onNull: NullPolicy): null | undefined {
  try {
    return applyNull(onNull);
  } catch (error) {
    if (error instanceof RecordFault) error.from = state.nullArray?.path(state.positions);
    throw error;
  }
}

/** No declared source: the links say which array is followed; undefined when none, the array then wraps once. */
function compileFollowing(place: ArrayPlace, options: RowOptions, at: string): Append | undefined | null {
  const { links, env } = place;
  const chosen = chooseSource(place, candidates(place));
  if (chosen === null) return null;
  if (chosen) {
    const { levels, inner } = compileLevels(chosen.path, chosen.length, env);
    return compileElements(place, links, arraySource(levels, inner), options, at);
  }
  const group = env.openGroupOf();
  if (group === undefined) return undefined;
  const slots = env.groupSlots.get(group) ?? [];
  const source = arraySource([{ kind: 'group', group, slots }], env.closeGroup(group));
  return compileElements(place, links, source, options, at);
}

/** Rule 4: exactly one element, left out if nothing in it has a value. */
function compileWrap({ links, length, env, context }: ArrayPlace): DestinationNode {
  const level = env.depth;
  const element = context.compileNode(links, length + 1, env.deeper(), context);
  const build: Evaluate = (state) => {
    const outer = state.builtAt[level] ?? 0;
    state.builtAt[level] = 0;
    const value = element.build(state);
    state.builtAt[level] = outer;
    if (value === undefined || (value === null && element.spreads)) return value;
    if (element.spreads && Array.isArray(value)) return value as unknown[];
    if (element.kind === 'leaf') state.countValue(value);
    return [value];
  };
  return { kind: 'array', build, spreads: false, leaves: element.leaves };
}

/** Guards a place whose own faults (not those of one link) become errors of the record. */
function guarded(
  build: Evaluate,
  placeOf: (fault: RecordFault, state: RunState) => ErrorPlace,
  maxErrors: number,
): Evaluate {
  return (state) => {
    try {
      return build(state);
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error;
      if (error instanceof LimitFault) {
        error.place ??= placeOf(error, state);
        throw error;
      }
      reportError(state, error, placeOf(error, state), maxErrors);
      return undefined;
    }
  };
}
