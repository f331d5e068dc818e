/** What stands in the way of a mapping, told live: faults, fields without a link, links that no longer fit. */
import { ApiError } from '../../api/errors.js';
import type { LinkState, MappingFault } from '../../api/mappings.js';
import {
  kindOf,
  readsOf,
  sourcesOf,
  updateLink,
  type MappingDocument,
  type MappingLink,
} from './document.js';
import { conversionFor, fieldsByPath, type Field } from './fields.js';
import { orphanedLinks, type Meter } from './meter.js';

/** A change that mends a problem, as it is offered. */
export interface Mend {
  label: string;
  apply: (document: MappingDocument) => MappingDocument;
}
export interface Orphan {
  link: MappingLink;
  path: string;
  /** The field that the lost one probably became. */
  candidate: string | null;
}
export interface Mismatch {
  link: MappingLink;
  from: string;
  sourceType: string;
  targetType: string;
  /** Part of the value may be lost, as when a number goes into an integer. */
  isLossy: boolean;
  type: string;
}
export interface Problems {
  faults: MappingFault[];
  missing: string[];
  orphans: Orphan[];
  mismatches: Mismatch[];
  count: number;
}

export function problemsOf(
  document: MappingDocument,
  trees: { sources: readonly Field[]; destinations: readonly Field[] },
  meter: Meter,
  faults: MappingFault[],
  states: readonly LinkState[],
): Problems {
  const orphans = orphansOf(document, trees.sources, states);
  const mismatches = mismatchesOf(document, trees.sources, trees.destinations);
  const { missing } = meter;
  return {
    faults,
    missing,
    orphans,
    mismatches,
    count: faults.length + missing.length + orphans.length + mismatches.length,
  };
}

function orphansOf(
  document: MappingDocument,
  sources: readonly Field[],
  states: readonly LinkState[],
): Orphan[] {
  const links = new Map(document.links.map((link) => [link.id, link]));
  return [...orphanedLinks(document, sources)].flatMap(([id, paths]) => {
    const link = links.get(id);
    return link
      ? paths.map((path) => ({
          link,
          path,
          candidate:
            states.find((state) => state.link_id === id && state.side === 'source' && state.path === path)
              ?.candidate ?? null,
        }))
      : [];
  });
}

/** Links of one plain field whose two ends differ in type while nothing on the way converts. */
export function mismatchesOf(
  document: MappingDocument,
  sources: readonly Field[],
  destinations: readonly Field[],
): Mismatch[] {
  const from = fieldsByPath(sources);
  const to = fieldsByPath(destinations);
  return document.links.flatMap((link) => {
    const [path, ...others] = sourcesOf(link);
    if (path === undefined || others.length > 0 || link.type || link.lookup || (link.fn?.length ?? 0) > 0)
      return [];
    const source = from.get(path);
    const target = to.get(link.to);
    const type = conversionFor(source, target);
    if (!source || !target || type === undefined) return [];
    const isLossy = source.type === 'number' && target.type === 'integer';
    return [{ link, from: path, sourceType: source.type, targetType: target.type, isLossy, type }];
  });
}

/** Reads another field instead of a lost one, in a formula too. */
export function readInstead(
  document: MappingDocument,
  link: MappingLink,
  lost: string,
  candidate: string,
): MappingDocument {
  if (kindOf(link) === 'formula') {
    if (!readsOf(link).includes(lost)) return document;
    return updateLink(document, link.id, { formula: (link.formula ?? '').replaceAll(lost, candidate) });
  }
  const paths = sourcesOf(link).map((path) => (path === lost ? candidate : path));
  return updateLink(document, link.id, { from: paths.length === 1 ? paths[0] : paths });
}

/** Puts a value at a JSON pointer into the document, as the service proposes it. */
export function applyFix(document: MappingDocument, fix: { at?: string; value?: unknown }): MappingDocument {
  if (fix.at === undefined) return document;
  const steps = fix.at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const put = (current: unknown, depth: number): unknown => {
    const step = steps[depth];
    if (step === undefined) return fix.value;
    if (Array.isArray(current) || (current === undefined && /^(\d+|-)$/.test(step))) {
      const list: unknown[] = Array.isArray(current) ? [...(current as unknown[])] : [];
      const at = step === '-' ? list.length : Number(step);
      list[at] = put(list[at], depth + 1);
      return list;
    }
    const members = (typeof current === 'object' && current !== null ? current : {}) as Record<
      string,
      unknown
    >;
    return { ...members, [step]: put(members[step], depth + 1) };
  };
  return put(document, 0) as MappingDocument;
}

/** The faults of a refused document, each with the link that it is about. */
export function faultsOf(error: unknown, document: MappingDocument): MappingFault[] {
  if (!(error instanceof ApiError)) return [];
  return error.faults.map(({ field, code, message, position, fixes }) => {
    const at = /^document\.links\[(\d+)\]/.exec(field)?.[1];
    const link = at === undefined ? undefined : document.links[Number(at)];
    return {
      code,
      message,
      link_id: link?.id ?? null,
      to: link?.to ?? null,
      at: link ? null : field.replace(/^document\.?/, ''),
      position: position ?? null,
      fixes: (fixes ?? []).filter((fix) => fix.at !== undefined),
    };
  });
}
