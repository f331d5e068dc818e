// A document against the field trees of its samples: unknown destinations refuse it, the rest are warnings.
import type { LinkPlan } from '../compile/link-plan.js';
import type { Problems } from '../compile/problems.js';
import type { Warning } from '../document/document.types.js';
import { formatPath, type Path, type Step } from '../paths/path.js';
import { nearestField } from '../suggest/nearest.js';
import type { Field, FieldTree } from './field-tree.js';

/** Trees to check a document against. */
export interface CompileOptions {
  /** Fields of the destination's sample request; absent: no check of destination paths. */
  destination?: FieldTree;
  /** Fields of the sources' sample responses, for warnings about fields that no sample holds. */
  source?: FieldTree;
}

/** Looking for the nearest field takes a look at all of them: done for the first few only. */
const MAX_FIXES = 3;

export function checkTrees(
  plans: readonly LinkPlan[],
  { destination, source }: CompileOptions,
  problems: Problems,
  warnings: Warning[],
): void {
  if (destination) {
    let unknown = 0;
    for (const plan of plans) {
      if (holds(destination, plan.to)) continue;
      const at = `${plan.at}/to`;
      const near = ++unknown <= MAX_FIXES ? nearestField(destination, formatPath(plan.to), []) : undefined;
      problems.add('UNKNOWN_DESTINATION', `The destination has no field ${formatPath(plan.to)}.`, {
        at,
        linkId: plan.id,
        fixes: near === undefined ? [] : [{ label: `Fill ${near}`, at, value: near }],
      });
    }
    warnUnmapped(plans, destination, warnings);
  }
  if (source) {
    warnAbsent(plans, source, warnings);
    warnUnread(plans, source, warnings);
  }
}

/** Whether a tree holds a path; parts of a request without a sample hold any. */
export function holds(tree: FieldTree, path: Path): boolean {
  return findField(tree, path) !== null;
}

/** The field at a path; undefined where an open field may hold it, null where there is none. */
export function findField(tree: FieldTree, path: Path): Field | undefined | null {
  if (isDetached(tree, path)) return null;
  if (isBesideBody(path)) return undefined;
  const { field, steps } = startOf(tree, path);
  if (field === undefined) return undefined;
  let current: Field[] = [field];
  for (const step of steps) {
    const next = current.flatMap((holder) => stepInto(holder, step));
    if (next.length === 0) return current.some(({ open }) => open) ? undefined : null;
    current = next;
  }
  return current[0];
}

/** What every call has besides the body of its answer: samples do not tell of it. */
function isBesideBody({ root, steps }: Path): boolean {
  const isStep = root === 'steps';
  if (!isStep && root !== 'response') return false;
  const keys = steps.slice(isStep ? 1 : 0).map((step) => (step.kind === 'key' ? step.key : ''));
  if (isStep && keys[0] === 'request') return true;
  if (isStep && keys.shift() !== 'response') return false;
  return keys[0] === 'headers' || (keys[0] === 'status' && keys.length === 1);
}

/** A source that is none of this mapping's any more: a tree with roots beside the record names all that are. */
function isDetached({ roots }: FieldTree, path: Path): boolean {
  const [source] = path.steps;
  if (path.root !== 'steps' || source?.kind !== 'key') return false;
  return (
    roots.some(({ root }) => root.startsWith('@')) &&
    !roots.some(({ root }) => root === `@steps.${source.key}` || root.startsWith(`@steps.${source.key}.`))
  );
}

/** Roots of sources go a few steps deep (`@steps.<id>`): the longest root that fits is taken. */
function startOf(tree: FieldTree, path: Path): { field: Field | undefined; steps: readonly Step[] } {
  const isOwn = path.root === 'record' || path.root === 'body';
  if (isOwn) return { field: tree.roots.find(({ root }) => root === '')?.field, steps: path.steps };
  for (let length = path.steps.length; length >= 0; length--) {
    const text = formatPath(path, length);
    const root = tree.roots.find((candidate) => candidate.root === text);
    if (root) return { field: root.field, steps: path.steps.slice(length) };
  }
  return { field: undefined, steps: [] };
}

/** Where a step may lead. A list may also come as its only element: an object is then the element itself. */
function stepInto(field: Field, step: Step): Field[] {
  if (step.kind === 'key') {
    if (!field.types.includes('object')) return [];
    return field.fields.filter((child) => child.name === step.key && isMember(child, field));
  }
  const found = field.fields.filter((child) => !isMember(child, field));
  const isFirst = step.kind === 'each' || step.index === 0 || step.index === -1;
  return isFirst && field.types.includes('object') ? [...found, field] : found;
}

function isMember(child: Field, parent: Field): boolean {
  return child.path !== `${parent.path === '$' ? '' : parent.path}[]`;
}

/** Leaf fields never absent in the samples that no link fills, neither themselves nor with an ancestor. */
function warnUnmapped(plans: readonly LinkPlan[], destination: FieldTree, warnings: Warning[]): void {
  const mapped = new Set(plans.map((plan) => withoutPositions(formatPath(plan.to))));
  const visit = (field: Field, isRoot: boolean) => {
    if (mapped.has(withoutPositions(field.path)) || field.optional) return;
    for (const child of field.fields) visit(child, false);
    if (field.fields.length === 0 && !isRoot) warnings.push(unmapped(field.path));
  };
  for (const { field } of destination.roots) visit(field, true);
}

/** Leaf fields of the record that no link reads, neither themselves nor with an ancestor. */
function warnUnread(plans: readonly LinkPlan[], source: FieldTree, warnings: Warning[]): void {
  const paths = plans.flatMap((plan) => [...plan.plainPaths, ...plan.reducedPaths]);
  const read = new Set(paths.map((path) => withoutPositions(formatPath(path))));
  const visit = (field: Field, isRoot: boolean) => {
    if (read.has(withoutPositions(field.path))) return;
    for (const child of field.fields) visit(child, false);
    if (field.fields.length > 0 || isRoot || read.has(`${field.path}[]`)) return;
    warnings.push({
      code: 'UNREAD_SOURCE',
      message: `No link reads ${field.path}.`,
      path: field.path,
      link_id: null,
      count: 1,
    });
  };
  for (const { root, field } of source.roots) if (root === '') visit(field, true);
}

function unmapped(path: string): Warning {
  return {
    code: 'UNMAPPED_REQUIRED',
    message: `${path} is in every sample of the destination and has no link.`,
    path,
    link_id: null,
    count: 1,
  };
}

function withoutPositions(path: string): string {
  return path.replace(/\[[0-9]+\]/g, '[]');
}

function warnAbsent(plans: readonly LinkPlan[], source: FieldTree, warnings: Warning[]): void {
  for (const plan of plans) {
    for (const path of [...plan.plainPaths, ...plan.reducedPaths]) {
      if (path.root === 'run' || holds(source, path)) continue;
      warnings.push({
        code: 'ABSENT_SOURCE',
        message: `No sample of the source holds ${formatPath(path)}.`,
        path: formatPath(path),
        link_id: plan.id,
        count: 1,
      });
    }
  }
}
