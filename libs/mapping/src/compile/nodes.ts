// The destination tree: from the links below one place to the closure that builds what stands there.
import { formatPath, type Step } from '../paths/path.js';
import { compileArray } from './arrays.js';
import type { Environment } from './environment.js';
import { compileLink } from './link.js';
import type { LinkPlan } from './link-plan.js';
import type { DestinationNode, NodeContext } from './node.types.js';
import { objectBuilder } from './object-builder.js';
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
  const ending = links.filter((plan) => plan.to.steps.length === length);
  if (ending.length > 0 && ending.length < links.length)
    return clash(links, ending[0] as LinkPlan, length, context);
  if (ending.length > 0) return compileLeaf(ending, length, env, context);
  const kinds = new Set(links.map((plan) => (plan.to.steps[length] as Step).kind));
  if (kinds.size > 1) return clash(links, links[0] as LinkPlan, length, context);
  if (kinds.has('key')) return compileObject(links, length, env, context);
  return kinds.has('each')
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
  const chain = links.map((plan) => ({
    holds:
      plan.link.when && compileCondition(plan.link.when, env, `${plan.at}/when`, context.problems, plan.id),
    compiled: compileLink(plan, env, isElement, context),
  }));
  const [only] = chain;
  const spreads = chain.some(({ compiled }) => compiled.spreads);
  if (only && chain.length === 1 && !only.holds) {
    return { kind: 'leaf', build: only.compiled.evaluate, spreads, leaves: 1, plain: only.compiled.plain };
  }
  const build: Evaluate = (state) => {
    for (const { holds, compiled } of chain) if (!holds || holds(state)) return compiled.evaluate(state);
    return undefined;
  };
  return { kind: 'leaf', build, spreads, leaves: chain.length };
}

/** Several links to one place are a chain in which all but the last have a condition. */
function checkDuplicates(links: readonly LinkPlan[], { problems }: NodeContext): void {
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
  const keys = [...byKey.keys()];
  const nodes = [...byKey.values()].map((group) => compileNode(group, length + 1, env, context));
  const members = nodes.map((node, index) => ({
    key: keys[index] as string,
    build: node.kind === 'object' && context.keepsEmpty ? keepEmpty(node.build) : node.build,
    isCopy: node.kind === 'leaf',
    plain: node.plain,
  }));
  const leaves = nodes.reduce((sum, node) => sum + node.leaves, 0);
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
  const path = formatPath(plan.to, length);
  problems.add('INDEX_GAP', `The positions of ${path} leave out [${gap}].`, {
    at: `${plan.at}/to`,
    linkId: plan.id,
  });
}
