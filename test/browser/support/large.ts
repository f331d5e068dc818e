/** A mapping between large samples and a flow of many steps, made by the API. */
import type { Api, Json } from './api.js';

export interface Large {
  /** Address of the project, as `/p/<id>`. */
  project: string;
  mapping: string;
  flow: string;
}
export interface Sizes {
  sources: number;
  destinations: number;
  links: number;
  handlers: number;
}

const name = (position: number): string => `field_${String(position).padStart(4, '0')}`;
const groupSize = 50;

/** `{ group_00: { field_0000: "value 0", … }, … }`: leaves in groups of 50. */
export function wideRecord(fields: number): Json {
  const record: Record<string, Record<string, string>> = {};
  for (let position = 0; position < fields; position += 1) {
    const group = `group_${String(Math.floor(position / groupSize)).padStart(2, '0')}`;
    record[group] = { ...record[group], [name(position)]: `value ${position}` };
  }
  return record;
}
const wideField = (position: number): string =>
  `group_${String(Math.floor(position / groupSize)).padStart(2, '0')}.${name(position)}`;

/** A new project with all of it. */
export async function makeLarge(api: Api, sizes: Sizes): Promise<Large> {
  const { project_id: id } = await api.post('/api/projects/create', {
    project_name: `Large ${sizes.sources}`,
  });
  const at = (route: string) => `/workspace/${id}/api/${route}`;
  const system = async (system_name: string) => {
    const { system_id } = await api.post(at('systems/create'), {
      system_name,
      base_url: 'https://large.example.com',
      authentication_type: 'bearer_token',
    });
    const { credential_id } = await api.post(at('credentials/create'), {
      credential_name: system_name,
      system_id,
      inputs: { token: 'large-token' },
    });
    return { system_id, credential_id };
  };
  const source = await system('Source');
  const target = await system('Target');
  const read = await api.post(at('apis/create'), {
    api_name: 'Read wide',
    system_id: source.system_id,
    method: 'GET',
    path: '/wide',
    records_path: 'records',
    sample_response: { records: [wideRecord(sizes.sources)] },
  });
  const write = await api.post(at('apis/create'), {
    api_name: 'Write wide',
    system_id: target.system_id,
    method: 'POST',
    path: '/wide',
    body_type: 'json',
    sample_request: { body: wideRecord(sizes.destinations) },
  });
  const call = (handler_id: string, api_id: string) => ({
    handler_id,
    handler_name: handler_id,
    kind: 'api_call',
    api_id,
  });
  const { flow_id } = await api.post(at('flows/create'), {
    flow_name: 'Wide',
    handlers: [
      call('read', read.api_id),
      {
        handler_id: 'map',
        kind: 'mapping',
        handler_name: 'Wide to wide',
        source_handler_ids: ['read'],
        destination_handler_id: 'write',
      },
      call('write', write.api_id),
    ],
  });
  await api.post(at(`flows/publish/${flow_id}`));
  const { pipe_id } = await api.post(at('pipes/create'), {
    pipe_name: 'Wide',
    flow_id,
    credential_ids: [source.credential_id, target.credential_id],
  });
  // Links cross, so that ends far apart are drawn too.
  const links = Array.from({ length: sizes.links }, (_, position) => ({
    id: `l${position}`,
    to: wideField(position),
    from: wideField((position * 7) % sizes.sources),
  }));
  await api.post(at(`pipes/${pipe_id}/mappings/map/update`), { document: { format: 'mapping/1', links } });
  const long = await api.post(at('flows/create'), {
    flow_name: 'Long',
    handlers: Array.from({ length: sizes.handlers }, (_, position) =>
      call(`step_${position}`, position % 2 === 0 ? read.api_id : write.api_id),
    ),
  });
  return {
    project: `/p/${id}`,
    mapping: `/p/${id}/pipes/${pipe_id}/mappings/map`,
    flow: `/p/${id}/flows/${long.flow_id}`,
  };
}
