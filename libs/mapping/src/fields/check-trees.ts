// A document against the field trees of its samples: unknown destinations refuse it, the rest are warnings.
import type { LinkPlan } from '../compile/link-plan.js';
import type { Problems } from '../compile/problems.js';
import { type SourceUse, sourceUses } from '../compile/source-uses.js';
import type { MappingDocument, Warning } from '../document/document.types.js';
import { formatPath, type Path, type Step } from '../paths/path.js';
import { nearestField } from '../suggest/nearest.js';
import type { Field, FieldTree } from './field-tree.js';

/** What a document is checked against, and how it is compiled. */
export interface CompileOptions {
  /** Fields of the destination's sample request; absent: no check of destination paths. */
  destination?: FieldTree;
  /** Fields of the sources' sample responses, for warnings about fields that no sample holds. */
  source?: FieldTree;
  /** Compiled to be tried once: it takes no other's place among the compiled ones. */
  isTrial?: boolean;
}

/** Looking for the nearest field takes a look at all of them: done for the first few only. */
const MAX_FIXES = 3;

export function checkTrees(
  document: MappingDocument,
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
    const uses = sourceUses(document);
    warnAbsent(uses, source, warnings);
    warnUnread(uses, source, warnings);
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
  const trail = trailOf(tree, path);
  return trail.found[0] ?? (trail.isOpen ? undefined : null);
}

interface Trail {
  /** Where the path ends; several where a list also comes as its only element. */
  found: Field[];
  /** The fields on the way. */
  passed: Field[];
  /** The last of them may hold anything. */
  isOpen: boolean;
}

function trailOf(tree: FieldTree, path: Path): Trail {
  const { field, steps } = startOf(tree, path);
  // nothing is known of it: a part without a sample, a list whose sample is empty
  if (field === undefined) return { found: [], passed: [], isOpen: true };
  const passed: Field[] = [];
  let found = [field];
  const isSource = !DESTINATIONS.has(path.root);
  for (const step of steps) {
    passed.push(...found);
    const next = found.flatMap((holder) => stepInto(holder, step, isSource));
    if (next.length === 0) return { found: [], passed, isOpen: found.some(({ open }) => open) };
    found = next;
  }
  return { found, passed, isOpen: false };
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

const DESTINATIONS: ReadonlySet<string> = new Set(['body', 'path', 'query', 'headers']);

/** Where a step may lead. A list may also come as its only element: an object of a source is then the element itself. */
function stepInto(field: Field, step: Step, isSource: boolean): Field[] {
  if (step.kind === 'key') {
    if (!field.types.includes('object')) return [];
    return field.fields.filter((child) => child.name === step.key && isMember(child, field));
  }
  const found = field.fields.filter((child) => !isMember(child, field));
  const isFirst = step.kind === 'each' || step.index === 0 || step.index === -1;
  return isSource && isFirst && field.types.includes('object') ? [...found, field] : found;
}

function isMember(child: Field, parent: Field): boolean {
  return child.path !== `${parent.path === '$' ? '' : parent.path}[]`;
}

/** Leaf fields never absent in the samples that no link fills: neither themselves nor a holder nor a part of them. */
function warnUnmapped(plans: readonly LinkPlan[], destination: FieldTree, warnings: Warning[]): void {
  const { whole, parts } = touched(
    destination,
    plans.map(({ to }) => to),
  );
  const visit = (field: Field, isRoot: boolean) => {
    if (whole.has(field) || field.optional) return;
    for (const child of field.fields) visit(child, false);
    if (field.fields.length === 0 && !isRoot && !parts.has(field)) warnings.push(unmapped(field.path));
  };
  for (const { field } of destination.roots) visit(field, true);
}

/** Leaf fields of the record that nothing reads: neither themselves nor a holder nor a part of them. */
function warnUnread(uses: readonly SourceUse[], source: FieldTree, warnings: Warning[]): void {
  const { whole, parts } = touched(
    source,
    uses.map(({ path }) => path),
  );
  const visit = (field: Field, isRoot: boolean) => {
    if (whole.has(field)) return;
    for (const child of field.fields) visit(child, false);
    if (field.fields.length > 0 || isRoot || parts.has(field)) return;
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

function touched(tree: FieldTree, paths: readonly Path[]): { whole: Set<Field>; parts: Set<Field> } {
  const trails = paths.map((path) => trailOf(tree, path));
  return {
    whole: new Set(trails.flatMap(({ found }) => found)),
    parts: new Set(trails.flatMap(({ passed }) => passed)),
  };
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

function warnAbsent(uses: readonly SourceUse[], source: FieldTree, warnings: Warning[]): void {
  const told = new Set<string>();
  for (const { path, linkId, at } of uses) {
    if (path.root === 'run' || holds(source, path)) continue;
    const text = formatPath(path);
    const key = `${linkId ?? at} ${text}`;
    if (told.has(key)) continue;
    told.add(key);
    warnings.push({
      code: 'ABSENT_SOURCE',
      message:
        linkId === null
          ? `No sample of the source holds ${text}, which ${at} reads.`
          : `No sample of the source holds ${text}.`,
      path: text,
      link_id: linkId,
      count: 1,
    });
  }
}
