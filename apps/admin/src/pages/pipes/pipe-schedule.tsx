/** What starts a pipe, in one line. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { triggersQuery } from '../../api/pipes.js';
import type { Trigger } from '../../api/types.js';
import { cronWords } from './cron-words.js';
import { scheduleForm, units } from './schedule-form.js';

/** In words; a cron that these do not hold as it is written. */
export function ScheduleWords({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation();
  if (trigger.cron) {
    const words = cronWords(trigger.cron, t);
    return words === null ? (
      <span className="mono">{trigger.cron}</span>
    ) : (
      <span title={trigger.cron}>{words}</span>
    );
  }
  const { every, unit } = scheduleForm(trigger);
  return t(units.find(({ value }) => value === unit)?.every ?? '', { count: Number(every) });
}

export function PipeSchedule({ project, pipe }: { project: string; pipe: string }) {
  const { t } = useTranslation();
  const triggers = useQuery({ ...triggersQuery(project, pipe), staleTime: 30_000 }).data;
  if (triggers === undefined) return null;
  if (triggers.length === 0) return '–';
  return (
    <Text size="sm" lineClamp={1}>
      {triggers.map((trigger, position) => (
        <span key={trigger.trigger_id}>
          {position === 0 ? null : ', '}
          {trigger.kind === 'webhook' ? t('Webhook') : <ScheduleWords trigger={trigger} />}
        </span>
      ))}
    </Text>
  );
}
