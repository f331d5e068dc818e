/** A link in words: the chip near its end, and the line of the table. */
import type { TFunction } from 'i18next';
import { printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { kindOf, sourcesOf, type FunctionStep, type MappingLink } from './document.js';
import { parameterLabel } from './function-words.js';
import { typeWord } from './link-words.js';
import { arraysOf } from './paths.js';

const shownAs = (value: Json | undefined): string => printJson(value ?? null) ?? '';

/** Short word for the chip: what happens on the way; null where the value goes as it is. */
export function chipOf(link: MappingLink, t: TFunction): string | null {
  const kind = kindOf(link);
  if (kind === 'formula') return t('formula');
  if (kind === 'index') return t('position');
  if (link.lookup) return t('look up');
  const last = link.fn?.at(-1)?.[0];
  if (last) return last;
  if (kind === 'field' && arraysOf(link.to).length > 0) return t('each');
  return null;
}

export function contentOf(link: MappingLink, t: TFunction): string {
  switch (kindOf(link)) {
    case 'formula':
      return `= ${link.formula ?? ''}`;
    case 'index':
      return t('# position in the list');
    case 'value':
      return shownAs(link.value);
    default:
      return sourcesOf(link).join(' + ');
  }
}

export const chainOf = (link: MappingLink, t: TFunction): string =>
  [
    ...(link.fn ?? []).map(([name]) => name),
    ...(link.lookup ? [t('look up in {{table}}', { table: link.lookup })] : []),
    ...(link.type ? [t('as {{type}}', { type: t(typeWord(link.type)) })] : []),
    ...(link.default === undefined ? [] : [t('else {{value}}', { value: shownAs(link.default) })]),
  ].join(' → ');

/** Functions with what they were told, as in `concat (Separator: "-") → upper`. */
export const chainWords = (fn: unknown): string =>
  (Array.isArray(fn) ? (fn as FunctionStep[]) : [])
    .map(([name, args = {}]) => {
      const told = Object.entries(args).map(
        ([parameter, value]) => `${parameterLabel(name, parameter)}: ${shownAs(value)}`,
      );
      return told.length === 0 ? name : `${name} (${told.join(', ')})`;
    })
    .join(' → ');
