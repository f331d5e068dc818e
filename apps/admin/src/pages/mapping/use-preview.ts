/** What the mapping makes of a record, asked for again a moment after each edit. */
import { useMemo, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewMappingQuery, type MappingFault } from '../../api/mappings.js';
import { parseJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import type { MappingDocument } from '../../editors/mapping/document.js';
import type { PreviewRecord, PreviewState } from '../../editors/mapping/preview-panel.js';
import { faultsOf } from '../../editors/mapping/problems.js';

const pauseMs = 350;
const noFaults: MappingFault[] = [];

export function usePreview(project: string, pipe: string, handler: string, document: MappingDocument) {
  const [record, setRecord] = useState<PreviewRecord>({ kind: 'sample', text: '' });
  const [explained, setExplained] = useState<string | null>(null);
  const [settled] = useDebouncedValue(document, pauseMs);
  const [settledRecord] = useDebouncedValue(record, pauseMs);
  const parsed = useLastJson(settledRecord);
  const query = useQuery({
    ...previewMappingQuery(project, pipe, handler, {
      document: settled,
      ...(parsed === undefined ? {} : { record: parsed }),
      ...(explained === null ? {} : { explain: explained }),
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isError, isFetching, refetch } = query;
  const refused = useMemo(() => faultsOf(error, settled), [error, settled]);
  const preview = useMemo(
    (): PreviewState => ({
      data: isError ? undefined : data,
      loading: isFetching,
      error: isError && refused.length === 0 ? error : null,
      again: () => void refetch(),
      faults: isError ? refused : (data?.errors ?? noFaults),
    }),
    [data, error, isError, isFetching, refetch, refused],
  );
  return {
    preview,
    record,
    setRecord,
    explained,
    setExplained,
    /** The same mapping on another record. */
    previewOf: (other: Json) =>
      previewMappingQuery(project, pipe, handler, { document: withoutTests(settled), record: other }),
  };
}

/** The record as JSON; while what is typed is none yet, the one before. Undefined: the sample. */
function useLastJson(record: PreviewRecord): Json | undefined {
  const [last, setLast] = useState<{ of: PreviewRecord; value: Json | undefined }>({
    of: record,
    value: undefined,
  });
  if (last.of === record) return last.value;
  let value: Json | undefined;
  if (record.kind !== 'sample') {
    try {
      value = parseJson(record.text);
    } catch {
      value = last.value;
    }
  }
  setLast({ of: record, value });
  return value;
}

function withoutTests({ tests: _tests, ...document }: MappingDocument): MappingDocument {
  return document;
}
