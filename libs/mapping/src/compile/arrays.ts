// Destination arrays: which source array each follows, and how its elements are built.
import type { Fix, Scope, ScopeSection } from '../document/document.types.js';
import { arrayLengths, formatPath, parseSourcePath, type SourcePath } from '../paths/path.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { reportError } from '../run/report.js';
import type { RunState } from '../run/run-state.js';
import type { Environment } from './environment.js';
import { compileLevels, type Found } from './levels.js';
import { applyNull, concreteDestination } from './link.js';
import { guardPath, type LinkPlan } from './link-plan.js';
import type { DestinationNode, NodeContext } from './node.types.js';
import type { Evaluate } from './reader.js';
import {
  combineFound,
  compileRows,
  compileZip,
  type EachRow,
  type RowOptions,
  type RowSource,
} from './rows.js';

interface SourceArray {
  path: SourcePath;
  length: number;
  key: string;
}

/** Appends the elements of one source to the list; says what was found in place of the source. */
type Append = (state: RunState, list: unknown[]) => Found;

/** Compiles the array at step `length` of these links' destinations. */
export function compileArray(
  links: readonly LinkPlan[],
  length: number,
  env: Environment,
  context: NodeContext,
): DestinationNode {
  const path = formatPath((links[0] as LinkPlan).to, length + 1);
  const declared = context.scopes.get(path);
  const place: Place = { links, length, env, context, path, declared };
  const append = declared
    ? compileDeclared(place, declared.scope, declared.at)
    : compileFollowing(place, {}, '');
  if (append === null) return { kind: 'array', build: () => undefined, spreads: false, leaves: 0 };
  return append ? finishArray(place, append) : compileWrap(place);
}

interface Place {
  links: readonly LinkPlan[];
  length: number;
  env: Environment;
  context: NodeContext;
  path: string;
  declared: { scope: Scope; at: string } | undefined;
}

function finishArray(place: Place, append: Append): DestinationNode {
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
      return found === null ? applyNull(settings.on_null) : list;
    },
    (fault, state) =>
      reportError(
        state,
        fault,
        { linkId: null, from: fault.from ?? null, to: to(state) },
        settings.max_errors,
      ),
  );
  return { kind: 'array', build, spreads: false, leaves: place.links.length };
}

// --- declared scopes ---

/** null: refused, with its problems told; undefined: no source, so the array wraps once. */
function compileDeclared(place: Place, scope: Scope, at: string): Append | undefined | null {
  if (scope.mode === 'zip') return compileZipped(place, scope, at);
  if (scope.sections) return compileSections(place, scope.sections, at);
  if (scope.from === undefined) return compileFollowing(place, scope, at);
  const texts = Array.isArray(scope.from) ? scope.from : [scope.from];
  if (texts.length > 1) {
    place.context.problems.add('SCOPE_CONFLICT', 'Several lists for one need sections or mode "zip".', {
      at: `${at}/from`,
      fixes: conflictFixes(place.path, texts),
    });
    return null;
  }
  const source = declaredSource(texts[0] as string, `${at}/from`, place);
  return source ? compileElements(place, place.links, source, scope, at) : null;
}

function declaredSource(text: string, at: string, { env, context }: Place): RowSource | undefined {
  const path = guardPath(() => parseSourcePath(text), at, null, context.problems);
  if (!path) return undefined;
  if (path.steps.at(-1)?.kind !== 'each') {
    context.problems.add('BAD_PATH', 'A scope goes over a list: its path ends with [].', {
      at,
      position: text.length,
      fixes: [{ label: 'Add []', at, value: `${text}[]` }],
    });
    return undefined;
  }
  const { levels, inner } = compileLevels(path, path.steps.length, env);
  return { levels, env: inner };
}

function compileSections(place: Place, sections: readonly ScopeSection[], at: string): Append {
  const ids = new Set(sections.map((section) => section.id));
  const appends = sections.map((section, index): Append => {
    const own = place.links.filter(
      ({ link }) => link.section === undefined || link.section === section.id || !ids.has(link.section),
    );
    const sectionAt = `${at}/sections/${index}`;
    if (own.length === 0) return () => true;
    if (section.from === undefined) return compileSingle(place, own, section, sectionAt);
    const source = declaredSource(section.from, `${sectionAt}/from`, place);
    return source ? compileElements(place, own, source, section, sectionAt) : () => undefined;
  });
  return (state, list) => combineFound(appends.map((append) => append(state, list)));
}

/** A section without a source: one element. */
function compileSingle(place: Place, links: readonly LinkPlan[], options: RowOptions, at: string): Append {
  return compileElements(place, links, { levels: [], env: place.env }, options, at);
}

function compileZipped(place: Place, scope: Scope, at: string): Append | undefined | null {
  const texts = scope.sections
    ? scope.sections.flatMap((section) => section.from ?? [])
    : scope.from === undefined
      ? candidates(place.links, place.length, place.env).map(({ key }) => key)
      : [scope.from].flat();
  const sources: RowSource[] = [];
  let { env } = place;
  for (const text of new Set(texts)) {
    const source = declaredSource(text, `${at}/from`, { ...place, env });
    if (!source) return null;
    sources.push(source);
    env = source.env;
  }
  if (sources.length === 0) return undefined;
  const each = compileZip(sources, scope.strict === true);
  return appendRows(place, place.links, each, env, scope.drop_empty === true);
}

// --- arrays that follow their links ---

/** No declared source: the links say which array is followed; undefined when none, the array then wraps once. */
function compileFollowing(place: Place, options: RowOptions, at: string): Append | undefined | null {
  const { links, length, env } = place;
  const chosen = chooseSource(place, candidates(links, length, env));
  if (chosen === null) return null;
  if (chosen) {
    const { levels, inner } = compileLevels(chosen.path, chosen.length, env);
    return compileElements(place, links, { levels, env: inner }, options, at);
  }
  const group = env.openGroupOf();
  if (group === undefined) return undefined;
  const slots = env.groupSlots.get(group) ?? [];
  return compileElements(
    place,
    links,
    { levels: [{ kind: 'group', group, slots }], env: env.closeGroup(group) },
    options,
    at,
  );
}

/** Rule 2 of arrays: what each link says about the source of the array at step `length`. */
function candidates(links: readonly LinkPlan[], length: number, env: Environment): SourceArray[] {
  const found = new Map<string, SourceArray>();
  const add = (path: SourcePath, end: number) => {
    const key = formatPath(path, end);
    if (!found.has(key)) found.set(key, { path, length: end, key });
  };
  for (const plan of links) {
    const arraysLeft = arrayLengths(plan.to).filter((end) => end > length).length;
    for (const path of plan.plainPaths) {
      const unbound = env.unbound(path);
      if (unbound.length < arraysLeft || unbound.length === 0) continue;
      add(path, (arraysLeft === 1 ? unbound.at(-1) : unbound[0]) as number);
    }
  }
  if (found.size > 0) return [...found.values()];
  for (const plan of links) {
    const reduces = plan.formula !== null || plan.calls[plan.listCall]?.definition.reduces === true;
    for (const path of reduces ? plan.reducedPaths : []) {
      const unbound = env.unbound(path);
      if (unbound.length >= 2) add(path, unbound[0] as number);
    }
  }
  return [...found.values()];
}

/** The deepest candidate when all lie on one chain; undefined without candidates; null after a conflict. */
function chooseSource(place: Place, found: readonly SourceArray[]): SourceArray | undefined | null {
  const deepest = found.reduce<SourceArray | undefined>(
    (best, candidate) => (!best || candidate.length > best.length ? candidate : best),
    undefined,
  );
  if (!deepest) return undefined;
  const stranger = found.find(({ key, length }) => formatPath(deepest.path, length) !== key);
  if (!stranger) return deepest;
  const names = [deepest.key, stranger.key];
  const last = place.links.at(-1) as LinkPlan;
  place.context.problems.add(
    'SCOPE_CONFLICT',
    `${place.path} would follow both ${names[0]} and ${names[1]}; say how they go together.`,
    { at: `${last.at}/to`, linkId: last.id, fixes: conflictFixes(place.path, names) },
  );
  return null;
}

function conflictFixes(to: string, from: readonly string[]): Fix[] {
  const [first = '', second = ''] = from;
  const sections = from.map((path, index) => ({ id: `part_${index + 1}`, from: path }));
  return [
    { label: 'One after the other (sections)', at: '/scopes/-', value: { to, sections } },
    { label: 'Side by side (zip)', at: '/scopes/-', value: { to, mode: 'zip', from } },
    {
      label: 'Join by a key',
      at: '/scopes/-',
      value: { to, from: first, joins: [{ from: second, on: [`${first}.id`, `${second}.id`] }] },
    },
  ];
}

/** Rule 4: exactly one element, left out if nothing in it has a value. */
function compileWrap({ links, length, env, context }: Place): DestinationNode {
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

// --- elements ---

function compileElements(
  place: Place,
  links: readonly LinkPlan[],
  source: RowSource,
  options: RowOptions,
  at: string,
): Append {
  const { problems } = place.context;
  const rows = compileRows(source, options, at, !readsElement(links, source), problems);
  return appendRows(place, links, rows.each, rows.env, place.declared?.scope.drop_empty === true);
}

/** Whether a link copies the element itself: null elements are then values, not gaps. */
function readsElement(links: readonly LinkPlan[], source: RowSource): boolean {
  const last = source.levels.at(-1);
  if (!last || last.kind === 'group') return true;
  return links.some((plan) =>
    [...plan.plainPaths, ...plan.reducedPaths].some((path) => {
      const base = source.env.base(path);
      return base.slot === last.slot && base.length === path.steps.length;
    }),
  );
}

function appendRows(
  place: Place,
  links: readonly LinkPlan[],
  each: EachRow,
  env: Environment,
  dropsEmpty: boolean,
): Append {
  const level = place.env.depth;
  const element = place.context.compileNode(links, place.length + 1, env.deeper(), place.context);
  const cost = element.leaves;
  const { build, kind, spreads } = element;
  return (state, list) =>
    each(state, () => {
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
    });
}

function appendAll(state: RunState, list: unknown[], values: readonly unknown[]): void {
  state.countNodes(values.length);
  for (const value of values) {
    list.push(value);
    state.countValue(value);
  }
}

/** Guards a place whose own faults (not those of one link) become errors of the record. */
function guarded(build: Evaluate, onFault: (fault: RecordFault, state: RunState) => void): Evaluate {
  return (state) => {
    try {
      return build(state);
    } catch (error) {
      if (!(error instanceof RecordFault) || error instanceof LimitFault) throw error;
      onFault(error, state);
      return undefined;
    }
  };
}
