/** Who did what, with before and after; says plainly when logging is off. */
import { useMemo } from 'react';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '../api/people.js';
import { activityQuery, settingsQuery, updateSettings } from '../api/projects.js';
import type { ActivityLog } from '../api/types.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { queryOf } from '../kit/curl.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Note } from '../kit/note.js';
import { NoMatch } from '../kit/list-view.js';
import { Page, Section } from '../kit/page.js';
import { Empty, ErrorNote, QueryView, Rows } from '../kit/states.js';
import { SearchBox } from '../kit/search-box.js';
import { Time } from '../kit/time.js';
import { useListAddress } from '../kit/use-list-address.js';
import { useAction } from '../kit/use-action.js';
import { resourceWords } from '../kit/resource-words.js';
import kit from '../kit/kit.module.css';
import { fieldWords, valueWords } from './change-words.js';
import { useRouteParams, useRouteSearch } from '../app/route.js';

const kinds = [
  'project',
  'system',
  'credential',
  'api',
  'flow',
  'pipe',
  'mapping',
  'trigger',
  'run',
  'settings',
];
const actorOf = (log: ActivityLog): string =>
  typeof log.actor === 'string' ? log.actor : (log.actor?.name ?? log.actor?.email ?? '–');
/** "settings_changed" as "Settings changed". */
const actionWords = (action: string): string =>
  action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ');

export function ActivityPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const { setFilter, clear } = useListAddress();
  const { who: actor, kind } = useRouteSearch();
  const settings = useQuery(settingsQuery(projectId));
  const logs = useInfiniteQuery(activityQuery(projectId, { actor, resource_type: kind }));
  const isOff = settings.data?.activity_logs___activity_logs === false;
  const turnOn = useAction({
    run: () => updateSettings(projectId, { activity_logs___activity_logs: true }),
    refresh: [['p', projectId]],
    message: t('Activity is logged from now on.'),
    quiet: true,
  });
  const filtered = actor !== undefined || kind !== undefined;
  const groups = useQuery(groupsQuery).data?.rows;
  const columns = useMemo((): Column<ActivityLog>[] => {
    const groupNames = new Map(groups?.map((group) => [group.group_id, group.group_name]));
    return [
      { id: 'at', header: t('When'), width: 150, cell: (log) => <Time at={log.at} /> },
      { id: 'who', header: t('Who'), names: true, cell: actorOf },
      {
        id: 'what',
        card: 'title',
        header: t('What'),
        cell: (log) => (
          <>
            {actionWords(log.action)} <b className={`${kit.clip} ${kit.inLine}`}>{log.name}</b>{' '}
            <Text span size="xs" c="dimmed">
              {t(resourceWords[log.resource_type] ?? log.resource_type)}
            </Text>
          </>
        ),
      },
      {
        id: 'changes',
        card: 'line',
        names: true,
        header: t('Before and after'),
        cell: (log) =>
          log.changes?.length
            ? log.changes.map((change) => (
                <div key={change.field}>
                  <Text span size="xs" c="dimmed">
                    {t(fieldWords(change.field))}:
                  </Text>{' '}
                  {valueWords(change.before, groupNames, t)} → {valueWords(change.after, groupNames, t)}
                </div>
              ))
            : '–',
      },
    ];
  }, [t, groups]);
  return (
    <Page
      title={t('Activity log')}
      actions={
        <CopyAsCall
          call={[
            {
              does: t('Read the list'),
              call: {
                method: 'GET',
                path: `/workspace/${projectId}/api/activity_logs${queryOf({ actor, resource_type: kind, limit: 50 })}`,
              },
            },
            {
              does: isOff ? t('Turn logging on') : t('Turn logging off'),
              call: {
                method: 'POST',
                path: `/workspace/${projectId}/api/settings/update`,
                body: { activity_logs___activity_logs: isOff },
              },
            },
          ]}
        />
      }
    >
      <Stack>
        {turnOn.isError ? <ErrorNote error={turnOn.error} onRetry={() => turnOn.mutate()} /> : null}
        {isOff ? (
          <Note
            tone="warn"
            title={t('Logging is off')}
            action={
              <Button size="xs" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
                {t('Turn on')}
              </Button>
            }
          >
            {t('Nothing that people do in this project is written down until it is turned on.')}
          </Note>
        ) : null}
        <Section padded={false}>
          <div className={kit.toolbar}>
            <SearchBox
              label={t('Who')}
              placeholder={t('Who')}
              value={actor ?? ''}
              onChange={(who) => setFilter({ who: who || undefined })}
            />
            <Select
              size="xs"
              w={180}
              clearable
              aria-label={t('Kind')}
              placeholder={t('All kinds')}
              data={kinds.map((value) => ({ value, label: t(resourceWords[value] ?? value) }))}
              value={kind ?? null}
              onChange={(value) => setFilter({ kind: value ?? undefined })}
            />
          </div>
          <QueryView query={logs}>
            {({ pages }) => {
              const rows = pages.flatMap((page) => page.rows);
              if (rows.length === 0) {
                return filtered ? (
                  <NoMatch onClear={() => clear('who', 'kind')} />
                ) : (
                  <Empty icon={IconActivity} title={t('Nothing logged yet')}>
                    {isOff
                      ? null
                      : t('Every create, change, delete, run and sign-in to a system is written down here.')}
                  </Empty>
                );
              }
              return (
                <Rows query={logs}>
                  <DataTable
                    label={t('Activity log')}
                    rows={rows}
                    columns={columns}
                    rowKey={(log) => log.activity_log_id}
                  />
                  {logs.hasNextPage ? (
                    <Group justify="center" p="sm">
                      <Button loading={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
                        {t('Show older')}
                      </Button>
                    </Group>
                  ) : null}
                </Rows>
              );
            }}
          </QueryView>
        </Section>
      </Stack>
    </Page>
  );
}
