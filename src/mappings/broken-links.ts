// Required links whose source field is in no sample any more: every record would fail, so a run is refused before.
import { compileMapping, type LinkEnd, type MappingDocument, type Problem } from '#mapping';

/** A problem of a stored document; its code may be one that only later changes of a sample bring. */
export type StandingProblem = Omit<Problem, 'code'> & { code: Problem['code'] | 'SOURCE_MISSING' };

type Link = MappingDocument['links'][number];

export function brokenLinks(document: MappingDocument, ends: readonly LinkEnd[]): StandingProblem[] {
  const required = new Map(
    document.links.flatMap((link, position) =>
      link.required && link.when === undefined && typeof link.from === 'string'
        ? [[link.id ?? `link_${position + 1}`, link] as const]
        : [],
    ),
  );
  return ends.flatMap(({ link_id, at, side, path, state, candidate }) => {
    const found = link_id === null ? undefined : required.get(link_id);
    if (!found || side !== 'source' || (state !== 'missing' && state !== 'moved')) return [];
    if (!failsWithoutSource(found, document)) return [];
    return [
      {
        code: 'SOURCE_MISSING',
        message: `The required ${found.to} reads ${path}, which no sample holds${candidate === null ? '' : `; did it become ${candidate}?`}`,
        at,
        link_id,
        position: null,
        fixes: candidate === null ? [] : [{ label: `Read ${candidate}`, at, value: candidate }],
      },
    ];
  });
}

/** Whether the link comes to nothing when its field is missing: it is tried alone, with its own rules and fallbacks. */
function failsWithoutSource({ section: _section, ...link }: Link, document: MappingDocument): boolean {
  const words = JSON.stringify(link);
  const lookups = Object.entries(document.lookups ?? {}).filter(([name]) =>
    words.includes(JSON.stringify(name)),
  );
  const trial = compileMapping(
    {
      format: 'mapping/1',
      ...(document.settings ? { settings: document.settings } : {}),
      ...(lookups.length > 0 ? { lookups: Object.fromEntries(lookups) } : {}),
      links: [{ ...link, to: 'value', from: 'missing' }],
    },
    { isTrial: true },
  );
  return !trial.ok || trial.mapping.map({}).errors.length > 0;
}
