/** Every place of a document that names a source field: of links and of what is said of lists; each can be read elsewhere, or taken away. */
import { isMembers } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import {
  changedFormula,
  readsOf,
  removeLink,
  removeSource,
  type MappingDocument,
  type MappingLink,
  type Scope,
  type ScopeRows,
  type ScopeJoin,
} from './document.js';
import { putAt, takeAt } from './pointers.js';

/** What the field is named for. */
export type UsePart = 'from' | 'when' | 'where' | 'sort' | 'distinct' | 'group_by' | 'join' | 'key';

export interface SourceUse {
  path: string;
  /** JSON pointer of the text that names it. */
  at: string;
  part: UsePart;
  /** The link that reads it, or else the list. */
  link?: MappingLink;
  scope?: Scope;
}
type Place = Pick<SourceUse, 'path' | 'at' | 'part'>;

export function sourceUses(document: MappingDocument): SourceUse[] {
  return [
    ...document.links.flatMap((link, position) =>
      placesOfLink(link, `/links/${position}`).map((place) => ({ ...place, link })),
    ),
    ...(document.scopes ?? []).flatMap((scope, position) =>
      placesOfScope(scope, `/scopes/${position}`).map((place) => ({ ...place, scope })),
    ),
  ];
}

function placesOfLink(link: MappingLink, at: string): Place[] {
  const reads: Place[] =
    link.formula === undefined
      ? placesOf(link.from, `${at}/from`, 'from')
      : readsOf(link).map((path) => ({ path, at: `${at}/formula`, part: 'from' }));
  return [...reads, ...placesOfCondition(link.when, `${at}/when`, 'when')];
}

function placesOfScope(scope: Scope, at: string): Place[] {
  return [
    ...placesOf(scope.from, `${at}/from`, 'from'),
    ...placesOf(scope.group_by, `${at}/group_by`, 'group_by'),
    ...placesOfRows(scope, scope.joins, at),
    ...(scope.sections ?? []).flatMap((section, index) => {
      const place = `${at}/sections/${index}`;
      return [
        ...placesOf(section.from, `${place}/from`, 'from'),
        ...placesOfRows(section, section.joins, place),
      ];
    }),
  ];
}

function placesOfRows({ where, sort, distinct }: ScopeRows, joins: ScopeJoin[] | undefined, at: string) {
  const keys = Array.isArray(sort) ? sort : sort === undefined ? [] : [sort];
  return [
    ...placesOfCondition(where, `${at}/where`, 'where'),
    ...keys.flatMap((key, index) => {
      const place = `${at}/sort${Array.isArray(sort) ? `/${index}` : ''}`;
      return typeof key === 'string'
        ? placesOf(key, place, 'sort')
        : placesOf(key.path, `${place}/path`, 'sort');
    }),
    ...(typeof distinct === 'boolean' ? [] : placesOf(distinct, `${at}/distinct`, 'distinct')),
    ...(joins ?? []).flatMap(({ from, on }, index) => [
      ...placesOf(from, `${at}/joins/${index}/from`, 'join'),
      ...placesOf(on, `${at}/joins/${index}/on`, 'key'),
    ]),
  ];
}

function placesOf(texts: string | readonly string[] | undefined, at: string, part: UsePart): Place[] {
  if (texts === undefined) return [];
  if (typeof texts === 'string') return texts === '' ? [] : [{ path: texts, at, part }];
  return texts.flatMap((text, index) => placesOf(text, `${at}/${index}`, part));
}

function placesOfCondition(condition: Json | undefined, at: string, part: UsePart): Place[] {
  if (!isMembers(condition)) return [];
  const { path, not, all, any } = condition;
  if (typeof path === 'string') return placesOf(path, `${at}/path`, part);
  return [
    ...placesOfCondition(not, `${at}/not`, part),
    ...Object.entries({ all, any }).flatMap(([name, parts]) =>
      Array.isArray(parts)
        ? parts.flatMap((each, index) => placesOfCondition(each, `${at}/${name}/${index}`, part))
        : [],
    ),
  ];
}

/** Reads another field there. */
export function readInstead(document: MappingDocument, use: SourceUse, path: string): MappingDocument {
  const { link } = use;
  return use.at.endsWith('/formula') && link?.formula !== undefined
    ? putAt(document, use.at, changedFormula(link.formula, use.path, path))
    : putAt(document, use.at, path);
}

/** Takes away what reads the field: a source of a link or the link, a rule of a condition, a key to sort by, a join. */
export function removeUse(document: MappingDocument, { path, at, part, link }: SourceUse): MappingDocument {
  switch (part) {
    case 'from':
      if (link?.formula !== undefined) return removeLink(document, link.id);
      if (link) return removeSource(document, link.id, path);
      return takeAt(document, at.replace(/(\/sections\/\d+)\/from$/, '$1'));
    case 'join':
    case 'key':
      return takeAt(document, at.replace(/(\/joins\/\d+)\/.*$/, '$1'));
    default:
      return takeAt(document, at.replace(/\/path$/, ''));
  }
}
