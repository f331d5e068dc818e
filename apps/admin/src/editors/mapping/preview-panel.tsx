/** What the mapping makes of the sample or of another record: the request, its faults, the explanation of a value. */
import { lazy, Suspense, useMemo } from 'react';
import { Button, Group, Loader, Menu, Skeleton, Text } from '@mantine/core';
import { IconChevronDown, IconTestPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MappingFault, MappingPreview } from '../../api/mappings.js';
import { ExactNumber, printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { Note } from '../../kit/note.js';
import { StateBadge } from '../../kit/state-badge.js';
import { ErrorNote } from '../../kit/states.js';
import { Explanation } from './explanation.js';
import { FaultPlace } from './fault-place.js';
import { withOptionLabels } from './function-words.js';
import { JsonText } from './json-text.js';
import type { Failure } from './use-attempt.js';
import kit from '../../kit/kit.module.css';
import classes from './preview.module.css';

const TypedRecord = lazy(() => import('./typed-record.js'));

/** The record that is mapped: the sample's, one typed in, or one that a run has read. */
export interface PreviewRecord {
  kind: 'sample' | 'typed' | 'run';
  text: string;
  /** Key of the record of a run. */
  key?: string;
}
export interface PreviewState {
  data: MappingPreview | undefined;
  loading: boolean;
  /** Why there is none, faults of the document aside. */
  error: Error | null;
  again: () => void;
  faults: MappingFault[];
}
interface PreviewPanelProps {
  preview: PreviewState;
  record: PreviewRecord;
  onRecord: (record: PreviewRecord) => void;
  explained: string | null;
  onExplain: (path: string | null) => void;
  onPickRecord: () => void;
  /** Begins to type a record, from the one that is shown. */
  onTypeRecord: () => void;
  onKeepAsTest: () => void;
  /** The record could not be loaded for typing it or for keeping it as a test. */
  failure: Failure | null;
  onSelect: (path: string) => void;
  /** Faults that the panel of the chosen link tells. */
  toldAtLink: readonly MappingFault[];
  /** No link at all. */
  isEmpty: boolean;
  /** How many required fields no link fills. */
  missing: number;
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { preview, record, onRecord, explained, onExplain, onKeepAsTest, onSelect } = props;
  const { t } = useTranslation();
  const { data, error, faults, loading } = preview;
  const state = error ? (
    <StateBadge tone="bad">{t('No preview')}</StateBadge>
  ) : faults.length > 0 ? (
    <StateBadge tone="bad">{t('{{count, number}} faults', { count: faults.length })}</StateBadge>
  ) : data && props.isEmpty ? (
    <StateBadge tone="warn">{t('Nothing is mapped yet')}</StateBadge>
  ) : data && props.missing > 0 ? (
    <StateBadge tone="warn">
      {t('{{count, number}} required fields are empty', { count: props.missing })}
    </StateBadge>
  ) : data ? (
    <StateBadge tone="good">{t('This record can be sent')}</StateBadge>
  ) : null;
  const chosen =
    record.kind === 'sample'
      ? t('Sample record')
      : record.kind === 'run'
        ? t('Record {{key}}', { key: record.key })
        : t('Typed record');
  const output = useMemo(() => (data?.output ? shownOutput(data) : null), [data]);
  return (
    <div className={classes.preview}>
      <Group gap="xs">
        <Text fw={600} component="h2" m={0} size="md">
          {t('Preview')}
        </Text>
        <span aria-live="polite">{state}</span>
        {loading ? <Loader size={14} className={kit.late ?? ''} aria-label={t('Loading')} /> : null}
        <Group gap={6} ml="auto">
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <Button size="compact-xs" rightSection={<IconChevronDown size={13} aria-hidden />}>
                {chosen}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{t('Map this record')}</Menu.Label>
              <Menu.Item onClick={() => onRecord({ kind: 'sample', text: '' })}>
                {t('Sample record')}
              </Menu.Item>
              <Menu.Item onClick={props.onPickRecord}>{t('A record of a run…')}</Menu.Item>
              <Menu.Item onClick={props.onTypeRecord}>{t('Type a record')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            size="compact-xs"
            leftSection={<IconTestPipe size={13} aria-hidden />}
            disabled={!data || error !== null}
            onClick={onKeepAsTest}
          >
            {t('Keep as a test')}
          </Button>
        </Group>
      </Group>
      {props.failure ? <ErrorNote error={props.failure.error} onRetry={props.failure.retry} /> : null}
      {record.kind === 'typed' ? (
        <Suspense fallback={<Skeleton height={150} />}>
          <TypedRecord text={record.text} onChange={(text) => onRecord({ kind: 'typed', text })} />
        </Suspense>
      ) : null}
      {error ? <ErrorNote error={error} onRetry={preview.again} /> : null}
      {faults
        .filter((fault) => !props.toldAtLink.includes(fault))
        .map((fault, position) => (
          <Note key={position} tone="bad" title={withOptionLabels(fault.message, t)}>
            <FaultPlace fault={fault} onSelect={onSelect} />
          </Note>
        ))}
      {faults.length > 0 && faults.every((fault) => props.toldAtLink.includes(fault)) ? (
        <Text size="xs" c="dimmed">
          {t('What is wrong is told at the link that is chosen.')}
        </Text>
      ) : null}
      {explained !== null && data?.explanation ? (
        <Explanation path={explained} values={data.explanation} onClose={() => onExplain(null)} />
      ) : null}
      {output !== null && !error ? <JsonText label={t('Result of the mapping')} text={output} /> : null}
      {data?.warnings.length ? (
        <details className={classes.notes}>
          <summary>{t('{{count, number}} notes', { count: data.warnings.length })}</summary>
          <ul>
            {data.warnings.map((warning, position) => (
              <li key={position}>{warning.message}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

/** The body alone while the mapping fills nothing else of the request. */
function shownOutput({ output }: MappingPreview): string {
  if (output === null) return '';
  const onlyBody = Object.entries(output).every(([part, value]) => part === 'body' || isEmpty(value));
  return printJson(onlyBody ? (output.body ?? null) : output, 2) ?? '';
}
const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && !(value instanceof ExactNumber) && Object.keys(value).length === 0);
