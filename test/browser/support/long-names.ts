/** A project whose every name is as long as the service takes it, without a place to break. */
import type { Api } from './api.js';

const long = (begin: string): string => begin.padEnd(200, 'abcdefghij');

/** Answers the paths of the pages that show the names. */
export async function makeLongNames(api: Api): Promise<string[]> {
  const { project_id: id } = await api.post('/api/projects/create', {
    project_name: long('Project'),
    project_description: long('Description'),
  });
  const at = (route: string) => `/workspace/${id}/api/${route}`;
  await api.post(at('settings/update'), { activity_logs___activity_logs: true });
  const connected = async (name: string) => {
    const { system_id } = await api.post(at('systems/create'), {
      system_name: long(name),
      base_url: `https://example.com/${long('base')}`,
      authentication_type: 'bearer_token',
    });
    const { credential_id } = await api.post(at('credentials/create'), {
      credential_name: long(`ConnectionTo${name}`),
      system_id,
      inputs: { token: 'a-token' },
    });
    return { system_id, credential_id };
  };
  const [source, target] = [await connected('Source'), await connected('Target')];
  const read = await api.post(at('apis/create'), {
    api_name: long('Read'),
    system_id: source.system_id,
    method: 'GET',
    path: `/${long('read')}`,
    sample_response: [{ [long('field')]: long('value') }],
  });
  const write = await api.post(at('apis/create'), {
    api_name: long('Write'),
    system_id: target.system_id,
    method: 'POST',
    path: `/${long('write')}`,
    body_type: 'json',
    sample_request: { body: { [long('field')]: long('value') } },
  });
  const { flow_id } = await api.post(at('flows/create'), {
    flow_name: long('Flow'),
    description: long('Description'),
    handlers: [
      { handler_id: 'read', handler_name: long('Read'), kind: 'api_call', api_id: read.api_id },
      {
        handler_id: 'map',
        handler_name: long('Map'),
        kind: 'mapping',
        source_handler_ids: ['read'],
        destination_handler_id: 'write',
      },
      { handler_id: 'write', handler_name: long('Write'), kind: 'api_call', api_id: write.api_id },
    ],
  });
  await api.post(at(`flows/publish/${flow_id}`));
  const { pipe_id } = await api.post(at('pipes/create'), {
    pipe_name: long('Pipe'),
    flow_id,
    credential_ids: [source.credential_id, target.credential_id],
  });
  const { group_id } = await api.post('/api/groups/create', { group_name: long('Group'), users: [] });
  await api.post(`/api/projects/update/${id}`, { groups: [group_id] });
  const inProject = [
    'start',
    'dashboard',
    'systems',
    'apis',
    'pipes/new',
    'members',
    'activity',
    `credentials/${source.credential_id}`,
    `flows/${flow_id}`,
    `pipes/${pipe_id}`,
    `pipes/${pipe_id}/errors`,
    `pipes/${pipe_id}/mappings/map`,
  ];
  return ['/projects', ...inProject.map((path) => `/p/${id}/${path}`)];
}
