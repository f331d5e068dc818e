/** The first record of the source API's sample, as the service takes it for a preview without a record. */
import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../api/apis.js';
import type { Handler, Json } from '../../api/types.js';
import { valueAt } from '../../editors/mapping/paths.js';

export function firstRecord(sample: Json, recordsPath: string): Json | undefined {
  const records = valueAt(sample, recordsPath);
  return Array.isArray(records) ? records[0] : records;
}

/** Asked for only when it is needed, since a sample may have megabytes; undefined where there is none. */
export function useSampleRecord(
  project: string,
  handlers: Handler[] | undefined,
  source: string | undefined,
) {
  const client = useQueryClient();
  return useCallback(async (): Promise<Json | undefined> => {
    const handler = handlers?.find((entry) => entry.handler_id === source);
    const id = handler?.kind === 'api_call' ? handler.api_id : null;
    if (!id) return undefined;
    const api = await client.fetchQuery({ ...apiQuery(project, id), staleTime: 60_000 });
    return firstRecord(api.sample_response, api.records_path);
  }, [client, handlers, project, source]);
}
