/** What each mapping of an API loses with another sample. */
import type { QueryClient } from '@tanstack/react-query';
import { flowQuery } from '../../api/flows.js';
import { mappingNodesQuery, mappingQuery } from '../../api/mappings.js';
import { pipesQuery } from '../../api/pipes.js';
import type { ApiDefinition, Json, Usage } from '../../api/types.js';
import { lostFields, lostReads } from './lost-reads.js';

export interface SampleLoss {
  id: string;
  /** Pipe and step. */
  name: string;
  fields: string[];
}
/** `usages`: what calls the API. */
export async function sampleLosses(
  client: QueryClient,
  project: string,
  api: ApiDefinition,
  usages: readonly Usage[],
  sample: Json,
): Promise<SampleLoss[]> {
  const lost = lostFields(api, sample);
  const flows = usages.filter(({ resource_type: type }) => type === 'flow');
  if (lost.ofAnswer.length === 0 || flows.length === 0) return [];
  const callsOf = new Map<string, string[]>();
  for (const { resource_id: id } of flows) {
    const { handlers } = await client.fetchQuery(flowQuery(project, id));
    const calls = handlers.filter((each) => each.kind === 'api_call' && each.api_id === api.api_id);
    callsOf.set(
      id,
      calls.map(({ handler_id }) => handler_id),
    );
  }
  const losses: SampleLoss[] = [];
  for (const pipe of (await client.fetchQuery(pipesQuery(project))).rows) {
    const calls = callsOf.get(pipe.flow_id) ?? [];
    if (calls.length === 0) continue;
    const nodes = await client.fetchQuery(mappingNodesQuery(project, pipe.pipe_id));
    for (const node of nodes.filter(({ source_handler_ids: from }) =>
      calls.some((id) => from.includes(id)),
    )) {
      const { document } = await client.fetchQuery(mappingQuery(project, pipe.pipe_id, node.handler_id));
      const [first] = node.source_handler_ids;
      const fields = calls.flatMap((call) =>
        document && node.source_handler_ids.includes(call)
          ? lostReads(document, lost, first === call ? null : call)
          : [],
      );
      if (fields.length > 0)
        losses.push({
          id: `${pipe.pipe_id}/${node.handler_id}`,
          name: `${pipe.pipe_name} › ${node.handler_name}`,
          fields: [...new Set(fields)],
        });
    }
  }
  return losses;
}
