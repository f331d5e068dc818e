/** Fields that no sample of an API would hold any more, and what a mapping reads of them. */
import type { ApiDefinition, Json } from '../../api/types.js';
import type { MappingDocument } from '../../editors/mapping/document.js';
import { sourceUses } from '../../editors/mapping/source-uses.js';
import { newFields } from './sample-drift.js';

type Samples = Pick<ApiDefinition, 'sample_response' | 'more_sample_responses' | 'records_path'>;

/** Fields of the records that are in a sample now and would be in none, as a mapping names them. */
export function lostFields(api: Samples, sample: Json): string[] {
  if (api.sample_response === null || api.sample_response === undefined) return [];
  const others = api.more_sample_responses ?? [];
  const records = api.records_path === '$' ? '' : (api.records_path ?? '');
  return newFields([sample, ...others], api.sample_response).flatMap((path) => {
    if (records === '' && api.records_path !== '$') return [path];
    const inRecord = [`${records}[].`, `${records}.`].find((begin) => path.startsWith(begin));
    return inRecord === undefined ? [] : [path.slice(inRecord.length)];
  });
}

/** Those of the lost fields that a mapping reads; `step`: where the API is not its first source. */
export function lostReads(document: MappingDocument, lost: readonly string[], step: string | null): string[] {
  const begin = step === null ? '' : `@steps.${step}.response.body.`;
  const gone = new Set(lost.map((path) => begin + path));
  const reads = sourceUses(document).map(({ path }) =>
    path
      .replace(/^\$\.?/, '')
      .replace(/\[-?\d+\]/g, '[]')
      .replace(/(\[\])+$/, ''),
  );
  return [...new Set(reads)].filter((path) => gone.has(path)).map((path) => path.slice(begin.length));
}
