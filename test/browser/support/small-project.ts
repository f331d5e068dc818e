/** A project of two systems that a mock answers for, with a flow that maps and one that does not; made by the API. */
import type { Api, Json } from './api.js';

export interface SmallProject {
  /** `/p/<id>`. */
  path: string;
  /** `/workspace/<id>/api`. */
  workspace: string;
  systems: Record<'source' | 'target' | 'lonely', string>;
  apis: Record<'read' | 'write', string>;
  flows: Record<'mapped' | 'plain', string>;
}

/** Connections are called "Of Source", "Of Target" and "Of Lonely". */
export async function makeSmallProject(api: Api, url: string): Promise<SmallProject> {
  const { project_id: id } = await api.post('/api/projects/create', { project_name: 'Small' });
  const at = (route: string) => `/workspace/${id}/api/${route}`;
  const connected = async (system_name: string): Promise<string> => {
    const { system_id } = await api.post(at('systems/create'), {
      system_name,
      base_url: url,
      authentication_type: 'bearer_token',
    });
    const inputs = { token: 'token-of-the-small-project' };
    await api.post(at('credentials/create'), { credential_name: `Of ${system_name}`, system_id, inputs });
    return system_id;
  };
  const systems = {
    source: await connected('Source'),
    target: await connected('Target'),
    lonely: await connected('Lonely'),
  };
  const made = async (body: object): Promise<string> => (await api.post(at('apis/create'), body)).api_id;
  const apis = {
    read: await made({
      api_name: 'Read orders',
      system_id: systems.source,
      method: 'GET',
      path: '/orders',
      records_path: 'orders',
      sample_response: { orders: [{ id: 1, name: 'Ann' }] },
    }),
    write: await made({
      api_name: 'Write order',
      system_id: systems.target,
      method: 'POST',
      path: '/orders',
      body_type: 'json',
      sample_request: { body: { reference: '1', customer: 'Ann' } },
    }),
  };
  const call = (handler_id: string, api_id: string): Json => ({
    handler_id,
    handler_name: handler_id,
    kind: 'api_call',
    api_id,
  });
  const map = {
    handler_id: 'map',
    handler_name: 'map',
    kind: 'mapping',
    source_handler_ids: ['read'],
    destination_handler_id: 'write',
  };
  const flow = async (flow_name: string, middle: Json[]): Promise<string> => {
    const handlers = [call('read', apis.read), ...middle, call('write', apis.write)];
    const { flow_id } = await api.post(at('flows/create'), { flow_name, handlers });
    await api.post(at(`flows/publish/${flow_id}`));
    return flow_id;
  };
  const flows = { mapped: await flow('With a mapping', [map]), plain: await flow('Without a mapping', []) };
  return { path: `/p/${id}`, workspace: `/workspace/${id}/api`, systems, apis, flows };
}
