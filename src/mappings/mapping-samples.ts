// The samples that a mapping stands between, as field trees and as an input to try it on.
import { pathReader } from '#engine';
import { type CompileOptions, fieldTree, type FieldTree, type MappingInput } from '#mapping';
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import type { MappingContext } from './mapping-context.types.js';

/** Source fields come from the sample response of the source APIs. null: there is no sample. */
export function sourceTree({ sources }: MappingContext): FieldTree | null {
  const [first, ...others] = sources;
  if (!first || samplesOf(first.api).length === 0) return null;
  return fieldTree({
    '': samplesOf(first.api).flatMap((sample) => recordsIn(first.api, sample)),
    '@response': samplesOf(first.api).map((body) => ({ body })),
    ...Object.fromEntries(
      others.map(({ handlerId, api }) => [
        `@steps.${handlerId}`,
        // A source without a sample may answer anything.
        (samplesOf(api).length > 0 ? samplesOf(api) : [null]).map((body) => ({ response: { body } })),
      ]),
    ),
    '@run': [{ id: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f', started_at: '2026-01-31T08:00:00.000Z' }],
  });
}

/** Destination fields come from the sample request of the destination API. null: there is no sample. */
export function destinationTree({ destination }: MappingContext): FieldTree | null {
  const sample = destination?.sampleRequest;
  if (!sample) return null;
  const part = (value: unknown) => (value === undefined || value === null ? [] : [value]);
  return fieldTree({
    '': part(sample.body),
    '@path': part(sample.path),
    '@query': part(sample.query),
    '@headers': part(sample.headers),
  });
}

export function compileOptions(context: MappingContext): CompileOptions {
  return { source: sourceTree(context) ?? undefined, destination: destinationTree(context) ?? undefined };
}

/** What the mapping would see of the samples: their first record. */
export function sampleInput({ sources }: MappingContext): MappingInput {
  const [first, ...others] = sources;
  const body = first ? samplesOf(first.api)[0] : undefined;
  return {
    record: first ? recordsIn(first.api, body)[0] : undefined,
    response: { status: 200, headers: {}, body },
    steps: Object.fromEntries(
      others.map(({ handlerId, api }) => [
        handlerId,
        { request: {}, response: { status: 200, headers: {}, body: samplesOf(api)[0] } },
      ]),
    ),
    run: { id: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f', started_at: new Date().toISOString() },
  };
}

const samplesOf = (api: ApiDefinition): unknown[] => [
  ...(api.sampleResponse ? [api.sampleResponse.value] : []),
  ...api.moreSampleResponses,
];

/** The records of one answer: the elements at `records_path`, or the whole body. */
function recordsIn(api: ApiDefinition, body: unknown): unknown[] {
  if (api.recordsPath === '') return body === undefined ? [] : [body];
  const records = api.recordsPath === '$' ? body : pathReader(api.recordsPath)(body);
  if (Array.isArray(records)) return records;
  return records === undefined || records === null ? [] : [records];
}
