/** Who did what, with before and after; says plainly when logging is off. */
import { useState } from 'react';
import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { activityQuery, settingsQuery, updateSettings } from '../api/projects.js';
import type { ActivityLog, Json } from '../api/types.js';
import { Note } from '../kit/note.js';
import { SearchBox } from '../kit/list-view.js';
import { Page, Section } from '../kit/page.js';
import { Empty, QueryView } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { useAction } from '../kit/use-action.js';
import kit from '../kit/kit.module.css';
import { resourceWords } from './labels.js';
import { useRouteParams } from '../app/route.js';

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
const short = (value: Json): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

export function ActivityPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const [actor, setActor] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const [settled] = useDebouncedValue(actor, 300);
  const settings = useQuery(settingsQuery(projectId));
  const logs = useInfiniteQuery(
    activityQuery(projectId, { actor: settled || undefined, resource_type: kind ?? undefined }),
  );
  const isOff = settings.data?.activity_logs___activity_logs === false;
  const turnOn = useAction({
    run: () => updateSettings(projectId, { activity_logs___activity_logs: true }),
    refresh: [['p', projectId]],
    message: t('Activity is logged from now on.'),
  });
  const filtered = settled !== '' || kind !== null;
  return (
    <Page title={t('Activity log')}>
      <Stack>
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
            <SearchBox label={t('Who')} placeholder={t('Who')} value={actor} onChange={setActor} />
            <Select
              size="xs"
              w={180}
              clearable
              aria-label={t('Kind')}
              placeholder={t('All kinds')}
              data={kinds.map((value) => ({ value, label: t(resourceWords[value] ?? value) }))}
              value={kind}
              onChange={setKind}
            />
          </div>
          <QueryView query={logs}>
            {({ pages }) => {
              const rows = pages.flatMap((page) => page.rows);
              if (rows.length === 0) {
                return filtered ? (
                  <Empty
                    title={t('No match')}
                    action={
                      <Button
                        onClick={() => {
                          setActor('');
                          setKind(null);
                        }}
                      >
                        {t('Clear filters')}
                      </Button>
                    }
                  />
                ) : (
                  <Empty icon={IconActivity} title={t('Nothing logged yet')}>
                    {t('Every create, change, delete, run and sign-in to a system is written down here.')}
                  </Empty>
                );
              }
              return (
                <>
                  <Table.ScrollContainer
                    minWidth={760}
                    scrollAreaProps={{
                      type: 'auto',
                      offsetScrollbars: 'present',
                      viewportProps: { tabIndex: 0 },
                    }}
                  >
                    <Table className={kit.table ?? ''} aria-label={t('Activity log')}>
                      <Table.Thead>
                        <Table.Tr>
                          <Table.Th>{t('When')}</Table.Th>
                          <Table.Th>{t('Who')}</Table.Th>
                          <Table.Th>{t('What')}</Table.Th>
                          <Table.Th>{t('Before and after')}</Table.Th>
                        </Table.Tr>
                      </Table.Thead>
                      <Table.Tbody>
                        {rows.map((log, position) => (
                          <Table.Tr key={log.activity_log_id ?? position}>
                            <Table.Td>
                              <Time at={log.at} />
                            </Table.Td>
                            <Table.Td>{actorOf(log)}</Table.Td>
                            <Table.Td>
                              {log.action.replaceAll('_', ' ')} <b>{log.name}</b>{' '}
                              <Text span size="xs" c="dimmed">
                                {t(resourceWords[log.resource_type] ?? log.resource_type)}
                              </Text>
                            </Table.Td>
                            <Table.Td>
                              {log.changes?.map((change) => (
                                <div key={change.field} className="mono">
                                  {change.field}: {short(change.before)} → {short(change.after)}
                                </div>
                              ))}
                            </Table.Td>
                          </Table.Tr>
                        ))}
                      </Table.Tbody>
                    </Table>
                  </Table.ScrollContainer>
                  {logs.hasNextPage ? (
                    <Group justify="center" p="sm">
                      <Button loading={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
                        {t('Show older')}
                      </Button>
                    </Group>
                  ) : null}
                </>
              );
            }}
          </QueryView>
        </Section>
      </Stack>
    </Page>
  );
}
