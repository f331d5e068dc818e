// One link to one closure: when → read → fn → lookup → default → null policy → required → type.
import type { Link, LinkType, MappingSettings } from '../document/document.types.js';
import { compileFormula } from '../formula/compile-formula.js';
import { FormulaFault } from '../formula/formula.types.js';
import type { FunctionSettings } from '../functions/function.types.js';
import { arrayLengths, type DestinationPath, formatPath, type SourcePath } from '../paths/path.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { reportError } from '../run/report.js';
import type { RunState, TracedValue, TraceStep } from '../run/run-state.js';
import { toBoolean, toInteger, toText } from '../values/coerce.js';
import { toNumeric } from '../values/decimal.js';
import type { Environment } from './environment.js';
import { compileLevels, walk } from './levels.js';
import { addFormulaFault, type LinkPlan } from './link-plan.js';
import type { Problems } from './problems.js';
import { compileReader, type Evaluate, plainRead, type PlainRead } from './reader.js';

export interface LinkContext {
  settings: Required<Pick<MappingSettings, 'on_null' | 'on_missing' | 'max_errors'>> & MappingSettings;
  functions: FunctionSettings;
  problems: Problems;
  lookup(name: string): ((value: unknown) => unknown) | undefined;
}

export interface CompiledLink {
  evaluate: Evaluate;
  /** A list as result becomes elements of the destination array. */
  spreads: boolean;
  /** Set where the link is nothing but a read. */
  plain: PlainRead | undefined;
}

type Work = (value: unknown, state: RunState) => unknown;

interface Stage {
  step: TraceStep['step'];
  name: string;
  work: Work;
}

/** Texts for messages, made only when something is wrong. */
interface Naming {
  to(state: RunState): string;
  from(state: RunState): string | null;
}

export function compileLink(
  plan: LinkPlan,
  env: Environment,
  isElement: boolean,
  context: LinkContext,
): CompiledLink {
  const { link } = plan;
  const spreads = plan.calls.length > 0 || plan.formula !== null;
  const naming = nameLink(plan, env);
  const read = compileRead(plan, env, isElement, context);
  const stages = [...callStages(plan), ...laterStages(plan, isElement && spreads, context)];
  const onFault = compileOnFault(link, plan.id, naming, context.settings.max_errors);
  const run = composeStages(read, stages);
  const evaluate: Evaluate = (state) => {
    if (state.trace !== null && state.trace.linkIds.has(plan.id)) {
      return traced(state, plan.id, read, stages, naming, onFault);
    }
    try {
      return run(state);
    } catch (error) {
      return onFault(error, state);
    }
  };
  return { evaluate, spreads, plain: stages.length === 0 ? plainOf(plan, env, context) : undefined };
}

function plainOf(
  { link, from }: LinkPlan,
  env: Environment,
  { settings }: LinkContext,
): PlainRead | undefined {
  const [path] = from;
  if (!path || Array.isArray(link.from) || link.empty_as || settings.empty_as) return undefined;
  const base = env.base(path);
  return env.unbound(path).length > 0 ? undefined : plainRead(base.slot, path.steps.slice(base.length));
}

function composeStages(read: Evaluate, stages: readonly Stage[]): Evaluate {
  const works = stages.map((stage) => stage.work);
  const [first, second] = works;
  if (!first) return read;
  if (works.length === 1) return (state) => first(read(state), state);
  if (second && works.length === 2) return (state) => second(first(read(state), state), state);
  return (state) => {
    let value = read(state);
    for (const work of works) value = work(value, state);
    return value;
  };
}

function traced(
  state: RunState,
  linkId: string,
  read: Evaluate,
  stages: readonly Stage[],
  naming: Naming,
  onFault: (error: unknown, state: RunState) => unknown,
): unknown {
  const value: TracedValue = { to: naming.to(state), from: naming.from(state), link_id: linkId, steps: [] };
  state.trace?.values.push(value);
  try {
    let current = read(state);
    value.steps.push({ step: 'read', name: value.from ?? 'value', value: current });
    for (const { step, name, work } of stages) {
      current = work(current, state);
      value.steps.push({ step, name, value: current });
    }
    return current;
  } catch (error) {
    if (error instanceof RecordFault)
      value.steps.push({ step: 'error', name: error.code, value: error.value });
    return onFault(error, state);
  }
}

// --- read ---

function compileRead(plan: LinkPlan, env: Environment, isElement: boolean, context: LinkContext): Evaluate {
  const { link } = plan;
  if (link.value !== undefined) return () => link.value;
  if (link.index) return compilePosition(plan, env, context);
  if (plan.formula) {
    try {
      return compileFormula(plan.formula, env, context.functions);
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      addFormulaFault(error, plan.at, plan.id, context.problems);
      return () => undefined;
    }
  }
  const emptyAs = link.empty_as ?? context.settings.empty_as;
  return compileOperands(plan, env, emptyAs, isElement, context);
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
function compileOperands(
  plan: LinkPlan,
  env: Environment,
  emptyAs: 'missing' | 'null' | undefined,
  isElement: boolean,
  context: LinkContext,
): Evaluate {
  const deepest = deepestOf(plan, env, context);
  if (!deepest) return compileElement(plan, env, emptyAs, plan.listCall < 0 ? 0 : plan.listCall);
  const reduces = plan.calls.slice(Math.max(plan.listCall, 0)).some(({ definition }) => definition.reduces);
  if (plan.listCall < 0 || (!reduces && !isElement)) {
    context.problems.add(
      'NEEDS_REDUCER',
      `${formatPath(deepest.path)} gives a list, and ${plan.link.to} takes one value.`,
      {
        at: plan.at,
        linkId: plan.id,
        fixes: [
          { label: 'Take the first value', at: `${plan.at}/fn`, value: [...(plan.link.fn ?? []), ['first']] },
        ],
      },
    );
    return () => undefined;
  }
  const { levels, inner } = compileLevels(deepest.path, deepest.length, env);
  const element = compileElement(plan, inner, emptyAs, plan.listCall);
  const naming = nameLink(plan, inner);
  const isSideBySide = Array.isArray(plan.link.from) && plan.calls[0]?.definition.input !== 'many';
  return (state) => {
    const list: unknown[] = [];
    const visit = () => {
      try {
        const value = element(state);
        const values = isSideBySide ? (value as unknown[]) : [value];
        for (const item of values) if (item !== undefined) list.push(item);
      } catch (error) {
        if (error instanceof RecordFault) error.from ??= naming.from(state) ?? undefined;
        throw error;
      }
    };
    const found = walk(state, levels, visit, false);
    return found === true ? list : found;
  };
}

/** The longest chain of arrays, without a current element, that the sources run through. */
function deepestOf(plan: LinkPlan, env: Environment, context: LinkContext) {
  let deepest: { path: LinkPlan['from'][number]; length: number } | undefined;
  for (const path of plan.from) {
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
  emptyAs: 'missing' | 'null' | undefined,
  callCount: number,
): Evaluate {
  const reads = plan.from.map((path) => {
    const base = env.base(path);
    if (env.unbound(path).length > 0) return () => undefined;
    const read = compileReader(base.slot, path.steps.slice(base.length));
    return emptyAs ? turnEmpty(read, emptyAs) : read;
  });
  const [only] = reads;
  const calls = plan.calls.slice(0, callCount);
  const isSeveral = Array.isArray(plan.link.from);
  if (only && !isSeveral && calls.length === 0) return only;
  const base: Evaluate = isSeveral ? (state) => reads.map((read) => read(state)) : (only as Evaluate);
  if (calls.length === 0) return base;
  return (state) => {
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

function turnEmpty(read: Evaluate, emptyAs: 'missing' | 'null'): Evaluate {
  const replacement = emptyAs === 'null' ? null : undefined;
  return (state) => {
    const value = read(state);
    return value === '' ? replacement : value;
  };
}

// --- stages after reading ---

function callStages(plan: LinkPlan): Stage[] {
  const isSeveral = Array.isArray(plan.link.from);
  const done = plan.from.length === 0 ? 0 : Math.max(plan.listCall, 0);
  return plan.calls.slice(done).map(({ definition, run }, offset) => {
    const takesAll = isSeveral && offset === 0;
    if (definition.input === 'many' && !takesAll) {
      return { step: 'function', name: definition.name, work: (value, state) => run([value], state) };
    }
    const dropsMissing = definition.input === 'list' && takesAll;
    const work: Work = dropsMissing
      ? (value, state) =>
          run(Array.isArray(value) ? (value as unknown[]).filter((item) => item !== undefined) : value, state)
      : run;
    return { step: 'function', name: definition.name, work };
  });
}

function laterStages(plan: LinkPlan, spreads: boolean, context: LinkContext): Stage[] {
  const { link } = plan;
  const stages: Stage[] = [];
  if (link.lookup !== undefined) {
    const translate = context.lookup(link.lookup);
    if (!translate) {
      context.problems.add('UNKNOWN_LOOKUP', `There is no lookup table "${link.lookup}".`, {
        at: `${plan.at}/lookup`,
        linkId: plan.id,
      });
    } else stages.push({ step: 'lookup', name: link.lookup, work: eachOf(translate, spreads) });
  }
  if ('default' in link && link.default !== undefined) {
    const fallback = link.default;
    const fillsEmpty = link.default_on?.includes('empty') === true;
    stages.push({
      step: 'default',
      name: 'default',
      work: (value) =>
        value === undefined || value === null || (fillsEmpty && value === '') ? fallback : value,
    });
  }
  const policy = compilePolicy(link, context);
  if (policy) stages.push({ step: 'policy', name: 'null and missing', work: eachOf(policy, spreads) });
  if (link.required) stages.push({ step: 'policy', name: 'required', work: requireValue });
  const coercion = link.type === undefined ? undefined : COERCIONS[link.type];
  if (coercion && link.type) stages.push({ step: 'type', name: link.type, work: eachOf(coercion, spreads) });
  return stages;
}

/** On a link that spreads, each element of a list is worked on by itself. */
function eachOf(work: (value: unknown) => unknown, spreads: boolean): Work {
  if (!spreads) return work;
  return (value) =>
    Array.isArray(value)
      ? value.map((item: unknown) => work(item)).filter((item) => item !== undefined)
      : work(value);
}

function compilePolicy(link: Link, { settings }: LinkContext): ((value: unknown) => unknown) | undefined {
  const onNull = link.on_null ?? settings.on_null;
  const onMissing = link.on_missing ?? settings.on_missing;
  if (onNull === 'null' && onMissing === 'omit') return undefined;
  return (value) => {
    const kept = value === null ? applyNull(onNull) : value;
    if (kept !== undefined) return kept;
    if (value === null || onMissing === 'omit') return undefined;
    if (onMissing === 'null') return null;
    throw new RecordFault('REQUIRED', 'The source field is missing.', null);
  };
}

export function applyNull(onNull: 'null' | 'omit' | 'error'): null | undefined {
  if (onNull === 'error')
    throw new RecordFault('NULL_NOT_ALLOWED', 'The value is null.', null, 'Set a default.');
  return onNull === 'null' ? null : undefined;
}

function requireValue(value: unknown): unknown {
  if (value === undefined) {
    throw new RecordFault(
      'REQUIRED',
      'A required field has no value.',
      null,
      'Map another field, or set a default.',
    );
  }
  return value;
}

function present(coerce: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => (value === undefined || value === null ? value : coerce(value));
}

const COERCIONS: Record<LinkType, ((value: unknown) => unknown) | undefined> = {
  string: present(toText),
  number: present((value) => (typeof value === 'number' ? value : toNumeric(value))),
  integer: present(toInteger),
  boolean: present(toBoolean),
  array: present((value) => {
    if (!Array.isArray(value)) throw new RecordFault('NOT_AN_ARRAY', 'A list was expected.', value);
    return value as unknown[];
  }),
  any: undefined,
};

// --- faults ---

function compileOnFault(
  link: Link,
  id: string,
  naming: Naming,
  maxErrors: number,
): (error: unknown, state: RunState) => unknown {
  const policy = link.on_error ?? 'fail';
  const report = (fault: RecordFault, state: RunState) =>
    reportError(
      state,
      fault,
      { linkId: id, from: fault.from ?? naming.from(state), to: naming.to(state) },
      maxErrors,
    );
  return (error, state) => {
    if (!(error instanceof RecordFault) || error instanceof LimitFault) throw error;
    if (policy === 'fail') {
      report(error, state);
      return undefined;
    }
    const replacement = policy === 'null' ? null : policy === 'default' ? link.default : undefined;
    if (replacement === undefined && link.required) {
      report(error, state);
      return undefined;
    }
    state.warn('ERROR_REPLACED', link.to, id, `${error.code}: the value was replaced as on_error says.`);
    return replacement;
  };
}

/** Paths are worked out when the first message needs them: most links never do. */
function nameLink(plan: LinkPlan, env: Environment): Naming {
  let to: ((state: RunState) => string) | undefined;
  let from: ((positions: readonly number[]) => string)[] | undefined;
  return {
    to: (state) => (to ??= concreteDestination(plan.to))(state),
    from: (state) => {
      from ??= sourcesOf(plan).map((path) => env.concrete(path));
      const texts = from.map((text) => text(state.positions));
      return texts.length === 0 ? null : [...new Set(texts)].join(', ');
    },
  };
}

function sourcesOf(plan: LinkPlan): SourcePath[] {
  return [...new Set([...plan.plainPaths, ...plan.reducedPaths])];
}

/** Destination path with the positions of the elements being built. */
export function concreteDestination(
  path: DestinationPath,
  length = path.steps.length,
): (state: RunState) => string {
  const arrays = arrayLengths(path).filter((candidate) => candidate <= length);
  return (state) => {
    const steps = [...path.steps];
    arrays.forEach((end, level) => (steps[end - 1] = { kind: 'index', index: state.builtAt[level] ?? 0 }));
    return formatPath({ root: path.root, steps }, length);
  };
}
