// Every place of a document that names a source field: links, formulas, conditions, scopes with their sections and joins.
import type { Condition, Link, MappingDocument, Scope, ScopeSection } from '../document/document.types.js';
import { formulaPaths } from '../formula/formula-paths.js';
import { FormulaFault } from '../formula/formula.types.js';
import { parseFormula } from '../formula/parser.js';
import { formatPath, parseSourcePath, PathError, type SourcePath } from '../paths/path.js';

export interface SourceUse {
  path: SourcePath;
  /** JSON pointer of the text in the document. */
  at: string;
  /** The link that reads it; null for a scope. */
  linkId: string | null;
}

/** Those that can be read; broken ones are problems of the document itself. The same path in one text comes once. */
export function sourceUses({ links, scopes = [] }: MappingDocument): SourceUse[] {
  const uses: SourceUse[] = [];
  links.forEach((link, position) => {
    const linkId = link.id ?? `link_${position + 1}`;
    for (const { paths, at } of linkTexts(link, `/links/${position}`)) {
      const once = new Map(paths().map((path) => [formatPath(path), path]));
      for (const path of once.values()) uses.push({ path, at, linkId });
    }
  });
  scopes.forEach((scope, position) => {
    for (const { paths, at } of scopeTexts(scope, `/scopes/${position}`)) {
      for (const path of paths()) uses.push({ path, at, linkId: null });
    }
  });
  return uses;
}

interface Text {
  at: string;
  paths: () => SourcePath[];
}

function linkTexts(link: Link, at: string): Text[] {
  const { from, formula, when } = link;
  return [
    ...pathTexts(from, `${at}/from`),
    ...(formula === undefined ? [] : [{ at: `${at}/formula`, paths: () => attempt(() => pathsOf(formula)) }]),
    ...conditionTexts(when, `${at}/when`),
  ];
}

function scopeTexts(scope: Scope, at: string): Text[] {
  return [
    ...pathTexts(scope.from, `${at}/from`),
    ...pathTexts(scope.group_by, `${at}/group_by`),
    ...rowTexts(scope, at),
    ...(scope.sections ?? []).flatMap((section, index) => {
      const place = `${at}/sections/${index}`;
      return [
        ...pathTexts(section.from, `${place}/from`),
        ...pathTexts(section.group_by, `${place}/group_by`),
        ...rowTexts(section, place),
      ];
    }),
  ];
}

function rowTexts({ where, sort, distinct, joins }: Scope | ScopeSection, at: string): Text[] {
  const keys = Array.isArray(sort) ? sort : sort === undefined ? [] : [sort];
  return [
    ...conditionTexts(where, `${at}/where`),
    ...keys.flatMap((key, index) => {
      const place = `${at}/sort${Array.isArray(sort) ? `/${index}` : ''}`;
      return typeof key === 'string' ? pathTexts(key, place) : pathTexts(key.path, `${place}/path`);
    }),
    ...(typeof distinct === 'boolean' ? [] : pathTexts(distinct, `${at}/distinct`)),
    ...(joins ?? []).flatMap(({ from, on }, index) => [
      ...pathTexts(from, `${at}/joins/${index}/from`),
      ...pathTexts(on, `${at}/joins/${index}/on`),
    ]),
  ];
}

function conditionTexts(condition: Condition | undefined, at: string): Text[] {
  if (condition === undefined) return [];
  if ('path' in condition) return pathTexts(condition.path, `${at}/path`);
  if ('not' in condition) return conditionTexts(condition.not, `${at}/not`);
  const [name, parts] = 'all' in condition ? ['all', condition.all] : ['any', condition.any];
  return parts.flatMap((part, index) => conditionTexts(part, `${at}/${name}/${index}`));
}

function pathTexts(texts: string | readonly string[] | undefined, at: string): Text[] {
  if (texts === undefined) return [];
  if (typeof texts === 'string') return [{ at, paths: () => attempt(() => [parseSourcePath(texts)]) }];
  return texts.flatMap((text, index) => pathTexts(text, `${at}/${index}`));
}

function pathsOf(formula: string): SourcePath[] {
  const { plain, aggregated } = formulaPaths(parseFormula(formula));
  return [...plain, ...aggregated];
}

function attempt(parse: () => SourcePath[]): SourcePath[] {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PathError || error instanceof FormulaFault) return [];
    throw error;
  }
}
