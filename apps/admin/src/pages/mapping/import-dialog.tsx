/** Reads a mapping from a file, after a look at what the check says of it and what it would change. */
import { useState } from 'react';
import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewMappingQuery } from '../../api/mappings.js';
import { compareDocuments, isEmptyDiff } from '../../editors/mapping/compare.js';
import { DiffList } from '../../editors/mapping/diff-list.js';
import { parseDocument, type MappingDocument } from '../../editors/mapping/document.js';
import { faultsOf } from '../../editors/mapping/problems.js';
import { Dialog } from '../../kit/dialog.js';
import { jsonFaultAt } from '../../kit/json-fault.js';
import { Note } from '../../kit/note.js';
import { ErrorNote, LoadingRows } from '../../kit/states.js';

const MB = 1024 * 1024;
const largestFile = 20 * MB;

interface ImportDialogProps {
  project: string;
  pipe: string;
  handler: string;
  current: MappingDocument;
  opened: boolean;
  onClose: () => void;
  onTake: (document: MappingDocument) => void;
}

export default function ImportDialog(props: ImportDialogProps) {
  const { project, pipe, handler, current, opened, onClose, onTake } = props;
  const { t } = useTranslation();
  const [read, setRead] = useState<{ document: MappingDocument } | { fault: string } | null>(null);
  const take = async (file: File | null) => {
    // Nothing of the file before may be taken while this one is read.
    setRead(null);
    if (file === null) return;
    if (file.size > largestFile) {
      setRead({
        fault: t('The file has {{size, number}} MB; at most {{limit, number}} MB are read.', {
          size: Math.ceil(file.size / MB),
          limit: largestFile / MB,
        }),
      });
      return;
    }
    const text = await file.text();
    try {
      setRead({ document: parseDocument(text) });
    } catch (error) {
      setRead({ fault: jsonFaultAt(text, error, t) });
    }
  };
  const close = () => {
    setRead(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} size={680} title={t('Import a mapping')}>
      <Stack>
        <FileInput
          label={t('File')}
          description={t('A mapping document (mapping/1), as Export writes it.')}
          placeholder={t('Choose a file')}
          accept="application/json,.json"
          leftSection={<IconFileUpload size={16} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          onChange={(file) => void take(file)}
        />
        {read && 'fault' in read ? (
          <Note tone="bad" live title={t('The file is not a mapping document')}>
            {read.fault}
          </Note>
        ) : null}
        {read && 'document' in read ? (
          <Checked
            project={project}
            pipe={pipe}
            handler={handler}
            current={current}
            document={read.document}
            onTake={() => {
              onTake(read.document);
              close();
            }}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}

interface CheckedProps {
  project: string;
  pipe: string;
  handler: string;
  current: MappingDocument;
  document: MappingDocument;
  onTake: () => void;
}

/** What the service says of the document against the samples here, and what it would change. */
function Checked({ project, pipe, handler, current, document, onTake }: CheckedProps) {
  const { t } = useTranslation();
  const check = useQuery(previewMappingQuery(project, pipe, handler, { document }));
  if (check.isLoading) return <LoadingRows rows={2} />;
  const faults = faultsOf(check.error, document);
  const warnings = (check.data?.warnings ?? []).filter((warning) => warning.message !== '');
  const recordFaults = check.data?.errors ?? [];
  const diff = compareDocuments(current, document);
  return (
    <>
      {check.isError && faults.length === 0 ? <ErrorNote error={check.error} /> : null}
      {faults.length > 0 ? (
        <Note
          tone="bad"
          live
          title={t('{{count, number}} problems keep it from being saved as it is', { count: faults.length })}
        >
          <FaultList faults={faults} />
        </Note>
      ) : null}
      {recordFaults.length > 0 ? (
        <Note
          tone="warn"
          title={t('The sample record ends with {{count, number}} errors', { count: recordFaults.length })}
        >
          <FaultList faults={recordFaults} />
        </Note>
      ) : null}
      {check.data && recordFaults.length === 0 ? (
        <Note tone="good" live title={t('The check found no problems')}>
          {warnings.length > 0 ? <FaultList faults={warnings} /> : null}
        </Note>
      ) : null}
      <section aria-label={t('What it changes')}>
        <Text fw={600} size="sm" mb={8}>
          {t('What it changes')}
        </Text>
        <div
          style={{ maxHeight: 280, overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('Differences')}
        >
          <DiffList diff={diff} />
        </div>
      </section>
      <Group justify="flex-end">
        <Button variant="filled" disabled={isEmptyDiff(diff)} onClick={onTake}>
          {t('Take it into the editor')}
        </Button>
      </Group>
    </>
  );
}

const shownFaults = 20;

function FaultList({ faults }: { faults: { message: string; to?: string | null; at?: string | null }[] }) {
  const { t } = useTranslation();
  return (
    <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
      {faults.slice(0, shownFaults).map((fault, position) => (
        <li key={position}>
          {fault.to || fault.at ? <span className="mono">{fault.to ?? fault.at}: </span> : null}
          {fault.message}
        </li>
      ))}
      {faults.length > shownFaults ? (
        <li>{t('{{count, number}} more', { count: faults.length - shownFaults })}</li>
      ) : null}
    </ul>
  );
}
