// One link to one closure: when → read → fn → lookup → default → null policy → required → type.
import { mayWarn } from '../formula/formula-paths.js';
import { formatPath } from '../paths/path.js';
import { RecordFault } from '../run/record-fault.js';
import type { LinkPlace, RunState, TracedValue } from '../run/run-state.js';
import { directRead, type DirectRead } from './direct-read.js';
import type { Environment } from './environment.js';
import { compileOnFault, type OnFault } from './link-faults.js';
import { nameLink, type Naming } from './link-naming.js';
import type { LinkPlan } from './link-plan.js';
import { compileRead } from './link-read.js';
import { compileStages } from './link-stages.js';
import type { LinkContext, Stage } from './link.types.js';
import type { Evaluate } from './reader.js';

export interface CompiledLink {
  evaluate: Evaluate;
  /** A list as result becomes elements of the destination array. */
  spreads: boolean;
  /** Set where the link usually is nothing but a read. */
  direct: DirectRead | undefined;
}

export function compileLink(
  plan: LinkPlan,
  env: Environment,
  isElement: boolean,
  context: LinkContext,
): CompiledLink {
  const spreads = plan.calls.length > 0 || plan.formula !== null;
  const read = compileRead(plan, env, isElement, context);
  const stages = compileStages(plan, isElement && spreads, context);
  const run = withPlace(plan, composeStages(read, stages));
  const naming = nameLink(plan, env);
  // Most links never fail: what a fault needs is made when the first one is there.
  let onFault: OnFault | undefined;
  const fail: OnFault = (error, state) =>
    (onFault ??= compileOnFault(plan.link, plan.id, naming, context.settings.max_errors))(error, state);
  const evaluate: Evaluate = (state) => {
    if (state.trace !== null && state.trace.linkIds.has(plan.id)) {
      return traced(state, plan, read, stages, naming, fail);
    }
    try {
      return run(state);
    } catch (error) {
      return fail(error, state);
    }
  };
  return { evaluate, spreads, direct: directRead(plan, env, context) };
}

/** Warnings of functions name the link that they work for. */
function withPlace(plan: LinkPlan, run: Evaluate): Evaluate {
  if (!plan.calls.some(({ definition }) => definition.warns) && !mayWarn(plan.formula)) return run;
  const place: LinkPlace = { to: formatPath(plan.to), linkId: plan.id };
  return (state) => {
    state.place = place;
    return run(state);
  };
}

function composeStages(read: Evaluate, stages: readonly Stage[]): Evaluate {
  const first = stages[0]?.work;
  const second = stages[1]?.work;
  if (!first) return read;
  if (!second) return (state) => first(read(state), state);
  if (stages.length === 2) return (state) => second(first(read(state), state), state);
  const works = stages.map((stage) => stage.work);
  return (state) => {
    let value = read(state);
    for (const work of works) value = work(value, state);
    return value;
  };
}

function traced(
  state: RunState,
  plan: LinkPlan,
  read: Evaluate,
  stages: readonly Stage[],
  naming: Naming,
  onFault: OnFault,
): unknown {
  const value: TracedValue = { to: naming.to(state), from: naming.from(state), link_id: plan.id, steps: [] };
  state.trace?.values.push(value);
  state.place = { to: formatPath(plan.to), linkId: plan.id };
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
    const told = state.errors.length;
    const replacement = onFault(error, state);
    if (state.errors.length === told)
      value.steps.push({ step: 'policy', name: 'on_error', value: replacement });
    return replacement;
  }
}
