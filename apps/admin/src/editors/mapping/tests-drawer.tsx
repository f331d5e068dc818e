/** The tests saved in the mapping, and how each ends now. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MappingPreview } from '../../api/mappings.js';
import { SideDialog } from '../../kit/side-dialog.js';
import { Empty, ErrorNote } from '../../kit/states.js';
import { StateBadge } from '../../kit/state-badge.js';
import type { MappingDocument } from './document.js';
import { TestDetail, type PreviewOf } from './test-detail.js';
import { removeTest, updateTest } from './tests.js';
import type { Failure } from './use-attempt.js';
import type { Edit } from './use-linking.js';
import classes from './parts.module.css';

export interface TestRuns {
  /** How each test ends, in the order of the document; absent while the document is refused. */
  results: MappingPreview['tests'] | undefined;
  running: boolean;
  /** Runs all tests anew. */
  run: () => void;
  previewOf: PreviewOf;
}
interface TestsDrawerProps extends TestRuns {
  opened: boolean;
  onClose: () => void;
  document: MappingDocument;
  onEdit: Edit;
  /** Adds the record that the preview shows; null while there is none. */
  onAddCurrent: (() => void) | null;
  failure: Failure | null;
}

export default function TestsDrawer(props: TestsDrawerProps) {
  const { opened, onClose, document, onEdit, onAddCurrent, results, running, run, previewOf, failure } =
    props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const tests = document.tests ?? [];
  // Results of the document before an edit say nothing of this one.
  const isPending = running || (results !== undefined && results.length !== tests.length);
  const failed = results?.filter((result) => !result.passed).length ?? 0;
  const add = (
    <Button
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={onAddCurrent === null}
      onClick={() => onAddCurrent?.()}
    >
      {t('Add the record of the preview')}
    </Button>
  );
  return (
    <SideDialog opened={opened} onClose={onClose} size={720} title={t('Tests of this mapping')}>
      {failure ? <ErrorNote error={failure.error} onRetry={failure.retry} /> : null}
      {tests.length === 0 ? (
        <Empty title={t('No tests yet')} action={add}>
          {t(
            'A test keeps a record and what it must become. All of them run with every edit, so that a later change breaks nothing unseen.',
          )}
        </Empty>
      ) : (
        <Stack gap="sm">
          <Group gap="xs">
            <span role="status">
              {isPending ? (
                <StateBadge tone="quiet">{t('Running…')}</StateBadge>
              ) : results === undefined ? (
                <StateBadge tone="bad">{t('The mapping has faults, so no test runs')}</StateBadge>
              ) : failed === 0 ? (
                <StateBadge tone="good">
                  {t('{{count, number}} tests pass', { count: tests.length })}
                </StateBadge>
              ) : (
                <StateBadge tone="bad">
                  {t('{{failed, number}} of {{total, number}} fail', { failed, total: tests.length })}
                </StateBadge>
              )}
            </span>
            <Group gap="xs" ml="auto">
              <Button
                size="xs"
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                loading={running}
                onClick={run}
              >
                {t('Run all')}
              </Button>
              {add}
            </Group>
          </Group>
          <div className="panel">
            {tests.map((test, position) => (
              <div key={position} className={classes.test}>
                <Group gap="xs" wrap="nowrap">
                  <ActionIcon
                    size={26}
                    aria-expanded={open === position}
                    aria-label={t('Details of {{name}}', { name: test.name })}
                    onClick={() => setOpen(open === position ? null : position)}
                  >
                    {open === position ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
                  </ActionIcon>
                  <TextInput
                    size="xs"
                    style={{ flex: 1, minWidth: 0 }}
                    aria-label={t('Name of test {{number}}', { number: position + 1 })}
                    error={test.name === '' ? t('Give the test a name.') : null}
                    value={test.name}
                    onChange={(event) => {
                      const name = event.currentTarget.value;
                      onEdit((current) => updateTest(current, position, { name }), `test-name-${position}`);
                    }}
                  />
                  <TestState result={results?.[position]} />
                  <ActionIcon
                    size={26}
                    aria-label={t('Remove {{name}}', { name: test.name })}
                    onClick={() => {
                      setOpen(null);
                      onEdit((current) => removeTest(current, position));
                    }}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </Group>
                {open === position ? (
                  <TestDetail test={test} position={position} onEdit={onEdit} previewOf={previewOf} />
                ) : null}
              </div>
            ))}
          </div>
        </Stack>
      )}
    </SideDialog>
  );
}

function TestState({ result }: { result: MappingPreview['tests'][number] | undefined }) {
  const { t } = useTranslation();
  if (!result) return <StateBadge tone="quiet">{t('Not run')}</StateBadge>;
  return result.passed ? (
    <StateBadge tone="good">{t('Passes')}</StateBadge>
  ) : (
    <StateBadge tone="bad">{t('Fails')}</StateBadge>
  );
}
