/** What starts a pipe: schedules and webhooks. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconClock, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteTrigger, triggersQuery } from '../../api/pipes.js';
import type { Handler, Pipe, Trigger } from '../../api/types.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Section } from '../../kit/page.js';
import { QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import kit from '../../kit/kit.module.css';
import { ScheduleDialog } from './schedule-dialog.js';
import { WebhookDialog } from './webhook-dialog.js';

export function Triggers({ project, pipe, handlers }: { project: string; pipe: Pipe; handlers: Handler[] }) {
  const { t } = useTranslation();
  const triggers = useQuery(triggersQuery(project, pipe.pipe_id));
  const [dialog, setDialog] = useState<'schedule' | 'webhook' | null>(null);
  const remove = useAction({
    run: (id: string) => deleteTrigger(project, pipe.pipe_id, id),
    refresh: [['p', project, 'pipes']],
    message: t('Trigger removed.'),
  });
  const close = () => {
    setDialog(null);
  };
  return (
    <Section
      title={t('Triggers')}
      help={pipe.enabled ? undefined : t('They act only while the pipe is enabled.')}
      actions={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" leftSection={<IconPlus size={13} />}>
              {t('Add trigger')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconClock size={15} />} onClick={() => setDialog('schedule')}>
              {t('Schedule')}
            </Menu.Item>
            <Menu.Item leftSection={<IconWebhook size={15} />} onClick={() => setDialog('webhook')}>
              {t('Webhook')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    >
      <QueryView query={triggers} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{t('None: the pipe runs only by hand.')}</Text>
          ) : (
            <Stack gap="sm">
              {rows.map((row) => (
                <Group key={row.trigger_id} wrap="nowrap" align="flex-start" gap="xs">
                  <span
                    className={kit.kind}
                    style={{ background: 'var(--pw-kind-time-soft)', color: 'var(--pw-kind-time)' }}
                  >
                    {row.kind === 'schedule' ? (
                      <IconClock size={15} aria-hidden />
                    ) : (
                      <IconWebhook size={15} aria-hidden />
                    )}
                  </span>
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <TriggerWords trigger={row} />
                  </div>
                  {row.url ? <CopyButton value={row.url} label={t('Copy the URL')} /> : null}
                  <ActionIcon
                    size={26}
                    aria-label={t('Remove trigger')}
                    onClick={() => remove.mutate(row.trigger_id)}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryView>
      <ScheduleDialog project={project} pipe={pipe.pipe_id} opened={dialog === 'schedule'} onClose={close} />
      <WebhookDialog
        project={project}
        pipe={pipe.pipe_id}
        handlers={handlers}
        opened={dialog === 'webhook'}
        onClose={close}
      />
    </Section>
  );
}

function TriggerWords({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation();
  if (trigger.kind === 'webhook') {
    return (
      <>
        <Text fw={500}>{t('Webhook')}</Text>
        <Text size="xs" c="dimmed" className="mono">
          {trigger.url}
        </Text>
      </>
    );
  }
  return (
    <>
      <Text fw={500}>
        {trigger.cron ? (
          <span className="mono">{trigger.cron}</span>
        ) : (
          t('Every {{seconds}} s', { seconds: trigger.every_seconds })
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {trigger.timezone}{' '}
        {trigger.next_run_at ? (
          <>
            {' '}
            · {t('next')} <Time at={trigger.next_run_at} />
          </>
        ) : null}
      </Text>
    </>
  );
}
