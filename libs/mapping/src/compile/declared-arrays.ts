// Destination arrays with a declared scope: one source, sections one after the other, or lists side by side (zip).
import type { Scope, ScopeSection } from '../document/document.types.js';
import { parseSourcePath } from '../paths/path.js';
import type { Row, RunState } from '../run/run-state.js';
import { candidates, conflictFixes } from './array-candidates.js';
import {
  type Append,
  type AppendElement,
  type ArrayPlace,
  compileElement,
  compileElements,
  eachElement,
  readsElement,
} from './array-place.js';
import { compileLevels } from './levels.js';
import { guardPath, type LinkPlan } from './link-plan.js';
import { arraySource, type Column, combineFound, type RowSource, zipSource } from './row-source.js';
import { compileRows, type Rows } from './rows.js';

/** null: refused, with its problems told; undefined: it names no source. */
export function compileDeclared(place: ArrayPlace, scope: Scope, at: string): Append | undefined | null {
  if (scope.from !== undefined && scope.sections) {
    place.context.problems.add('BAD_ARGUMENT', 'A scope has either from or sections.', { at });
    return null;
  }
  if (scope.mode === 'zip') return compileZipped(place, scope, at);
  if (scope.sections) return compileSections(place, scope, scope.sections, at);
  if (scope.from === undefined) return undefined;
  const texts = [scope.from].flat();
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

function declaredSource(text: string, at: string, { env, context }: ArrayPlace): RowSource | undefined {
  const path = guardPath(parseSourcePath, text, at, null, context.problems);
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
  return arraySource(levels, inner);
}

// --- sections ---

interface Part {
  rows: Rows;
  append: AppendElement;
}

function compileSections(
  place: ArrayPlace,
  scope: Scope,
  sections: readonly ScopeSection[],
  at: string,
): Append | null {
  for (const name of ['joins', 'group_by'] as const) {
    if (scope[name] === undefined) continue;
    const message = `"${name}" belongs to a section where a scope has sections.`;
    place.context.problems.add('BAD_ARGUMENT', message, { at: `${at}/${name}` });
    return null;
  }
  const ids = new Set(sections.map((section) => section.id));
  const parts = sections.map((section, index) => {
    // A section of a list further in is no matter of this one.
    const own = place.links.filter(
      ({ link }) => link.section === undefined || link.section === section.id || !ids.has(link.section),
    );
    return compilePart(place, section, own, `${at}/sections/${index}`);
  });
  const isOrdered = scope.where ?? scope.sort ?? scope.distinct ?? scope.limit;
  if (isOrdered === undefined) {
    const appends = parts.map(({ rows, append }) => eachElement(rows.each, append));
    return (state, list) => combineFound(appends.map((append) => append(state, list)));
  }
  const { source, current } = sectionsSource(place, parts);
  const rows = compileRows(source, scope, at, false, place.context.problems);
  return eachElement(rows.each, (state, list) => current(state)(state, list));
}

/** A section without a source is one element. */
function compilePart(place: ArrayPlace, section: ScopeSection, own: readonly LinkPlan[], at: string): Part {
  const source =
    section.from === undefined
      ? arraySource([], place.env)
      : declaredSource(section.from, `${at}/from`, place);
  if (!source) {
    const rows = { each: () => undefined, env: place.env, slots: [], group: undefined };
    return { rows, append: () => undefined };
  }
  const rows = compileRows(source, section, at, !readsElement(own, source), place.context.problems);
  const append = own.length === 0 ? () => undefined : compileElement(place, own, rows.env);
  return { rows, append };
}

/**
 * The rows of all sections as one source, for what the scope asks of them together. Arrays of other sections have no
 * element in a row, so that a condition or key about them finds nothing.
 */
function sectionsSource(
  { env }: ArrayPlace,
  parts: readonly Part[],
): { source: RowSource; current: (state: RunState) => AppendElement } {
  const { allocator } = env;
  const number = allocator.slots++;
  const element = allocator.slots++;
  const members = allocator.slots++;
  const keys = new Set(parts.flatMap(({ rows }) => rows.env.keysBeyond(env)));
  const shared = new Map([...keys].map((key) => [key, { slot: allocator.slots++ }] as const));
  const moves = parts.map(({ rows }) =>
    [...shared].map(([key, { slot }]) => ({ to: slot, from: rows.env.slotOf(key) })),
  );
  const each: RowSource['each'] = (state, emit) =>
    combineFound(
      parts.map(({ rows }, part) =>
        rows.each(state, () => {
          state.slots[number] = part;
          state.slots[element] = state.slots[rows.slots.at(-1) ?? number];
          state.slots[members] = rows.group === undefined ? undefined : state.groups[rows.group];
          for (const { to, from } of moves[part] ?? []) {
            state.slots[to] = from === undefined ? undefined : state.slots[from];
          }
          emit();
        }),
      ),
    );
  const own = parts.flatMap(({ rows }) => rows.slots);
  return {
    source: {
      each,
      env: env.bind(shared),
      slots: [...own, ...[...shared.values()].map(({ slot }) => slot), number, element, members],
      element,
      outerGroup: undefined,
    },
    current: (state) => {
      const { rows, append } = parts[state.slots[number] as number] as Part;
      if (rows.group !== undefined) state.groups[rows.group] = state.slots[members] as Row[];
      return append;
    },
  };
}

// --- zip ---

function compileZipped(place: ArrayPlace, scope: Scope, at: string): Append | undefined | null {
  const { problems } = place.context;
  const columns: Column[] = [];
  let { env } = place;
  for (const { text, options, from } of zipColumns(place, scope, at)) {
    const source = declaredSource(text, from, place);
    if (!source) return null;
    const section = from.replace(/\/from$/, '');
    if (options.group_by !== undefined) {
      const message = 'A list of a zip is not grouped by itself; group the pairs, on the scope.';
      problems.add('BAD_ARGUMENT', message, { at: `${section}/group_by` });
      return null;
    }
    const rows = compileRows(source, options, section, false, problems);
    columns.push(rows);
    env = env.joined(rows.env);
  }
  if (columns.length === 0) return undefined;
  const zipped = zipSource(columns, env, scope.strict === true);
  return compileElements(place, place.links, zipped, scope, at);
}

interface ZipColumn {
  text: string;
  options: Omit<ScopeSection, 'id' | 'from'>;
  /** JSON pointer of the text. */
  from: string;
}

/** Each list once. */
function zipColumns(place: ArrayPlace, scope: Scope, at: string): ZipColumn[] {
  const columns: ZipColumn[] = scope.sections
    ? scope.sections.flatMap(({ from, ...options }, index) =>
        from === undefined ? [] : [{ text: from, options, from: `${at}/sections/${index}/from` }],
      )
    : zipTexts(place, scope).map((text) => ({ text, options: {}, from: `${at}/from` }));
  return [...new Map(columns.map((column) => [column.text, column])).values()];
}

/** Without `from` the lists that the links run through are paired. */
function zipTexts(place: ArrayPlace, { from }: Scope): string[] {
  return from === undefined ? candidates(place).map(({ key }) => key) : [from].flat();
}
