/** The bar above the mapping: which view, how far it is, and what is set up beside the links. */
import type { ReactNode } from 'react';
import { Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { IconBulb, IconListDetails, IconTable, IconTestPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../kit/state-badge.js';
import type { Meter } from './meter.js';
import classes from './mapping.module.css';

export type View = 'links' | 'table' | 'json';
export type Dialog = 'lookups' | 'scopes' | 'problems' | 'tests' | 'suggestions' | 'record';

interface EditorBarProps {
  view: View;
  onView: (view: View) => void;
  meter: Meter;
  problems: number;
  tests: { total: number; failed: number };
  suggesting: boolean;
  onSuggest: () => void;
  onOpen: (dialog: Dialog) => void;
  /** What stands under the tools. */
  note: ReactNode;
}

export function EditorBar(props: EditorBarProps) {
  const { view, onView, meter, problems, tests, suggesting, onSuggest, onOpen, note } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={t('View')}
        value={view}
        onChange={onView}
        data={[
          { value: 'links', label: t('Links') },
          { value: 'table', label: t('Table') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Group gap={8} wrap="nowrap" title={t('Required destination fields that are mapped')}>
        <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: 'nowrap' }}>
          {t('Required {{mapped, number}} of {{total, number}}', {
            mapped: meter.requiredMapped,
            total: meter.required,
          })}
        </Text>
        <Progress
          w={72}
          size={6}
          className={classes.meter ?? ''}
          aria-label={t('Required fields mapped')}
          value={meter.required === 0 ? 100 : (100 * meter.requiredMapped) / meter.required}
          color={meter.missing.length === 0 ? 'green' : 'accent'}
        />
      </Group>
      <button type="button" className={classes.stateButton} onClick={() => onOpen('problems')}>
        {problems === 0 ? (
          <StateBadge tone="good">{t('No problems')}</StateBadge>
        ) : (
          <StateBadge tone="warn">{t('{{count, number}} to look at', { count: problems })}</StateBadge>
        )}
      </button>
      <div className={classes.tools}>
        <Button size="xs" leftSection={<IconTable size={14} aria-hidden />} onClick={() => onOpen('lookups')}>
          {t('Tables')}
        </Button>
        <Button
          size="xs"
          leftSection={<IconListDetails size={14} aria-hidden />}
          onClick={() => onOpen('scopes')}
        >
          {t('Lists')}
        </Button>
        <Button
          size="xs"
          leftSection={<IconTestPipe size={14} aria-hidden />}
          data-bad={tests.failed > 0}
          className={classes.testsButton ?? ''}
          onClick={() => onOpen('tests')}
        >
          {tests.failed > 0
            ? t('Tests: {{failed, number}} of {{total, number}} fail', tests)
            : tests.total > 0
              ? t('Tests ({{total, number}})', tests)
              : t('Tests')}
        </Button>
        <Button
          size="xs"
          leftSection={<IconBulb size={14} aria-hidden />}
          loading={suggesting}
          onClick={onSuggest}
        >
          {t('Suggest links')}
        </Button>
      </div>
      {note ? <div className={classes.barNote}>{note}</div> : null}
    </div>
  );
}
