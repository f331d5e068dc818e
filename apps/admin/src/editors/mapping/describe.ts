/** A link in words: the chip near its end, and the line of the table. */
import { kindOf, sourcesOf, type MappingLink } from './document.js';
import { arraysOf } from './paths.js';

/** Short word for the chip: what happens on the way; null where the value goes as it is. */
export function chipOf(link: MappingLink): string | null {
  const kind = kindOf(link);
  if (kind === 'formula') return 'formula';
  if (kind === 'index') return 'position';
  if (link.lookup) return 'look up';
  const last = link.fn?.at(-1)?.[0];
  if (last) return last;
  if (kind === 'field' && arraysOf(link.to).length > 0) return 'each';
  return null;
}

export function contentOf(link: MappingLink): string {
  switch (kindOf(link)) {
    case 'formula':
      return `= ${link.formula ?? ''}`;
    case 'index':
      return '# position in the list';
    case 'value':
      return JSON.stringify(link.value ?? null);
    default:
      return sourcesOf(link).join(' + ');
  }
}

export const chainOf = (link: MappingLink): string =>
  [
    ...(link.fn ?? []).map(([name]) => name),
    ...(link.lookup ? [`lookup ${link.lookup}`] : []),
    ...(link.type ? [`as ${link.type}`] : []),
  ].join(' → ');
