// Required links whose source field is in no sample any more: every record would fail, so a run is refused before.
import type { LinkEnd, MappingDocument, Problem } from '#mapping';

/** A problem of a stored document; its code may be one that only later changes of a sample bring. */
export type StandingProblem = Omit<Problem, 'code'> & { code: Problem['code'] | 'SOURCE_MISSING' };

export function brokenLinks(document: MappingDocument, ends: readonly LinkEnd[]): StandingProblem[] {
  const required = new Map(
    document.links.flatMap((link, position) =>
      link.required && link.default === undefined && typeof link.from === 'string'
        ? [[link.id ?? `link_${position + 1}`, position] as const]
        : [],
    ),
  );
  return ends.flatMap(({ link_id, side, path, state, candidate }) => {
    const position = required.get(link_id);
    if (position === undefined || side !== 'source' || (state !== 'missing' && state !== 'moved')) return [];
    const at = `/links/${position}/from`;
    return [
      {
        code: 'SOURCE_MISSING',
        message: `The required ${document.links[position]?.to ?? ''} reads ${path}, which no sample holds${candidate === null ? '' : `; did it become ${candidate}?`}`,
        at,
        link_id,
        position: null,
        fixes: candidate === null ? [] : [{ label: `Read ${candidate}`, at, value: candidate }],
      },
    ];
  });
}
