// A link of the document with its texts parsed and its functions bound: what all later steps work on.
import type { FunctionCall, Link } from '../document/document.types.js';
import { FormulaFault, type FormulaNode } from '../formula/formula.types.js';
import { formulaPaths } from '../formula/formula-paths.js';
import { parseFormula } from '../formula/parser.js';
import { checkOptions } from '../functions/arguments.js';
import { bindCall } from '../functions/call.js';
import { findFunction, nearestFunction } from '../functions/catalogue.js';
import {
  ArgumentError,
  type FunctionSettings,
  type MappingFunction,
  type RunFunction,
} from '../functions/function.types.js';
import {
  type DestinationPath,
  parseDestinationPath,
  parseSourcePath,
  PathError,
  type SourcePath,
} from '../paths/path.js';
import type { Problems } from './problems.js';

export interface PlannedCall {
  definition: MappingFunction;
  run: RunFunction;
}

export interface LinkPlan {
  link: Link;
  id: string;
  /** JSON pointer of the link in the document. */
  at: string;
  to: DestinationPath;
  from: readonly SourcePath[];
  formula: FormulaNode | null;
  calls: readonly PlannedCall[];
  /** Position in `calls` of the first function that takes a whole list; -1 when none does. */
  listCall: number;
  /** Paths that say over which arrays the scopes go, and those that a reducer takes as a whole. */
  plainPaths: readonly SourcePath[];
  reducedPaths: readonly SourcePath[];
}

const SOURCES = ['from', 'value', 'index', 'formula'] as const;

/** Parses one link; undefined when it is too broken to go on with. All faults go to `problems`. */
export function planLink(
  link: Link,
  position: number,
  settings: FunctionSettings,
  problems: Problems,
): LinkPlan | undefined {
  const at = `/links/${position}`;
  const id = link.id ?? `link_${position + 1}`;
  const sources = SOURCES.reduce((count, name) => (link[name] === undefined ? count : count + 1), 0);
  if (sources !== 1) {
    problems.add('BAD_ARGUMENT', 'A link has exactly one of from, value, index and formula.', {
      at,
      linkId: id,
    });
  }
  if (link.on_error === 'default' && link.default === undefined) {
    problems.add('BAD_ARGUMENT', 'on_error "default" needs a default.', { at: `${at}/on_error`, linkId: id });
  }
  const to = guardPath(parseDestinationPath, link.to, `${at}/to`, id, problems);
  const from = planFrom(link, at, id, problems);
  const formula = link.formula === undefined ? null : planFormula(link.formula, at, id, problems);
  const calls = planCalls(link, at, id, settings, problems);
  if (!to || !from || formula === undefined || !calls || sources !== 1) return undefined;
  return finishPlan({ link, id, at, to, from, formula, calls }, problems);
}

const NO_PATHS: readonly SourcePath[] = [];
const NO_CALLS: readonly PlannedCall[] = [];

function planFrom(
  { from }: Link,
  at: string,
  id: string,
  problems: Problems,
): readonly SourcePath[] | undefined {
  if (from === undefined) return NO_PATHS;
  if (!Array.isArray(from)) {
    const path = guardPath(parseSourcePath, from, `${at}/from`, id, problems);
    return path && [path];
  }
  const paths = from.map((text, index) =>
    guardPath(parseSourcePath, text, `${at}/from/${index}`, id, problems),
  );
  return paths.includes(undefined) ? undefined : (paths as SourcePath[]);
}

function planCalls(
  { fn }: Link,
  at: string,
  id: string,
  settings: FunctionSettings,
  problems: Problems,
): readonly PlannedCall[] | undefined {
  if (fn === undefined || fn.length === 0) return NO_CALLS;
  const calls = fn.map((call, index) => planCall(call, `${at}/fn/${index}`, id, settings, problems));
  return calls.includes(undefined) ? undefined : (calls as PlannedCall[]);
}

function finishPlan(
  { link, id, at, to, from, formula, calls }: Omit<LinkPlan, 'listCall' | 'plainPaths' | 'reducedPaths'>,
  problems: Problems,
): LinkPlan | undefined {
  const listCall = calls.findIndex(({ definition }) => definition.input === 'list');
  if (from.length > 1 && calls[0]?.definition.input !== 'many' && listCall < 0) {
    problems.add('BAD_ARGUMENT', 'Several source fields need a function that makes one value of them.', {
      at,
      linkId: id,
      fixes: [{ label: 'Join as text', at: `${at}/fn`, value: [['concat', { sep: ' ' }]] }],
    });
    return undefined;
  }
  let plainPaths = listCall < 0 ? from : NO_PATHS;
  let reducedPaths = listCall < 0 ? NO_PATHS : from;
  if (formula) ({ plain: plainPaths, aggregated: reducedPaths } = formulaPaths(formula));
  return { link, id, at, to, from, formula, calls, listCall, plainPaths, reducedPaths };
}

/** What the parser makes of the text, or undefined with its fault told. */
export function guardPath<T>(
  parse: (text: string) => T,
  text: string,
  at: string,
  linkId: string | null,
  problems: Problems,
): T | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    problems.add(error.code, error.message, { at, linkId, position: error.position });
    return undefined;
  }
}

function planFormula(text: string, at: string, id: string, problems: Problems): FormulaNode | undefined {
  try {
    return parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    addFormulaFault(error, at, id, problems);
    return undefined;
  }
}

export function addFormulaFault(error: FormulaFault, at: string, linkId: string, problems: Problems): void {
  problems.add(error.code, error.message, { at: `${at}/formula`, linkId, position: error.position });
}

function planCall(
  [name, options]: FunctionCall,
  at: string,
  linkId: string,
  settings: FunctionSettings,
  problems: Problems,
): PlannedCall | undefined {
  const definition = findFunction(name);
  if (!definition) {
    const nearest = nearestFunction(name);
    problems.add('UNKNOWN_FUNCTION', `There is no function "${name}".`, {
      at,
      linkId,
      fixes: nearest ? [{ label: `Use ${nearest}`, at: `${at}/0`, value: nearest }] : [],
    });
    return undefined;
  }
  try {
    return { definition, run: bindCall(definition, checkOptions(definition, options ?? {}), settings) };
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    problems.add(error.code, error.message, { at, linkId });
    return undefined;
  }
}
