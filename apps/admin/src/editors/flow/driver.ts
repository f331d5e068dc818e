/** Which call brings the records of a flow: its conditions are about those. */
import { isMembers } from '../../api/json.js';
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

type Sampled = Pick<ApiDefinition, 'sample_response' | 'more_sample_responses' | 'records_path'>;

/** What a path that begins at an answer is read from: the step (undefined: the one that brings the records) and the rest. */
export function answerPath(path: string): { step: string | undefined; rest: string } | null {
  const [all, step] = /^@(?:response|steps\.([\w-]+)\.response)\.body(?=[.[]|$)/.exec(path) ?? [];
  return all === undefined ? null : { step, rest: path.slice(all.length).replace(/^\./, '') };
}

/** A list of APIs tells of a large sample only that there is one. */
const isCut = (sample: Json): boolean => isMembers(sample) && sample.cut === true;

/** The whole answers of all its samples. */
export const sampleAnswers = (api: Omit<Sampled, 'records_path'> | undefined): Json[] =>
  api
    ? [api.sample_response, ...(api.more_sample_responses ?? [])].filter(
        (sample) => sample !== null && sample !== undefined && !isCut(sample),
      )
    : [];

/** The records of all its samples. */
export function sampleRecords(api: Sampled | undefined): Json[] {
  return sampleAnswers(api).flatMap((sample) => {
    const records = valueAt(sample, api?.records_path ?? '');
    if (records === undefined || records === null) return [];
    return Array.isArray(records) ? records : [records];
  });
}
