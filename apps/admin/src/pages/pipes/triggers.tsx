/** What starts a pipe: schedules and webhooks. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconClock, IconDots, IconPencil, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteTrigger, triggersQuery } from '../../api/pipes.js';
import type { Handler, Pipe, Trigger } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Section } from '../../kit/page.js';
import { QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useKeptDialog } from '../../kit/use-kept-dialog.js';
import kit from '../../kit/kit.module.css';
import { ScheduleWords } from './pipe-schedule.js';
import { ScheduleDialog } from './schedule-dialog.js';
import { WebhookDialog } from './webhook-dialog.js';

export function Triggers({ project, pipe, handlers }: { project: string; pipe: Pipe; handlers: Handler[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const triggers = useQuery(triggersQuery(project, pipe.pipe_id));
  const schedule = useKeptDialog(`schedule ${pipe.pipe_id}`);
  const webhook = useKeptDialog(`webhook ${pipe.pipe_id}`);
  const [removed, setRemoved] = useState<Trigger | null>(null);
  const edit = ({ kind, trigger_id: id }: Trigger) => (kind === 'schedule' ? schedule : webhook).open(id);
  const shared = { project, pipe: pipe.pipe_id };
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
            <Menu.Item leftSection={<IconClock size={15} />} onClick={() => schedule.open()}>
              {t('Schedule')}
            </Menu.Item>
            <Menu.Item leftSection={<IconWebhook size={15} />} onClick={() => webhook.open()}>
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
                    <TriggerWords trigger={row} handlers={handlers} />
                  </div>
                  {row.url ? <CopyButton value={row.url} label={t('Copy the URL')} /> : null}
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon
                        size={24}
                        aria-label={row.kind === 'schedule' ? t('Change schedule') : t('Change webhook')}
                      >
                        <IconDots size={16} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => edit(row)}>
                        {t('Edit')}
                      </Menu.Item>
                      <Menu.Item
                        c="var(--pw-bad)"
                        leftSection={<IconTrash size={15} />}
                        onClick={() => setRemoved(row)}
                      >
                        {t('Remove')}
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryView>
      <TriggerOf about={schedule.about} triggers={triggers.data}>
        {(trigger) => <ScheduleDialog {...shared} trigger={trigger} dialog={schedule} />}
      </TriggerOf>
      <TriggerOf about={webhook.about} triggers={triggers.data}>
        {(trigger) => <WebhookDialog {...shared} trigger={trigger} dialog={webhook} handlers={handlers} />}
      </TriggerOf>
      <Confirm
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={removed?.kind === 'webhook' ? t('Remove the webhook?') : t('Remove the schedule?')}
        text={
          removed?.kind === 'webhook'
            ? t('Its address stops working at once; a new webhook gets another one.')
            : t('The pipe is not started by it any more.')
        }
        action={t('Remove')}
        run={async () => {
          if (removed) await deleteTrigger(project, pipe.pipe_id, removed.trigger_id);
          await client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
        }}
      />
    </Section>
  );
}

interface TriggerOfProps {
  about: string | null;
  triggers: Trigger[] | undefined;
  /** `trigger`: undefined for a new one. */
  children: (trigger: Trigger | undefined) => ReactNode;
}

/** Waits for the trigger that a dialog is about; one that is gone has none. */
function TriggerOf({ about, triggers, children }: TriggerOfProps) {
  const trigger = triggers?.find((row) => row.trigger_id === about);
  return trigger || about === 'new' ? children(trigger) : null;
}

function TriggerWords({ trigger, handlers }: { trigger: Trigger; handlers: Handler[] }) {
  const { t } = useTranslation();
  if (trigger.kind === 'webhook') {
    const source = handlers.find((handler) => handler.handler_id === trigger.source_handler_id);
    return (
      <>
        <Text fw={500}>{t('Webhook')}</Text>
        <Text size="xs" c="dimmed">
          {source
            ? t('Its body is the answer of {{name}}', { name: source.handler_name })
            : t('Starts a run')}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {trigger.url}
        </Text>
      </>
    );
  }
  return (
    <>
      <Text fw={500}>
        <ScheduleWords trigger={trigger} />
      </Text>
      <Text size="xs" c="dimmed">
        {trigger.timezone}
        {trigger.next_run_at ? (
          <>
            {' · '}
            {t('next')} <Time at={trigger.next_run_at} />
          </>
        ) : null}
      </Text>
    </>
  );
}
