// A destination array while it is compiled: its links, where it stands, and its elements.
import type { Scope } from '../document/document.types.js';
import type { RunState } from '../run/run-state.js';
import type { Environment } from './environment.js';
import type { Found } from './levels.js';
import type { LinkPlan } from './link-plan.js';
import type { NodeContext } from './node.types.js';
import type { EachRow, RowSource } from './row-source.js';
import { compileRows, type RowOptions } from './rows.js';

export interface ArrayPlace {
  /** The links below it. */
  links: readonly LinkPlan[];
  /** Steps of their destinations before its `[]`. */
  length: number;
  env: Environment;
  context: NodeContext;
  path: string;
  declared: { scope: Scope; at: string } | undefined;
}

/** Appends the elements of one source to the list; says what was found in place of the source. */
export type Append = (state: RunState, list: unknown[]) => Found;

/** Appends the element of the current row. */
export type AppendElement = (state: RunState, list: unknown[]) => void;

/** All rows of a source as elements. */
export function compileElements(
  place: ArrayPlace,
  links: readonly LinkPlan[],
  source: RowSource,
  options: RowOptions,
  at: string,
): Append {
  const { problems } = place.context;
  const rows = compileRows(source, options, at, !readsElement(links, source), problems);
  return eachElement(rows.each, compileElement(place, links, rows.env));
}

export function eachElement(each: EachRow, append: AppendElement): Append {
  return (state, list) => each(state, () => append(state, list));
}

/** Whether a link copies the element itself: null elements are then values, not gaps. */
export function readsElement(links: readonly LinkPlan[], { element, env }: RowSource): boolean {
  if (element === undefined) return true;
  return links.some((plan) =>
    [...plan.plainPaths, ...plan.reducedPaths].some((path) => {
      const base = env.base(path);
      return base.slot === element && base.length === path.steps.length;
    }),
  );
}

export function compileElement(
  place: ArrayPlace,
  links: readonly LinkPlan[],
  env: Environment,
): AppendElement {
  const level = place.env.depth;
  const element = place.context.compileNode(links, place.length + 1, env.deeper(), place.context);
  const dropsEmpty = place.declared?.scope.drop_empty === true;
  const cost = element.leaves;
  const { build, kind, spreads } = element;
  return (state, list) => {
    state.spend(cost);
    state.builtAt[level] = list.length;
    const value = build(state);
    if (value !== undefined) {
      if (spreads && Array.isArray(value)) appendAll(state, list, value);
      else {
        list.push(value);
        state.countNodes(1);
        if (kind === 'leaf') state.countValue(value);
      }
    } else if (kind !== 'leaf' && !dropsEmpty) {
      list.push(kind === 'object' ? {} : []);
      state.countNodes(1);
    }
  };
}

function appendAll(state: RunState, list: unknown[], values: readonly unknown[]): void {
  state.countNodes(values.length);
  for (const value of values) {
    list.push(value);
    state.countValue(value);
  }
}
