/** Fields that the mappings of a flow's steps read or fill and that the samples no longer hold. */
import type { MappingNode } from './mappings.js';

/** A pipe in which ends of a step's mapping are gone from the samples. */
export interface Drift {
  pipe: string;
  name: string;
  count: number;
}
export function driftOf(
  pipes: readonly { resource_id: string; name: string }[],
  nodes: readonly Pick<MappingNode, 'handler_id' | 'drifted_count'>[][],
): Record<string, Drift[]> {
  const drift: Record<string, Drift[]> = {};
  for (const [position, { resource_id: pipe, name }] of pipes.entries())
    for (const { handler_id: handler, drifted_count: count } of nodes[position] ?? [])
      if (count > 0) (drift[handler] ??= []).push({ pipe, name, count });
  return drift;
}
