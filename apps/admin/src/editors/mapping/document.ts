/**
 * The mapping document (`mapping/1`) as the editor holds it, and every edit as a pure function from document to
 * document, so that the three views and undo share one model.
 */
import { parseJson, sameValue } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { arraysOf } from './paths.js';

export type FunctionStep = [name: string, args?: Record<string, Json>];
export interface MappingLink {
  id: string;
  to: string;
  from?: string | string[];
  value?: Json;
  index?: boolean;
  formula?: string;
  fn?: FunctionStep[];
  lookup?: string;
  default?: Json;
  default_on?: string[];
  empty_as?: 'missing' | 'null';
  on_null?: 'null' | 'omit' | 'error';
  on_missing?: 'omit' | 'null' | 'error';
  type?: string;
  required?: boolean;
  on_error?: 'fail' | 'omit' | 'null' | 'default';
  when?: Json;
  section?: string;
  note?: string;
}
export interface Lookup {
  entries: [Json, Json][];
  on_miss?: 'error' | 'default' | 'keep' | 'null';
  default?: Json;
}
export interface SortKey {
  path: string;
  order?: 'asc' | 'desc';
}
/** Which rows of a list are taken, and in which order: where → sort → distinct → limit. */
export interface ScopeRows {
  where?: Json;
  sort?: string | SortKey | (string | SortKey)[];
  distinct?: boolean | string | string[];
  limit?: number;
}
export interface ScopeJoin {
  from: string;
  on: [scopePath: string, joinPath: string];
  type?: 'left' | 'inner';
  many?: 'first' | 'error' | 'each';
}
export interface ScopeSection extends ScopeRows {
  id: string;
  from?: string;
  joins?: ScopeJoin[];
}
export interface Scope extends ScopeRows {
  to: string;
  from?: string | string[];
  sections?: ScopeSection[];
  mode?: 'zip';
  strict?: boolean;
  joins?: ScopeJoin[];
  group_by?: string | string[];
  drop_empty?: boolean;
}
export interface MappingTest {
  name: string;
  /** The record. */
  input: Json;
  /** The body that it becomes; absent where errors are expected. */
  output?: Json;
  errors?: Record<string, Json>[];
}
export interface MappingDocument {
  format: 'mapping/1';
  settings?: {
    timezone?: string | null;
    on_null?: string;
    on_missing?: string;
    max_errors?: number;
    empty_objects?: string;
  };
  lookups?: Record<string, Lookup>;
  scopes?: Scope[];
  links: MappingLink[];
  tests?: MappingTest[];
}
export type LinkKind = 'field' | 'value' | 'index' | 'formula';

export const emptyDocument = (): MappingDocument => ({ format: 'mapping/1', links: [] });

export function kindOf(link: MappingLink): LinkKind {
  if (link.formula !== undefined) return 'formula';
  if (link.index) return 'index';
  if (link.from !== undefined) return 'field';
  return 'value';
}
export const sourcesOf = (link: MappingLink): string[] =>
  link.from === undefined ? [] : Array.isArray(link.from) ? link.from : [link.from];

const pathInFormula =
  /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(@?[A-Za-z_$][\w$]*(?:\[\]|\[-?\d+\]|\["[^"]*"\]|\.[A-Za-z_$][\w$]*)*)(?![\w$]|\s*\()/g;
const words = new Set(['and', 'or', 'not', 'true', 'false', 'null']);

/** Every source field that a link reads, a formula's among them, so that each gets a line. */
export function readsOf(link: MappingLink): string[] {
  if (link.formula === undefined) return sourcesOf(link);
  const found = [...link.formula.matchAll(pathInFormula)].flatMap((match) =>
    match[1] && !words.has(match[1]) ? [match[1]] : [],
  );
  return [...new Set(found)];
}

/** The formula with another field in the place of one; a name that only holds the same letters stays. */
export const changedFormula = (formula: string, path: string, other: string): string =>
  formula.replace(pathInFormula, (text, found?: string) => (found === path ? other : text));

export const linkTo = (document: MappingDocument, to: string): MappingLink | undefined =>
  document.links.find((link) => link.to === to);

function freshId(document: MappingDocument): string {
  const taken = new Set(document.links.map((link) => link.id));
  let number = document.links.length + 1;
  while (taken.has(`l${number}`)) number += 1;
  return `l${number}`;
}

/** Links stand in the order of the destination's sample; that is the order of the members written. */
export function inOrder(document: MappingDocument, order: ReadonlyMap<string, number>): MappingDocument {
  const rank = (link: MappingLink) => order.get(link.to) ?? Number.MAX_SAFE_INTEGER;
  return { ...document, links: [...document.links].sort((a, b) => rank(a) - rank(b)) };
}

/** A source that runs through more arrays than its destination needs a reducer; `first` is written visibly. */
export function reducerFor(from: string, to: string): FunctionStep[] | undefined {
  return arraysOf(from).length > 0 && arraysOf(to).length === 0 ? [['first']] : undefined;
}

/** Connects a source field: a new link, or one more source of the link that is there. */
export function connect(document: MappingDocument, from: string, to: string): MappingDocument {
  const existing = linkTo(document, to);
  if (!existing) {
    const fn = reducerFor(from, to);
    return {
      ...document,
      links: [...document.links, { id: freshId(document), to, from, ...(fn ? { fn } : {}) }],
    };
  }
  if (kindOf(existing) !== 'field') return replaceContent(document, existing.id, { from });
  const sources = sourcesOf(existing);
  if (sources.includes(from)) return document;
  const joins = existing.fn?.some(([name]) => name === 'concat' || name === 'coalesce') ?? false;
  return updateLink(document, existing.id, {
    from: [...sources, from],
    fn: joins ? (existing.fn ?? []) : [['concat', { sep: ' ' }], ...(existing.fn ?? [])],
  });
}

export function updateLink(
  document: MappingDocument,
  id: string,
  change: Partial<MappingLink>,
): MappingDocument {
  return {
    ...document,
    links: document.links.map((link) => (link.id === id ? withoutUndefined({ ...link, ...change }) : link)),
  };
}

/** Changes what feeds a link (field, constant, position, formula) and keeps the rest of it. */
export function replaceContent(
  document: MappingDocument,
  id: string,
  content: Pick<MappingLink, 'from' | 'value' | 'index' | 'formula'>,
): MappingDocument {
  return updateLink(document, id, {
    from: undefined,
    value: undefined,
    index: undefined,
    formula: undefined,
    ...(content.from === undefined ? { fn: undefined } : {}),
    ...content,
  });
}

export function addLink(
  document: MappingDocument,
  to: string,
  content: Partial<MappingLink>,
): MappingDocument {
  return { ...document, links: [...document.links, { id: freshId(document), to, ...content }] };
}

export const removeLink = (document: MappingDocument, id: string): MappingDocument => ({
  ...document,
  links: document.links.filter((link) => link.id !== id),
});

export function removeSource(document: MappingDocument, id: string, from: string): MappingDocument {
  const link = document.links.find((entry) => entry.id === id);
  if (!link) return document;
  const rest = sourcesOf(link).filter((path) => path !== from);
  if (rest.length === 0) return removeLink(document, id);
  const single = rest.length === 1 ? rest[0] : rest;
  return updateLink(document, id, {
    from: single,
    fn: rest.length === 1 ? link.fn?.filter(([name]) => name !== 'concat') : link.fn,
  });
}

/** Sets, adds or (with null) takes away a table; the others keep their order. */
export function setLookup(document: MappingDocument, name: string, lookup: Lookup | null): MappingDocument {
  const lookups = { ...document.lookups };
  if (lookup === null) delete lookups[name];
  else lookups[name] = lookup;
  const { lookups: _old, ...rest } = document;
  return Object.keys(lookups).length > 0 ? { ...rest, lookups } : rest;
}

/** Sets, adds or (with null) takes away what is said of one destination list. */
export function setScope(document: MappingDocument, to: string, scope: Scope | null): MappingDocument {
  const before = document.scopes ?? [];
  const isThere = before.some((entry) => entry.to === to);
  const next = scope === null ? null : withoutUndefined(scope);
  const scopes = isThere
    ? before.flatMap((entry) => (entry.to !== to ? [entry] : next === null ? [] : [next]))
    : next === null
      ? before
      : [...before, next];
  const { scopes: _old, ...rest } = document;
  return scopes.length > 0 ? { ...rest, scopes } : rest;
}

/** Adds proposed links where nothing is mapped yet; what a person mapped is never touched. */
export function acceptSuggestions(
  document: MappingDocument,
  proposed: Partial<MappingLink>[],
): MappingDocument {
  return proposed.reduce((current, { id: _id, to, ...content }) => {
    return to === undefined || linkTo(current, to) ? current : addLink(current, to, content);
  }, document);
}

/** Takes members that are undefined away: the format knows none. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** Reads a document typed by hand; throws with the reason when it is none. */
export function parseDocument(text: string): MappingDocument {
  const value: unknown = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The document is an object.');
  const document = value as Partial<MappingDocument>;
  if (document.format !== 'mapping/1') throw new Error('"format" is "mapping/1".');
  if (!Array.isArray(document.links)) throw new Error('"links" is a list.');
  for (const [position, link] of document.links.entries()) {
    if (typeof link?.to !== 'string') throw new Error(`links[${position}].to is a path.`);
  }
  let withIds: MappingDocument = { ...document, format: 'mapping/1', links: document.links };
  for (const link of document.links) {
    if (!link.id) {
      const id = freshId(withIds);
      withIds = {
        ...withIds,
        links: withIds.links.map((entry) => (entry === link ? { ...link, id } : entry)),
      };
    }
  }
  return withIds;
}

/** True when both say the same; "changed" is always told by comparing with what is saved. */
export const sameDocument = (a: MappingDocument, b: MappingDocument): boolean => a === b || sameValue(a, b);
