/** A condition as the editor shows it: rules in groups, and every edit as a pure function from tree to tree. */
import { isMembers } from '../../api/json.js';
import type { Json } from '../../api/types.js';

/** `none` is not any, `not_all` is not all: with these four words every combination can be said. */
export type GroupKind = 'all' | 'any' | 'none' | 'not_all';
export interface Rule {
  id: number;
  kind: 'rule';
  path: string;
  op: string;
  value: Json | undefined;
}
export interface ConditionGroup {
  id: number;
  kind: GroupKind;
  parts: ConditionNode[];
}
export type ConditionNode = Rule | ConditionGroup;

let lastId = 0;
const freshId = (): number => (lastId += 1);

export const emptyRule = (): Rule => ({ id: freshId(), kind: 'rule', path: '', op: 'eq', value: '' });
export const groupOf = (kind: GroupKind, parts: ConditionNode[]): ConditionGroup => ({
  id: freshId(),
  kind,
  parts,
});
/** Comparisons that ask for yes or no instead of a value. */
export const isFlag = (op: string): boolean => op === 'exists' || op === 'empty';
/** Comparisons of texts: what is typed is never a number. */
export const isOfText = (op: string): boolean => ['starts_with', 'ends_with', 'matches'].includes(op);

/** Null where the value is of another shape, so that it can only be edited as JSON. */
export function readCondition(value: Json): ConditionNode | null {
  if (value === null) return emptyRule();
  if (!isMembers(value)) return null;
  const names = Object.keys(value);
  const [name] = names;
  if (names.length === 1 && (name === 'all' || name === 'any')) return readGroup(name, value[name]);
  if (names.length === 1 && name === 'not') return readNot(value.not ?? null);
  const { path, op = 'eq', value: to } = value;
  if (typeof path !== 'string' || typeof op !== 'string') return null;
  if (names.some((member) => !['path', 'op', 'value'].includes(member))) return null;
  return { id: freshId(), kind: 'rule', path, op, value: to };
}

function readGroup(kind: GroupKind, list: Json | undefined): ConditionGroup | null {
  if (!Array.isArray(list)) return null;
  const parts = list.flatMap((part) => readPart(part));
  return parts.length === list.length ? groupOf(kind, parts) : null;
}

function readPart(value: Json): ConditionNode[] {
  const part = value === null ? null : readCondition(value);
  return part ? [part] : [];
}

function readNot(value: Json): ConditionGroup | null {
  const inner = value === null ? null : readCondition(value);
  if (inner === null) return null;
  if (inner.kind === 'any' && inner.parts.length !== 1) return { ...inner, kind: 'none' };
  if (inner.kind === 'all') return { ...inner, kind: 'not_all' };
  return groupOf('none', [inner]);
}

/** Rules without a path, and groups without a rule, are not said yet. Null: there is no condition. */
export function writeCondition(node: ConditionNode): Json {
  if (node.kind === 'rule') {
    const { path, op, value } = node;
    if (path.trim() === '') return null;
    return { path: path.trim(), op, ...(value === undefined ? {} : { value }) };
  }
  const parts = node.parts.map(writeCondition).filter((part) => part !== null);
  const [only] = parts;
  if (only === undefined) return null;
  if (node.kind === 'none') return { not: parts.length === 1 ? only : { any: parts } };
  return node.kind === 'not_all' ? { not: { all: parts } } : { [node.kind]: parts };
}

/** Another comparison keeps the value as far as it fits. */
export function compareBy(rule: Rule, op: string): Rule {
  const { value } = rule;
  if (isFlag(op)) return { ...rule, op, value: isFlag(rule.op) ? value : true };
  const kept = typeof value === 'boolean' && isFlag(rule.op) ? '' : value;
  if (op === 'in') return { ...rule, op, value: Array.isArray(kept) ? kept : isNothing(kept) ? [] : [kept] };
  const single = Array.isArray(kept) && rule.op === 'in' ? (kept[0] ?? '') : (kept ?? '');
  return { ...rule, op, value: isOfText(op) && typeof single !== 'string' ? '' : single };
}
const isNothing = (value: Json | undefined): value is undefined | '' => value === undefined || value === '';

export function changeNode(
  root: ConditionNode,
  id: number,
  change: (node: ConditionNode) => ConditionNode,
): ConditionNode {
  if (root.id === id) return change(root);
  return root.kind === 'rule'
    ? root
    : { ...root, parts: root.parts.map((part) => changeNode(part, id, change)) };
}

/** Adds a part to a group; a rule becomes the first part of a new group. */
export function addPart(root: ConditionNode, id: number, part: ConditionNode): ConditionNode {
  return changeNode(root, id, (node) =>
    node.kind === 'rule' ? groupOf('all', [node, part]) : { ...node, parts: [...node.parts, part] },
  );
}

/** Takes a part away, and what it leaves empty; a whole condition of one rule is that rule. */
export function removeNode(root: ConditionNode, id: number): ConditionNode {
  const rest = without(root, id) ?? emptyRule();
  if (rest.kind !== 'all' && rest.kind !== 'any') return rest;
  const [only, ...others] = rest.parts;
  return only && others.length === 0 ? only : rest;
}

function without(node: ConditionNode, id: number): ConditionNode | null {
  if (node.id === id) return null;
  if (node.kind === 'rule' || node.parts.length === 0) return node;
  const parts = node.parts.map((part) => without(part, id)).filter((part) => part !== null);
  return parts.length === 0 ? null : { ...node, parts };
}

/** The faults of a rule that the service would refuse: null when it is fine or not begun. */
export function faultOf({ path, op, value }: Rule): 'path' | 'order' | null {
  if (path.trim() === '') return value === '' || value === undefined || isFlag(op) ? null : 'path';
  const isOrder = ['gt', 'gte', 'lt', 'lte'].includes(op);
  return isOrder && (value === null || typeof value === 'boolean' || Array.isArray(value) || isMembers(value))
    ? 'order'
    : null;
}
