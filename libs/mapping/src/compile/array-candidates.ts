// Which source array a destination array follows when nothing is declared: what its links say.
import type { Fix } from '../document/document.types.js';
import { formatPath, type SourcePath } from '../paths/path.js';
import type { ArrayPlace } from './array-place.js';
import type { LinkPlan } from './link-plan.js';

export interface SourceArray {
  path: SourcePath;
  length: number;
  key: string;
}

/** Rule 2 of arrays: what each link says about the source of the array at step `length`. */
export function candidates({ links, length, env }: ArrayPlace): SourceArray[] {
  const found = new Map<string, SourceArray>();
  const add = (path: SourcePath, end: number) => {
    const key = path.arrays.find((array) => array.length === end)?.key ?? '';
    if (!found.has(key)) found.set(key, { path, length: end, key });
  };
  for (const plan of links) {
    const arraysLeft = plan.to.arrays.filter((array) => array.length > length).length;
    for (const path of plan.plainPaths) {
      const unbound = env.unbound(path);
      if (unbound.length < arraysLeft || unbound.length === 0) continue;
      add(path, (arraysLeft === 1 ? unbound.at(-1) : unbound[0]) as number);
    }
  }
  if (found.size > 0) return [...found.values()];
  for (const plan of links) {
    const reduces = plan.formula !== null || plan.calls[plan.listCall]?.definition.reduces === true;
    for (const path of reduces ? plan.reducedPaths : []) {
      const unbound = env.unbound(path);
      if (unbound.length >= 2) add(path, unbound[0] as number);
    }
  }
  return [...found.values()];
}

/** The deepest candidate when all lie on one chain; undefined without candidates; null after a conflict. */
export function chooseSource(
  place: ArrayPlace,
  found: readonly SourceArray[],
): SourceArray | undefined | null {
  const deepest = found.reduce<SourceArray | undefined>(
    (best, candidate) => (!best || candidate.length > best.length ? candidate : best),
    undefined,
  );
  if (!deepest) return undefined;
  const stranger = found.find(({ key, length }) => formatPath(deepest.path, length) !== key);
  if (!stranger) return deepest;
  const names = [deepest.key, stranger.key];
  const last = place.links.at(-1) as LinkPlan;
  place.context.problems.add(
    'SCOPE_CONFLICT',
    `${place.path} would follow both ${names[0]} and ${names[1]}; say how they go together.`,
    { at: `${last.at}/to`, linkId: last.id, fixes: conflictFixes(place.path, names) },
  );
  return null;
}

export function conflictFixes(to: string, from: readonly string[]): Fix[] {
  const [first = '', second = ''] = from;
  const sections = from.map((path, index) => ({ id: `part_${index + 1}`, from: path }));
  return [
    { label: 'One after the other (sections)', at: '/scopes/-', value: { to, sections } },
    { label: 'Side by side (zip)', at: '/scopes/-', value: { to, mode: 'zip', from } },
    {
      label: 'Join by a key',
      at: '/scopes/-',
      value: { to, from: first, joins: [{ from: second, on: [`${first}.id`, `${second}.id`] }] },
    },
  ];
}
