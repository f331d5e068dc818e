/** A few things of each kind whose name holds a text: whatever there is can be found by typing. */
import { queryOptions } from '@tanstack/react-query';
import { apisList, credentialsList, flowsList, pipesList, systemsList } from '#sdk';
import { client, list } from './call.js';
import { keepRows } from './keep-rows.js';
import type { ApiDefinition, Credential, Flow, Pipe, System } from './types.js';

const SHOWN = 6;

const kinds = {
  systems: systemsList,
  credentials: credentialsList,
  apis: apisList,
  flows: flowsList,
  pipes: pipesList,
};
type Kind = keyof typeof kinds;

const foundOf = <T>(kind: Kind) => {
  return (project: string, search: string) =>
    queryOptions({
      queryKey: ['p', project, kind, 'found', search],
      queryFn: async ({ signal }) => {
        const query = { search, per_page: SHOWN };
        return list<T>(() => kinds[kind]({ client, path: { project_id: project }, query, signal }));
      },
      placeholderData: keepRows('p', project, kind, 'found'),
      enabled: project !== '' && search !== '',
    });
};

export const foundSystems = foundOf<System>('systems');
export const foundCredentials = foundOf<Credential>('credentials');
export const foundApis = foundOf<ApiDefinition>('apis');
export const foundFlows = foundOf<Flow>('flows');
export const foundPipes = foundOf<Pipe>('pipes');
