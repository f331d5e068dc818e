/** Fields that no sample of an API would hold any more, and what a mapping reads of them. */
import type { ApiDefinition, Json } from '../../api/types.js';
import type { MappingDocument } from '../../editors/mapping/document.js';
import { sourceUses } from '../../editors/mapping/source-uses.js';
import { newFields } from './sample-drift.js';

type Samples = Pick<ApiDefinition, 'sample_response' | 'more_sample_responses' | 'records_path'>;

/** As a mapping names them: by the record where the API is its first source, else by the whole answer. */
export interface LostFields {
  ofRecord: string[];
  ofAnswer: string[];
}

/** Fields that are in a sample now and would be in none. */
export function lostFields(api: Samples, sample: Json): LostFields {
  if (api.sample_response === null || api.sample_response === undefined)
    return { ofRecord: [], ofAnswer: [] };
  const others = api.more_sample_responses ?? [];
  const ofAnswer = newFields([sample, ...others], api.sample_response);
  const records = api.records_path ?? '';
  if (records === '') return { ofRecord: ofAnswer, ofAnswer };
  const list = records === '$' ? '' : records;
  const ofRecord = ofAnswer.flatMap((path) => {
    const inRecord = [`${list}[].`, `${list}.`].find((begin) => path.startsWith(begin));
    return inRecord === undefined ? [] : [path.slice(inRecord.length)];
  });
  return { ofRecord, ofAnswer };
}

/** Those of the lost fields that a mapping reads; `step`: where the API is not its first source. */
export function lostReads(document: MappingDocument, lost: LostFields, step: string | null): string[] {
  const answer = `@steps.${step ?? ''}.response.body`;
  const nameOf = new Map(
    step === null
      ? lost.ofRecord.map((path) => [path, path])
      : lost.ofAnswer.map((path) => [path.startsWith('[') ? answer + path : `${answer}.${path}`, path]),
  );
  const reads = sourceUses(document).map(({ path }) =>
    path
      .replace(/^\$(?=[.[]|$)\.?/, '')
      .replace(/\[-?\d+\]/g, '[]')
      .replace(/(\[\])+$/, ''),
  );
  return [...new Set(reads)].flatMap((path) => nameOf.get(path) ?? []);
}
