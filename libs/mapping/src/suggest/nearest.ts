// The field that a vanished one probably became: by the same scores as suggestions.
import { allFields, type Field, type FieldTree, type FieldType } from '../fields/field-tree.js';
import { parseSteps } from '../paths/path.js';
import { describeLeaf, type Leaf, leavesOf } from './leaves.js';
import { score } from './score.js';

const LEAST = 0.55;

/** Path of the best field for a path that the tree no longer holds; undefined when none is near. */
export function nearestField(tree: FieldTree, path: string, types: readonly string[]): string | undefined {
  const name = lastKey(path);
  const gone: Field = {
    path,
    name,
    types: types as FieldType[],
    optional: false,
    nullable: false,
    formats: [],
    open: false,
    fields: [],
  };
  const leaf = describeLeaf(gone);
  let best: { path: string; value: number } | undefined;
  for (const candidate of path.endsWith('[]') ? listsOf(tree) : leavesOf(tree)) {
    if (candidate.arrays.length !== leaf.arrays.length) continue;
    const value = Math.max(score(leaf, candidate), sameName(name, lastKey(candidate.path)));
    if (
      value >= LEAST &&
      (!best || value > best.value || (value === best.value && candidate.path < best.path))
    ) {
      best = { path: candidate.path, value };
    }
  }
  return best?.path;
}

/** Elements of lists, for a list that is gone. */
function listsOf(tree: FieldTree): Leaf[] {
  return allFields(tree)
    .filter(({ name, path }) => name === '[]' && path.endsWith('[]') && path !== '[]')
    .map(describeLeaf);
}

/** One name inside the other (`email`, `email_address`) is a sign even where the words are unknown. */
function sameName(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()].map((name) => name.replace(/[^\p{L}\p{N}]/gu, ''));
  if (!a || !b) return 0;
  if (a === b) return 0.9;
  const isInside = a.length >= 4 && b.length >= 4 && (a.includes(b) || b.includes(a));
  return isInside ? 0.6 : 0;
}

function lastKey(path: string): string {
  const key = parseSteps(path).findLast((step) => step.kind === 'key');
  return key?.kind === 'key' ? key.key : '';
}
