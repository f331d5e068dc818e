/** What stands in the way of a mapping, told live: faults, fields without a link, links that no longer fit. */
import { ApiError } from '../../api/errors.js';
import type { LinkState, MappingFault } from '../../api/mappings.js';
import { sourcesOf, type MappingDocument, type MappingLink } from './document.js';
import { conversionFor, fieldsByPath, type Field } from './fields.js';
import { lostEnds, type LostEnd } from './lost-ends.js';
import type { Meter } from './meter.js';
import { putAt } from './pointers.js';

/** A change that mends a problem, as it is offered. */
export interface Mend {
  label: string;
  apply: (document: MappingDocument) => MappingDocument;
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
  lost: LostEnd[];
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
  const lost = lostEnds(document, trees.sources, states);
  const mismatches = mismatchesOf(document, trees.sources, trees.destinations);
  const { missing } = meter;
  return {
    faults,
    missing,
    lost,
    mismatches,
    count: faults.length + missing.length + lost.length + mismatches.length,
  };
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

/** Puts a value at a JSON pointer into the document, as the service proposes it. */
export const applyFix = (
  document: MappingDocument,
  fix: { at?: string; value?: unknown },
): MappingDocument => (fix.at === undefined ? document : putAt(document, fix.at, fix.value));

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
