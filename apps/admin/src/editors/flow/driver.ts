/** Which call brings the records of a flow: its conditions are about those. */
import type { ApiCallHandler, ApiDefinition, Handler, Json } from '../../api/types.js';
import { valueAt } from '../mapping/paths.js';
import { isCall, isMapping } from './model.js';

/** The first list that depends on no record; without a list the first source of the first mapping. */
export function driverOf(
  handlers: readonly Handler[],
  apis: readonly ApiDefinition[],
): ApiCallHandler | null {
  const filled = new Set(
    handlers.flatMap((handler) => (isMapping(handler) ? [handler.destination_handler_id] : [])),
  );
  const reads = handlers.filter(isCall).filter((call) => !filled.has(call.handler_id));
  const recordsPath = new Map(apis.map((api) => [api.api_id, api.records_path]));
  const lists = reads.filter((call) => (recordsPath.get(call.api_id ?? '') ?? '') !== '');
  const list = lists.find((call) => !call.join) ?? lists[0];
  if (list) return list;
  const sources = handlers.find(isMapping)?.source_handler_ids ?? [];
  return reads.find((call) => sources.includes(call.handler_id)) ?? null;
}

/** The records of all its samples. */
export function sampleRecords(
  api: Pick<ApiDefinition, 'sample_response' | 'more_sample_responses' | 'records_path'> | undefined,
): Json[] {
  if (!api) return [];
  return [api.sample_response, ...(api.more_sample_responses ?? [])].flatMap((sample) => {
    if (sample === null || sample === undefined) return [];
    const records = valueAt(sample, api.records_path);
    if (records === undefined || records === null) return [];
    return Array.isArray(records) ? records : [records];
  });
}
