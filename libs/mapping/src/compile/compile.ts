// Document to mapping: checks everything, then compiles once to closures. Compiled mappings are kept by the hash of
// their document's text.
import { createHash } from 'node:crypto';
import { isDocument } from '../document/document-check.js';
import { MAX_LINKS } from '../document/document-schema.js';
import { pointerPart } from '../document/json-schema.js';
import type {
  Link,
  MappingDocument,
  MappingSettings,
  Problem,
  Scope,
  Warning,
} from '../document/document.types.js';
import { findZone } from '../dates/zones.js';
import { checkTrees, type CompileOptions } from '../fields/check-trees.js';
import type { FunctionSettings } from '../functions/function.types.js';
import {
  type DestinationPath,
  type DestinationRoot,
  formatPath,
  parseDestinationPath,
} from '../paths/path.js';
import { stringifyJson } from '../values/json-text.js';
import { isObject } from '../values/json-value.js';
import { Environment } from './environment.js';
import { guardPath, type LinkPlan, planLink } from './link-plan.js';
import { compileLookup, doubleKeys, type Translate } from './lookup.js';
import { Mapping } from './mapping.js';
import type { DestinationNode, NodeContext } from './node.types.js';
import { compileNode } from './nodes.js';
import { Problems } from './problems.js';

export type CompileResult =
  | { ok: true; mapping: Mapping; warnings: Warning[] }
  | { ok: false; problems: Problem[]; warnings: Warning[] };

interface Compiled {
  mapping: Mapping | undefined;
  plans: LinkPlan[];
  problems: Problem[];
  warnings: Warning[];
}

const cache = new Map<string, Compiled>();
const MAX_CACHED = 200;

/** Checks and compiles a document. All problems are told at once; with any, there is no mapping. */
export function compileMapping(document: unknown, options: CompileOptions = {}): CompileResult {
  const problems = new Problems();
  if (!isDocument(document, problems)) {
    planSoundLinks(document, problems);
    return { ok: false, problems: problems.list, warnings: [] };
  }
  const compiled = options.isTrial ? compile(document) : compileCached(document);
  for (const problem of compiled.problems) problems.list.push(problem);
  const warnings = [...compiled.warnings];
  checkTrees(document, compiled.plans, options, problems, warnings);
  if (problems.list.length > 0 || !compiled.mapping) return { ok: false, problems: problems.list, warnings };
  return { ok: true, mapping: compiled.mapping, warnings };
}

/** Everything wrong with a document, and what is worth knowing; compiles nothing that would be kept running. */
export function checkDocument(
  document: unknown,
  options: CompileOptions = {},
): { problems: Problem[]; warnings: Warning[] } {
  const result = compileMapping(document, options);
  return { problems: result.ok ? [] : result.problems, warnings: result.warnings };
}

function compileCached(document: MappingDocument): Compiled {
  const key = createHash('sha256')
    .update(stringifyJson({ ...document, tests: undefined }))
    .digest('base64');
  let compiled = cache.get(key);
  if (compiled) {
    cache.delete(key);
  } else {
    compiled = compile(document);
    const oldest = cache.size >= MAX_CACHED ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, compiled);
  return compiled;
}

function compile(document: MappingDocument): Compiled {
  const problems = new Problems();
  const warnings: Warning[] = [];
  const given = document.settings ?? {};
  const settings = {
    ...given,
    on_null: given.on_null ?? 'null',
    on_missing: given.on_missing ?? 'omit',
    max_errors: given.max_errors ?? 20,
  };
  checkZone(settings, problems);
  const lookups = new Map<string, Translate>();
  for (const [name, lookup] of Object.entries(document.lookups ?? {})) {
    if (lookup.on_miss === 'default' && lookup.default === undefined) {
      problems.add('BAD_ARGUMENT', `The lookup table "${name}" needs a default for what it misses.`, {
        at: `/lookups/${pointerPart(name)}`,
      });
    }
    warnings.push(...doubleKeys(name, lookup));
    lookups.set(name, compileLookup(lookup));
  }
  const lookup = (name: string) => lookups.get(name);
  const functions: FunctionSettings = { timezone: validZone(settings.timezone), lookup };
  const planned = planLinks(document, functions, problems);
  const scopes = planScopes(document.scopes ?? [], planned, problems, warnings);
  const plans = inKnownSections(planned, scopes, problems);
  const context: NodeContext = {
    settings,
    functions,
    problems,
    lookup,
    lookupNames: [...lookups.keys()],
    scopes,
    keepsEmpty: settings.empty_objects === 'keep',
    compileNode,
  };
  const env = Environment.root();
  const nodes = new Map<DestinationRoot, DestinationNode>();
  for (const root of ['body', 'path', 'query', 'headers'] as const) {
    const links = plans.filter((plan) => plan.to.root === root);
    if (links.length > 0) nodes.set(root, compileNode(links, 0, env, context));
  }
  const mapping =
    problems.list.length > 0
      ? undefined
      : new Mapping({
          document,
          nodes,
          slotCount: env.allocator.slots,
          plans,
          maxErrors: settings.max_errors,
        });
  return { mapping, plans, problems: problems.list, warnings };
}

function validZone(timezone: string | null | undefined): string | null {
  return timezone != null && findZone(timezone) ? timezone : null;
}

function checkZone(settings: MappingSettings, problems: Problems): void {
  if (settings.timezone == null || findZone(settings.timezone)) return;
  problems.add('BAD_ARGUMENT', `"${settings.timezone}" is not a known time zone.`, {
    at: '/settings/timezone',
  });
}

function planLinks(document: MappingDocument, functions: FunctionSettings, problems: Problems): LinkPlan[] {
  const seen = new Set<string>();
  return document.links.flatMap((link, position) => {
    if (link.id !== undefined) {
      if (seen.has(link.id)) {
        problems.add('BAD_ARGUMENT', `Two links have the id "${link.id}".`, {
          at: `/links/${position}/id`,
          linkId: link.id,
        });
      }
      seen.add(link.id);
    }
    return planLink(link, position, functions, problems) ?? [];
  });
}

/** In a document of the wrong shape the links that have the right one are still looked at: all faults at once. */
function planSoundLinks(document: unknown, problems: Problems): void {
  const links = isObject(document) ? document.links : undefined;
  // with so many faults those of the links behind are not known
  if (!Array.isArray(links) || links.length > MAX_LINKS || problems.isFull) return;
  const faulty = new Set(problems.list.map(({ at }) => /^\/links\/([0-9]+)/.exec(at)?.[1]));
  // Nothing is known of tables and zones here; their faults are told once the document has its shape.
  const functions: FunctionSettings = { timezone: null, lookup: () => (value) => value };
  links.forEach((link, position) => {
    if (!faulty.has(String(position))) planLink(link as Link, position, functions, problems);
  });
}

function planScopes(
  scopes: readonly Scope[],
  plans: readonly LinkPlan[],
  problems: Problems,
  warnings: Warning[],
): Map<string, { scope: Scope; at: string }> {
  const byPath = new Map<string, { scope: Scope; at: string }>();
  scopes.forEach((scope, index) => {
    const at = `/scopes/${index}`;
    const path = guardPath(parseDestinationPath, scope.to, `${at}/to`, null, problems);
    if (!path) return;
    if (path.steps.at(-1)?.kind !== 'each') {
      problems.add('BAD_PATH', 'A scope is of a list: its path ends with [].', {
        at: `${at}/to`,
        position: scope.to.length,
        fixes: [{ label: 'Add []', at: `${at}/to`, value: `${scope.to}[]` }],
      });
      return;
    }
    const text = formatPath(path);
    if (byPath.has(text)) {
      problems.add('DUPLICATE_DESTINATION', `There are two scopes for ${text}.`, { at: `${at}/to` });
      return;
    }
    byPath.set(text, { scope, at });
    if (!plans.some((plan) => startsWith(plan.to, path))) {
      warnings.push({
        code: 'UNUSED_SCOPE',
        message: `No link is inside the scope ${text}.`,
        path: text,
        link_id: null,
        count: 1,
      });
    }
  });
  return byPath;
}

function startsWith(path: DestinationPath, prefix: DestinationPath): boolean {
  const text = formatPath(prefix);
  return path.root === prefix.root && path.arrays.some(({ key }) => key === text);
}

/** Links whose section their scopes do not have are told and left out. */
function inKnownSections(
  plans: readonly LinkPlan[],
  scopes: ReadonlyMap<string, { scope: Scope; at: string }>,
  problems: Problems,
): LinkPlan[] {
  for (const { scope, at } of scopes.values()) {
    const ids = scope.sections?.map((section) => section.id) ?? [];
    if (new Set(ids).size === ids.length) continue;
    problems.add('BAD_ARGUMENT', 'Two sections have the same id.', { at: `${at}/sections` });
  }
  return plans.filter(({ link, at, id, to }) => {
    if (link.section === undefined) return true;
    const isKnown = to.arrays.some(({ key }) =>
      scopes.get(key)?.scope.sections?.some((section) => section.id === link.section),
    );
    if (!isKnown) {
      const message = `No scope around ${formatPath(to)} has a section "${link.section}".`;
      problems.add('BAD_ARGUMENT', message, { at: `${at}/section`, linkId: id });
    }
    return isKnown;
  });
}
