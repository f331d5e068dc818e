/** The next ten times of a schedule that is being edited, in its own zone, with the clock changes marked. */
import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/errors.js';
import { triggerPreviewQuery } from '../../api/pipes.js';
import { StateBadge } from '../../kit/state-badge.js';
import { scheduleBody, type ScheduleForm } from './schedule-form.js';

type Preview = UseQueryResult<{ at: string; offset_change?: boolean }[]>;

/** Asks for them as the form is typed in. `previewed`: what the answer is of. */
export function useFireTimes(project: string, pipe: string, values: ScheduleForm) {
  const [settled] = useDebouncedValue(values, 350);
  const preview = useQuery({
    ...triggerPreviewQuery(project, pipe, scheduleBody(settled)),
    placeholderData: keepPreviousData,
  });
  return { preview, previewed: settled };
}

export function FireTimes({ preview, values: settled }: { preview: Preview; values: ScheduleForm }) {
  const { t } = useTranslation();
  const faults = preview.error instanceof ApiError ? preview.error.faults : [];
  const time = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(settled.way === 'every' && Number(settled.unit) === 1 ? { second: '2-digit' } : {}),
    timeZone: settled.timezone,
    timeZoneName: 'short',
  });
  return (
    <div aria-live="polite" style={{ minHeight: 230 }}>
      <Text fw={500} mb={4}>
        {t('The next ten times')}
      </Text>
      {preview.isError ? (
        <Text c="dimmed">
          {/* what is wrong with a field is told there */}
          {faults.length > 0 ? t('None: the schedule cannot be read.') : messageOf(preview.error)}
        </Text>
      ) : (
        <List size="sm" spacing={2}>
          {preview.data?.map((entry) => (
            <List.Item key={entry.at} className="num">
              {time.format(new Date(entry.at))}{' '}
              {entry.offset_change ? <StateBadge tone="warn">{t('the clock changes')}</StateBadge> : null}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
