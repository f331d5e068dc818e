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
  const lost = ends.flatMap((end) => {
    const link = end.side === 'source' && end.link_id !== null ? required.get(end.link_id) : undefined;
    return link && (end.state === 'missing' || end.state === 'moved') ? [{ end, link }] : [];
  });
  const failing = failingWithoutSource(
    new Map(lost.flatMap(({ end: { link_id: id }, link }) => (id === null ? [] : [[id, link] as const]))),
    document,
  );
  return lost.flatMap(({ end: { link_id, at, path, candidate }, link }) => {
    if (link_id === null || !failing.has(link_id)) return [];
    return [
      {
        code: 'SOURCE_MISSING',
        message: `The required ${link.to} reads ${path}, which no sample holds${candidate === null ? '' : `; did it become ${candidate}?`}`,
        at,
        link_id,
        position: null,
        fixes: candidate === null ? [] : [{ label: `Read ${candidate}`, at, value: candidate }],
      },
    ];
  });
}

/** As many errors as one trial can tell of. */
const MOST_IN_TRIAL = 500;

/** Ids of those that come to nothing when their field is missing: tried with their own rules and fallbacks alone. */
function failingWithoutSource(links: ReadonlyMap<string, Link>, document: MappingDocument): Set<string> {
  const failing = new Set<string>();
  const ids = [...links.keys()];
  for (let at = 0; at < ids.length; at += MOST_IN_TRIAL) {
    for (const id of failingInTrial(ids.slice(at, at + MOST_IN_TRIAL), links, document)) failing.add(id);
  }
  return failing;
}

/** Those that cannot be tried fail too. */
function failingInTrial(
  ids: readonly string[],
  links: ReadonlyMap<string, Link>,
  document: MappingDocument,
): string[] {
  if (ids.length === 0) return [];
  const { settings, lookups } = document;
  const trial = compileMapping(
    {
      format: 'mapping/1',
      settings: { ...settings, max_errors: 2 * MOST_IN_TRIAL },
      ...(lookups ? { lookups } : {}),
      links: ids.map((id, place) => {
        const { section: _section, ...link } = links.get(id) as Link;
        return { ...link, id, to: `value_${place}`, from: 'missing' };
      }),
    },
    { isTrial: true },
  );
  const told = trial.ok ? trial.mapping.map({}).errors : trial.problems;
  const faulty = new Set(told.map(({ link_id: id }) => id));
  if (faulty.has(null)) return [...ids];
  if (trial.ok) return ids.filter((id) => faulty.has(id));
  const others = ids.filter((id) => !faulty.has(id));
  return [...ids.filter((id) => faulty.has(id)), ...failingInTrial(others, links, document)];
}
