/** From the service's field trees to the rows of the editor: a list and its element become one row. */
import type { WireField, WireTree } from '../../api/mappings.js';
import type { Field } from './fields.js';

const words: Record<string, string> = { string: 'text', array: 'list' };
const word = (type: string): string => words[type] ?? type;

function typeOf(field: WireField, element: WireField | undefined): string {
  const types = field.types.map(word);
  if (element && element.fields.length === 0)
    return `list of ${element.types.map(word).join(' or ') || 'anything'}`;
  return types.join(' or ') || (field.nullable ? 'null' : 'anything');
}

/**
 * A list of objects is one row that stands for the whole list, with the fields of its elements below; a list of
 * plain values is one row whose path ends in `[]`.
 */
function toField(wire: WireField, required: boolean): Field {
  const element = wire.fields.find((child) => child.path === `${wire.path === '$' ? '' : wire.path}[]`);
  const isRequired = required && !wire.optional;
  const isPlainList = element !== undefined && element.fields.length === 0;
  const children = element ? element.fields : wire.fields;
  return {
    path: isPlainList ? element.path : wire.path,
    name: wire.name,
    type: typeOf(wire, element),
    required: isRequired && !wire.open,
    example: isPlainList ? element.example : wire.example,
    children: isPlainList ? [] : children.map((child) => toField(child, isRequired)),
    ...(wire.open || element?.open ? { isOpen: true } : {}),
  };
}

/** The rows of a tree; other roots than the record (or body) stand below a row of their own. */
export function toFields(tree: WireTree | null | undefined, withRequired: boolean): Field[] {
  return (tree?.roots ?? []).flatMap(({ root, field }): Field[] => {
    const top = toField(field, withRequired && root === '');
    if (root !== '') return [{ ...top, path: root, name: root, required: false }];
    return field.types.includes('array') || top.children.length === 0
      ? [{ ...top, name: 'the whole list' }]
      : top.children;
  });
}
