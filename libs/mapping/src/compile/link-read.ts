// The reading part of a link: constant, position, formula, or source fields with the functions that work per element.
import type { EmptyAs } from '../document/document.types.js';
import { compileFormula } from '../formula/compile-formula.js';
import { FormulaFault } from '../formula/formula.types.js';
import { formatPath, type SourcePath } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import type { RunState } from '../run/run-state.js';
import { elementsOf } from './element-condition.js';
import type { Environment } from './environment.js';
import { compileLevels, walk } from './levels.js';
import { nameLink } from './link-naming.js';
import { addFormulaFault, type LinkPlan } from './link-plan.js';
import type { LinkContext } from './link.types.js';
import { compileReader, type Evaluate, turnEmpty } from './reader.js';

/** `isElement`: the destination is an element of a list, which may take a list as its elements. */
export function compileRead(
  plan: LinkPlan,
  env: Environment,
  isElement: boolean,
  context: LinkContext,
): Evaluate {
  const { link } = plan;
  if (link.value !== undefined) return () => link.value;
  if (link.index) return compilePosition(plan, env, context);
  const emptyAs = link.empty_as ?? context.settings.empty_as;
  if (plan.formula) {
    try {
      return compileFormula(plan.formula, env, {
        ...context.functions,
        emptyAs,
        keeps: elementsOf(link.when),
      });
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      addFormulaFault(error, plan.at, plan.id, context.problems);
      return () => undefined;
    }
  }
  return compileFields(plan, env, emptyAs, isElement, context);
}

function compilePosition(plan: LinkPlan, env: Environment, context: LinkContext): Evaluate {
  const level = env.depth - 1;
  if (level < 0) {
    context.problems.add('BAD_ARGUMENT', 'A position needs a list around its destination.', {
      at: plan.at,
      linkId: plan.id,
    });
  }
  return (state) => (state.builtAt[level] ?? 0) + 1;
}

/** Source fields, with the functions before a list function applied element by element. */
function compileFields(
  plan: LinkPlan,
  env: Environment,
  emptyAs: EmptyAs | undefined,
  isElement: boolean,
  context: LinkContext,
): Evaluate {
  const deepest = deepestOf(plan, env, context);
  if (!deepest) return compileElement(plan, env, emptyAs, Math.max(plan.listCall, 0));
  const reduces = plan.calls.slice(Math.max(plan.listCall, 0)).some(({ definition }) => definition.reduces);
  if (plan.listCall < 0 || (!reduces && !isElement)) {
    addNeedsReducer(plan, deepest.path, context);
    return () => undefined;
  }
  const { levels, inner } = compileLevels(deepest.path, deepest.length, env);
  const element = compileElement(plan, inner, emptyAs, plan.listCall);
  const keeps = elementsOf(plan.link.when)(deepest.path, deepest.length, env, inner);
  const naming = nameLink(plan, inner);
  const isSideBySide = Array.isArray(plan.link.from) && plan.calls[0]?.definition.input !== 'many';
  return (state) => {
    const list: unknown[] = [];
    const visit = () => {
      if (keeps && !keeps(state)) return;
      try {
        const value = element(state);
        const values = isSideBySide ? (value as unknown[]) : [value];
        for (const item of values) if (item !== undefined) list.push(item);
      } catch (error) {
        if (error instanceof RecordFault) error.from ??= naming.from(state, error.value) ?? undefined;
        throw error;
      }
    };
    const found = walk(state, levels, visit, false);
    return found === true ? list : found;
  };
}

function addNeedsReducer({ link, at, id }: LinkPlan, path: SourcePath, { problems }: LinkContext): void {
  problems.add('NEEDS_REDUCER', `${formatPath(path)} gives a list, and ${link.to} takes one value.`, {
    at,
    linkId: id,
    fixes: [{ label: 'Take the first value', at: `${at}/fn`, value: [...(link.fn ?? []), ['first']] }],
  });
}

/** The longest chain of arrays, without a current element, that the sources run through. */
function deepestOf(plan: LinkPlan, env: Environment, context: LinkContext) {
  let deepest: { path: SourcePath; length: number } | undefined;
  for (const path of plan.from) {
    if (path.arrays.length === 0) continue;
    const isGrouped = plan.listCall >= 0 && env.groupOf(path) !== undefined;
    const length = env.unbound(path).at(-1) ?? (isGrouped ? env.base(path).length : 0);
    if (length === 0) continue;
    const shared = deepest ? Math.min(length, deepest.length) : 0;
    if (deepest && formatPath(path, shared) !== formatPath(deepest.path, shared)) {
      context.problems.add(
        'SCOPE_CONFLICT',
        `${formatPath(path, length)} and ${formatPath(deepest.path, deepest.length)} do not belong together.`,
        { at: plan.at, linkId: plan.id },
      );
    }
    if (!deepest || length > deepest.length) deepest = { path, length };
  }
  return deepest;
}

/** The value of one element: source fields, then the first `callCount` functions. */
function compileElement(
  plan: LinkPlan,
  env: Environment,
  emptyAs: EmptyAs | undefined,
  callCount: number,
): Evaluate {
  const readOf = (path: SourcePath): Evaluate => {
    const base = env.base(path);
    if (env.unbound(path).length > 0) return () => undefined;
    return turnEmpty(compileReader(base.slot, path.steps, base.length), emptyAs);
  };
  const isSeveral = Array.isArray(plan.link.from);
  if (!isSeveral && callCount === 0) return readOf(plan.from[0] as SourcePath);
  const reads = plan.from.map(readOf);
  const base = isSeveral ? (state: RunState) => reads.map((read) => read(state)) : (reads[0] as Evaluate);
  return callCount === 0 ? base : withCalls(plan.calls.slice(0, callCount), base, isSeveral);
}

function withCalls(calls: LinkPlan['calls'], base: Evaluate, isSeveral: boolean): Evaluate {
  return (state: RunState) => {
    let value = base(state);
    let isSideBySide = isSeveral;
    for (const { definition, run } of calls) {
      if (isSideBySide && definition.input !== 'many') {
        value = (value as unknown[]).map((item) => run(item, state));
      } else {
        value = run(definition.input === 'many' && !isSideBySide ? [value] : value, state);
        isSideBySide = false;
      }
    }
    return value;
  };
}
