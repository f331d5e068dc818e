/** A schedule: cron or interval, its zone, what happens with missed times, and the next ten times as a preview. */
import {
  Button,
  Group,
  List,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PreviewScheduleDto } from '#sdk';
import { createTrigger, triggerPreviewQuery } from '../../api/pipes.js';
import { settingsQuery } from '../../api/projects.js';
import { messageOf } from '../../api/errors.js';
import { ErrorNote } from '../../kit/states.js';
import { useSave } from '../../kit/use-save.js';

interface ScheduleForm {
  way: string;
  cron: string;
  every_minutes: number;
  timezone: string;
  missed: NonNullable<PreviewScheduleDto['missed']>;
}
const zones = Intl.supportedValuesOf('timeZone');
const presets = [
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 6 * * *', label: 'Every day at 6:00' },
  { value: '0 6 * * 1-5', label: 'Weekdays at 6:00' },
];

const bodyOf = (values: ScheduleForm): PreviewScheduleDto => ({
  ...(values.way === 'cron' ? { cron: values.cron.trim() } : { every_seconds: values.every_minutes * 60 }),
  timezone: values.timezone,
  missed: values.missed,
});

export function ScheduleDialog({
  project,
  pipe,
  opened,
  onClose,
}: {
  project: string;
  pipe: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const settings = useQuery({ ...settingsQuery(project), enabled: opened });
  const offered = settings.data?.general___timezone;
  const form = useForm<ScheduleForm>({
    initialValues: {
      way: 'cron',
      cron: '0 * * * *',
      every_minutes: 60,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      missed: 'last',
    },
  });
  const [settled] = useDebouncedValue(form.values, 350);
  const preview = useQuery({ ...triggerPreviewQuery(project, pipe, bodyOf(settled)), enabled: opened });
  const { submit, saving, error } = useSave({
    form,
    message: t('Schedule added.'),
    save: (values) => createTrigger(project, pipe, { kind: 'schedule', ...bodyOf(values) }),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text fw={600}>{t('Add a schedule')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {error ? <ErrorNote error={error} /> : null}
          <SegmentedControl
            aria-label={t('Kind of schedule')}
            data={[
              { value: 'cron', label: t('At set times') },
              { value: 'every', label: t('At an interval') },
            ]}
            {...form.getInputProps('way')}
          />
          {form.values.way === 'cron' ? (
            <>
              <Select
                label={t('Often used')}
                placeholder={t('Choose')}
                data={presets.map((preset) => ({ ...preset, label: t(preset.label) }))}
                value={presets.some((preset) => preset.value === form.values.cron) ? form.values.cron : null}
                onChange={(value) => value && form.setFieldValue('cron', value)}
              />
              <TextInput
                label={t('Cron')}
                description={t('minute hour day month weekday')}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('cron')}
              />
            </>
          ) : (
            <NumberInput label={t('Every … minutes')} min={1} {...form.getInputProps('every_minutes')} />
          )}
          <Select
            label={t('Time zone')}
            description={
              typeof offered === 'string'
                ? t('The project is set to {{zone}}.', { zone: offered })
                : undefined
            }
            searchable
            allowDeselect={false}
            limit={50}
            data={zones.includes(form.values.timezone) ? zones : [form.values.timezone, ...zones]}
            {...form.getInputProps('timezone')}
          />
          <Select
            label={t('Times missed while the service was down')}
            allowDeselect={false}
            data={[
              { value: 'last', label: t('Run once for the last') },
              { value: 'skip', label: t('Skip them') },
              { value: 'all', label: t('Run all (at most 100)') },
            ]}
            {...form.getInputProps('missed')}
          />
          <div>
            <Text fw={500}>{t('Next times')}</Text>
            {preview.isError ? <Text c="var(--pw-bad)">{messageOf(preview.error)}</Text> : null}
            <List size="xs">
              {preview.data?.map((time) => (
                <List.Item key={time.at} className="num">
                  {new Intl.DateTimeFormat(undefined, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                    timeZone: settled.timezone,
                  }).format(new Date(time.at))}{' '}
                  {time.offset_change ? t('(the clock changes)') : null}
                </List.Item>
              ))}
            </List>
          </div>
          <Group justify="flex-end">
            <Button type="submit" variant="filled" loading={saving}>
              {t('Add schedule')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
