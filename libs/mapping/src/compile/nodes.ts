// The destination tree: from the links below one place to the closure that builds what stands there.
import { formatPath, type Step } from '../paths/path.js';
import type { Holds } from '../conditions/condition.js';
import { compileArray } from './arrays.js';
import { compileTakesPart } from './element-condition.js';
import type { Environment } from './environment.js';
import { compileLink } from './link.js';
import type { LinkPlan } from './link-plan.js';
import type { DestinationNode, NodeContext } from './node.types.js';
import { type Member, objectBuilder } from './object-builder.js';
import type { Evaluate } from './reader.js';
import { compileCondition } from './place-condition.js';

const NOTHING: DestinationNode = { kind: 'leaf', build: () => undefined, spreads: false, leaves: 0 };

/** Compiles the place `length` steps down the paths of these links, which all share that prefix. */
export function compileNode(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const [first] = links;
  if (!first) return NOTHING;
  const ending = links.reduce((count, plan) => (plan.to.steps.length === length ? count + 1 : count), 0);
  if (ending === links.length) return compileLeaf(links, length, env, context);
  if (ending > 0) {
    return clash(links, links.find((plan) => plan.to.steps.length === length) ?? first, length, context);
  }
  const { kind } = first.to.steps[length] as Step;
  if (links.some((plan) => plan.to.steps[length]?.kind !== kind)) return clash(links, first, length, context);
  if (kind === 'key') return compileObject(links, length, env, context);
  return kind === 'each'
    ? compileArray(links, length, env, context)
    : compileIndexed(links, length, env, context);
}

function clash(
  links: readonly LinkPlan[],
  first: LinkPlan,
  length: number,
  { problems }: NodeContext,
): DestinationNode {
  const other = links.find((plan) => isOtherKind(plan.to.steps[length], first.to.steps[length])) ?? first;
  problems.add(
    'PATH_CONFLICT',
    `${formatPath(first.to)} and ${formatPath(other.to)} cannot both be there: ` +
      'a place is one value, an object, a list or a list with fixed positions.',
    { at: `${other.at}/to`, linkId: other.id },
  );
  return NOTHING;
}

function isOtherKind(left: Step | undefined, right: Step | undefined): boolean {
  return left?.kind !== right?.kind;
}

// --- leaf ---

function compileLeaf(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const isElement = links[0]?.to.steps[length - 1]?.kind === 'each';
  checkDuplicates(links, context);
  const [only] = links;
  if (only && links.length === 1 && !only.link.when) {
    const { evaluate, spreads, direct } = compileLink(only, env, isElement, context);
    return { kind: 'leaf', build: evaluate, spreads, leaves: 1, direct };
  }
  const chain = links.map((plan) => ({
    holds: compileWhen(plan, env, context),
    compiled: compileLink(plan, env, isElement, context),
  }));
  const spreads = chain.some(({ compiled }) => compiled.spreads);
  const build: Evaluate = (state) => {
    for (const { holds, compiled } of chain) if (!holds || holds(state)) return compiled.evaluate(state);
    return undefined;
  };
  return { kind: 'leaf', build, spreads, leaves: chain.length };
}

/** Undefined: the link always takes part, or its condition is at fault. */
function compileWhen(plan: LinkPlan, env: Environment, { problems }: NodeContext): Holds | undefined {
  if (!plan.link.when) return undefined;
  const holds = compileCondition(plan.link.when, env, `${plan.at}/when`, problems, plan.id);
  return compileTakesPart(plan, env) ?? holds;
}

/** Several links to one place are a chain in which all but the last have a condition. */
function checkDuplicates(links: readonly LinkPlan[], { problems }: NodeContext): void {
  if (links.length < 2) return;
  links.slice(0, -1).forEach((plan) => {
    if (plan.link.when) return;
    const last = links.at(-1) as LinkPlan;
    problems.add('DUPLICATE_DESTINATION', `${formatPath(plan.to)} is mapped twice.`, {
      at: `${last.at}/to`,
      linkId: last.id,
      fixes: [{ label: 'Give the first link a condition', at: `${plan.at}/when` }],
    });
  });
}

// --- object ---

function compileObject(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const byKey = new Map<string, LinkPlan[]>();
  for (const plan of links) {
    const step = plan.to.steps[length] as Extract<Step, { kind: 'key' }>;
    const group = byKey.get(step.key);
    if (group) group.push(plan);
    else byKey.set(step.key, [plan]);
  }
  const members: Member[] = [];
  let leaves = 0;
  byKey.forEach((group, key) => {
    const node = compileNode(group, length + 1, env, context);
    const build = node.kind === 'object' && context.keepsEmpty ? keepEmpty(node.build) : node.build;
    members.push({ key, build, isCopy: node.kind === 'leaf', direct: node.direct });
    leaves += node.leaves;
  });
  return { kind: 'object', build: objectBuilder(members), spreads: false, leaves };
}

function keepEmpty(build: Evaluate): Evaluate {
  return (state) => build(state) ?? {};
}

// --- fixed positions ---

function compileIndexed(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const byIndex = new Map<number, LinkPlan[]>();
  for (const plan of links) {
    const { index } = plan.to.steps[length] as Extract<Step, { kind: 'index' }>;
    byIndex.set(index, [...(byIndex.get(index) ?? []), plan]);
  }
  const indices = [...byIndex.keys()].sort((left, right) => left - right);
  const gap = indices.findIndex((index, position) => index !== position);
  if (gap >= 0) {
    const plan = byIndex.get(indices[gap] as number)?.[0] as LinkPlan;
    problemOfGap(plan, length, gap, context);
  }
  const nodes = indices.map((index) => compileNode(byIndex.get(index) ?? [], length + 1, env, context));
  const build: Evaluate = (state) => {
    const list: unknown[] = [];
    for (const node of nodes) {
      const value = node.build(state);
      if (value === undefined) continue;
      list.push(value);
      state.countNodes(1);
      if (node.kind === 'leaf') state.countValue(value);
    }
    return list.length > 0 ? list : undefined;
  };
  return { kind: 'array', build, spreads: false, leaves: nodes.reduce((sum, node) => sum + node.leaves, 0) };
}

function problemOfGap(plan: LinkPlan, length: number, gap: number, { problems }: NodeContext): void {
  const at = `${plan.at}/to`;
  const steps = plan.to.steps.with(length, { kind: 'index', index: gap });
  problems.add('INDEX_GAP', `The positions of ${formatPath(plan.to, length)} leave out [${gap}].`, {
    at,
    linkId: plan.id,
    fixes: [{ label: `Use [${gap}]`, at, value: formatPath({ root: plan.to.root, steps }) }],
  });
}
