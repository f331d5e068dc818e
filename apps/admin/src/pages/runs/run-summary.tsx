/** The counts of a run, which add up, and while it is active its bar, rate and estimate. */
import { Progress, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isActive } from '../../api/runs.js';
import type { Run } from '../../api/types.js';
import { formatDuration, formatNumber } from '../../i18n/format.js';
import { Section } from '../../kit/page.js';
import { Time } from '../../kit/time.js';
import { useNow } from '../../kit/use-now.js';
import kit from '../../kit/kit.module.css';
import { startedBy } from '../labels.js';
import { ends, progressOf, type End } from './run-progress.js';
import classes from './run-summary.module.css';

export function RunSummary({ run }: { run: Run }) {
  const { t } = useTranslation();
  const active = isActive(run.status);
  const progress = progressOf(run, useNow(active));
  const { read = 0, mapped = 0, delivered = 0, skipped = 0, failed = 0 } = run.counts ?? {};
  const words = [
    active && progress.total === 0
      ? t('No record read yet')
      : active
        ? t('{{done}} of {{count, number}} records read so far settled', {
            done: formatNumber(progress.done),
            count: progress.total,
          })
        : t('{{done}} of {{count, number}} records settled', {
            done: formatNumber(progress.done),
            count: progress.total,
          }),
    progress.rate === null
      ? null
      : t('{{rate}} a second', { rate: formatNumber(Math.round(progress.rate * 10) / 10) }),
    active && progress.leftMs !== null
      ? t('about {{time}} left of what was read', { time: formatDuration(progress.leftMs) })
      : null,
  ];
  return (
    <Section>
      <SimpleGrid cols={{ base: 3, sm: 5 }} spacing="md" aria-live="polite">
        <Count label={t('Read')} value={read} />
        <Count label={t('Mapped')} value={mapped} />
        <Count label={t('Delivered')} value={delivered} tone={delivered > 0 ? 'var(--pw-good)' : undefined} />
        <Count label={t('Skipped')} value={skipped} />
        <Count label={t('Failed')} value={failed} tone={failed > 0 ? 'var(--pw-bad)' : undefined} />
      </SimpleGrid>
      <Bar run={run} progress={progress} />
      <Text size="xs" c="dimmed" mt="sm" className="num">
        {words.filter((part) => part !== null).join(' · ')}
        {run.started_at ? (
          <>
            {' · '}
            {t('Started')} <Time at={run.started_at} /> {t(startedBy[run.trigger] ?? run.trigger)}
            {run.finished_at ? `, ${t('took {{time}}', { time: formatDuration(progress.elapsedMs) })}` : ''}
          </>
        ) : null}
      </Text>
    </Section>
  );
}

const colours: Record<End, string> = {
  delivered: 'var(--pw-good)',
  skipped: 'var(--pw-quiet)',
  failed: 'var(--pw-bad)',
};

/** While it runs nobody knows how many records still come, so it only shows that it moves; then what became of them. */
function Bar({
  run,
  progress: { shares, total, done },
}: {
  run: Run;
  progress: ReturnType<typeof progressOf>;
}) {
  const { t } = useTranslation();
  // what waits and has read nothing is on no way yet
  if (shares === null)
    return run.status === 'running' || total > 0 ? (
      <div
        className={classes.going}
        data-moves={run.status === 'running'}
        role="progressbar"
        aria-label={t('Progress')}
        aria-valuetext={t('The end is not known yet')}
      />
    ) : null;
  if (done === 0) return null;
  const words: Record<End, string> = {
    delivered: t('Delivered'),
    skipped: t('Skipped'),
    failed: t('Failed'),
  };
  return (
    <Progress.Root mt="md" size={6} aria-hidden>
      {ends.map((end) =>
        shares[end] > 0 ? (
          <Progress.Section key={end} value={shares[end]} color={colours[end]} title={words[end]} />
        ) : null,
      )}
    </Progress.Root>
  );
}

function Count({ label, value, tone }: { label: string; value: number; tone?: string | undefined }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className={kit.statValue} style={{ color: tone }}>
        {formatNumber(value)}
      </div>
    </div>
  );
}
