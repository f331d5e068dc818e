/** Runs, newest on top, with counts that add up; live while one is active. */
import { useMemo, type ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pipesQuery } from '../../api/pipes.js';
import { useLiveRuns } from '../../api/run-events.js';
import type { RunFilter } from '../../api/runs.js';
import type { Run } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { formatDuration, formatNumber } from '../../i18n/format.js';
import { DataTable, type Column } from '../../kit/data-table.js';
import { Section } from '../../kit/page.js';
import { Empty, QueryView, Rows } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import kit from '../../kit/kit.module.css';
import { triggerWords } from '../labels.js';
import { RunState } from '../status.js';

interface RunListProps {
  project: string;
  filter: RunFilter;
  title?: string;
  limit?: number;
  onClearFilters?: () => void;
  /** Filters above the table. */
  toolbar?: ReactNode;
}

export function RunList({ project, filter, title, limit, onClearFilters, toolbar }: RunListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const runs = useLiveRuns(project, filter, limit);
  const pipes = useQuery(pipesQuery(project)).data?.rows;
  const withPipe = !(filter.pipe_id && title);
  const columns = useMemo((): Column<Run>[] => {
    const count = (id: keyof Run['counts'], header: string): Column<Run> => ({
      id,
      header,
      align: 'right',
      card: 'fifth',
      width: 64,
      cell: (row) => (
        <span
          style={{ color: id === 'failed' && (row.counts?.failed ?? 0) > 0 ? 'var(--pw-bad)' : undefined }}
        >
          {formatNumber(row.counts?.[id] ?? 0)}
        </span>
      ),
    });
    // in a card three beside each other, or with the pipe two and two
    const beside: Pick<Column<Run>, 'card'> = withPipe ? {} : { card: 'third' };
    return [
      {
        id: 'started',
        header: t('Started'),
        cell: (row) => (
          <Link to={paths.run(project, row.run_id)}>
            <Time at={row.started_at ?? row.created_at} empty={t('Not yet')} />
          </Link>
        ),
      },
      ...(withPipe
        ? [
            {
              id: 'pipe',
              names: true,
              header: t('Pipe'),
              cell: (row: Run) =>
                row.pipe_name ?? pipes?.find((pipe) => pipe.pipe_id === row.pipe_id)?.pipe_name ?? '–',
            },
          ]
        : []),
      {
        id: 'state',
        ...beside,
        header: t('State'),
        cell: (row) => <RunState status={row.status} />,
      },
      {
        id: 'trigger',
        ...beside,
        wide: withPipe,
        header: t('By'),
        cell: (row) => (
          <span style={{ whiteSpace: 'nowrap' }}>{t(triggerWords[row.trigger] ?? row.trigger)}</span>
        ),
      },
      {
        id: 'took',
        ...beside,
        wide: withPipe,
        header: t('Took'),
        width: 110,
        cell: (row) =>
          row.started_at && row.finished_at
            ? formatDuration(Date.parse(row.finished_at) - Date.parse(row.started_at))
            : '–',
      },
      count('read', t('Read')),
      count('mapped', t('Mapped')),
      count('delivered', t('Delivered')),
      count('skipped', t('Skipped')),
      count('failed', t('Failed')),
    ];
  }, [t, project, pipes, withPipe]);
  return (
    <Section padded={false} {...(title ? { title } : {})}>
      {toolbar ? <div className={kit.toolbar}>{toolbar}</div> : null}
      <QueryView query={runs}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) {
            return onClearFilters ? (
              <Empty
                icon={IconHistory}
                title={t('No match')}
                action={<Button onClick={onClearFilters}>{t('Clear filters')}</Button>}
              />
            ) : (
              <Empty
                icon={IconHistory}
                title={t('No runs yet')}
                action={
                  title ? null : (
                    <Button variant="filled" onClick={() => void navigate({ to: paths.pipes(project) })}>
                      {t('Open pipes')}
                    </Button>
                  )
                }
              >
                {title
                  ? t('A run reads, maps and delivers the records of a pipe.')
                  : t('A run reads, maps and delivers the records of a pipe. Start one on the pipe’s page.')}
              </Empty>
            );
          }
          return (
            <Rows query={runs}>
              <DataTable label={t('Runs')} rows={rows} columns={columns} rowKey={(row) => row.run_id} />
              {runs.hasNextPage && limit === undefined ? (
                <Group justify="center" p="sm">
                  <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
                    {t('Show older runs')}
                  </Button>
                </Group>
              ) : null}
            </Rows>
          );
        }}
      </QueryView>
    </Section>
  );
}
