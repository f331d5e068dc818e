/** All runs of a project; the filters stand in the address. */
import { useMemo } from 'react';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pipesQuery } from '../../api/pipes.js';
import type { RunStatus } from '../../api/types.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { queryOf } from '../../kit/curl.js';
import { Page } from '../../kit/page.js';
import { runStates } from '../labels.js';
import { RunList } from './run-list.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

const hours: Record<string, number> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

const isRunStatus = (text: string | undefined): text is RunStatus => text !== undefined && text in runStates;

export function RunsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const { pipe, status, since } = useRouteSearch();
  const pipes = useQuery(pipesQuery(projectId)).data?.rows ?? [];
  const from = useMemo(() => {
    const span = since === undefined ? undefined : hours[since];
    return span === undefined
      ? undefined
      : new Date(Math.floor(Date.now() / 60_000) * 60_000 - span * 3_600_000).toISOString();
  }, [since]);
  const set = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: { pipe, status, since, ...change }, replace: true });
  const query = queryOf({ pipe_id: pipe, status: isRunStatus(status) ? status : null, from, limit: 50 });
  const filtered = pipe !== undefined || status !== undefined || since !== undefined;
  return (
    <Page
      title={t('Runs')}
      actions={<CopyAsCall call={{ method: 'GET', path: `/workspace/${projectId}/api/runs${query}` }} />}
    >
      <RunList
        project={projectId}
        toolbar={
          <>
            <Select
              size="xs"
              w={200}
              clearable
              aria-label={t('Pipe')}
              placeholder={t('All pipes')}
              searchable
              limit={100}
              nothingFoundMessage={t('No match')}
              data={pipes.map((row) => ({ value: row.pipe_id, label: row.pipe_name }))}
              value={pipe ?? null}
              onChange={(value) => set({ pipe: value ?? undefined })}
            />
            <Select
              size="xs"
              w={160}
              clearable
              aria-label={t('State')}
              placeholder={t('All states')}
              data={Object.entries(runStates).map(([value, state]) => ({ value, label: t(state.label) }))}
              value={status ?? null}
              onChange={(value) => set({ status: value ?? undefined })}
            />
            <Select
              size="xs"
              w={160}
              clearable
              aria-label={t('Time')}
              placeholder={t('Any time')}
              data={[
                { value: '1h', label: t('Last hour') },
                { value: '24h', label: t('Last 24 hours') },
                { value: '7d', label: t('Last 7 days') },
                { value: '30d', label: t('Last 30 days') },
              ]}
              value={since ?? null}
              onChange={(value) => set({ since: value ?? undefined })}
            />
          </>
        }
        filter={{ pipe_id: pipe, status: isRunStatus(status) ? status : undefined, from }}
        {...(filtered
          ? { onClearFilters: () => set({ pipe: undefined, status: undefined, since: undefined }) }
          : {})}
      />
    </Page>
  );
}
