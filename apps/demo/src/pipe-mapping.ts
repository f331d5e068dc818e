/** Saves a mapping document under the pipe's one mapping node. */
import { pipeMappingsGet, pipeMappingsUpdate, unwrap, type PipewrightClient } from '#sdk';
import { type MappingDocument } from './order-mapping.js';

const HANDLER_ID = 'to_sales_order';

export async function saveMapping(
  client: PipewrightClient,
  { projectId, pipeId }: { projectId: string; pipeId: string },
  document: MappingDocument,
): Promise<void> {
  const path = { project_id: projectId, id: pipeId, handler_id: HANDLER_ID };
  const { version } = await unwrap(pipeMappingsGet({ client, path }));
  await unwrap(pipeMappingsUpdate({ client, path, body: { version, document: { ...document } } }));
}
