/** Asks for the state of a flow's mappings in the pipes that run it. */
import { useQueries } from '@tanstack/react-query';
import { driftOf } from './drift.js';
import { mappingNodesQuery } from './mappings.js';

/** The state of the mappings is asked for pipe by pipe: of a flow with very many pipes only of the first ones. */
const MOST_PIPES = 20;

/** By Mapping Handler, the pipes whose links read or fill fields that are gone. */
export function useDrift(project: string, pipes: readonly { resource_id: string; name: string }[]) {
  const asked = pipes.slice(0, MOST_PIPES);
  return useQueries({
    queries: asked.map(({ resource_id: id }) => mappingNodesQuery(project, id)),
    combine: (answers) =>
      driftOf(
        asked,
        answers.map(({ data }) => data ?? []),
      ),
  });
}
