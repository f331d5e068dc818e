/** A schedule: cron or interval, its zone, what happens with missed times, and the next ten times as a preview. */
import {
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.js';
import { createTrigger, updateTrigger } from '../../api/pipes.js';
import { settingsQuery } from '../../api/projects.js';
import type { Trigger } from '../../api/types.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import type { KeptDialog } from '../../kit/use-kept-dialog.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';
import { FireTimes, useFireTimes } from './fire-times.js';
import {
  scheduleBody,
  scheduleForm,
  scheduleLabels,
  toSchedulePath,
  units,
  type ScheduleForm,
} from './schedule-form.js';

const zones = Intl.supportedValuesOf('timeZone');
const presets = [
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 6 * * *', label: 'Every day at 6:00' },
  { value: '0 6 * * 1-5', label: 'Weekdays at 6:00' },
  { value: '0 6 1 * *', label: 'The first of each month at 6:00' },
];

interface ScheduleDialogProps {
  project: string;
  pipe: string;
  /** The schedule to change; absent: a new one. */
  trigger: Trigger | undefined;
  dialog: KeptDialog;
}

export function ScheduleDialog({ project, pipe, trigger, dialog }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const offered = useQuery(settingsQuery(project)).data?.general___timezone;
  const form = useCheckedForm<ScheduleForm>({
    initialValues: scheduleForm(trigger),
    validate: {
      every: (value, { way }) => (way === 'every' && value === '' ? t('Give a number.') : null),
      cron: (value, { way }) => (way === 'cron' && value.trim() === '' ? t('Give the five fields.') : null),
    },
  });
  const kept = useKeptForm({ form, id: dialog.draftId });
  const { submit, saving, error } = useSave({
    form,
    keptAs: dialog.draftId,
    message: trigger ? t('Schedule saved.') : t('Schedule added.'),
    toFormPath: toSchedulePath,
    labels: scheduleLabels,
    save: (values, key) =>
      trigger
        ? updateTrigger(project, pipe, trigger.trigger_id, scheduleBody(values))
        : createTrigger(project, pipe, { kind: 'schedule', ...scheduleBody(values) }, key),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      dialog.done();
    },
  });
  const { way, cron, timezone } = form.values;
  const { preview, previewed } = useFireTimes(project, pipe, form.values);
  /** What is wrong with a field is told while it is typed, not only when it is saved. */
  const faultOf = (path: string) =>
    preview.error instanceof ApiError
      ? preview.error.faults.find(({ field }) => toSchedulePath(field) === path)?.message
      : undefined;
  return (
    <Dialog opened onClose={dialog.close} title={trigger ? t('Change the schedule') : t('Add a schedule')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {kept}
          {error ? <ErrorNote error={error} /> : null}
          <SegmentedControl
            aria-label={t('Kind of schedule')}
            data={[
              { value: 'cron', label: t('At set times') },
              { value: 'every', label: t('At an interval') },
            ]}
            {...form.getInputProps('way')}
          />
          {way === 'cron' ? (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={t('Often used')}
                placeholder={t('Choose')}
                description={t('Fills in the fields')}
                data={presets.map((preset) => ({ ...preset, label: t(preset.label) }))}
                value={presets.some((preset) => preset.value === cron) ? cron : null}
                onChange={(value) => value && form.setFieldValue('cron', value)}
              />
              <TextInput
                label={t('Cron')}
                description={t('minute hour day month weekday')}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('cron')}
                error={form.errors.cron ?? faultOf('cron')}
              />
            </SimpleGrid>
          ) : (
            <SimpleGrid cols={2} spacing="sm">
              <NumberInput
                label={t('Every')}
                min={1}
                allowDecimal={false}
                {...form.getInputProps('every')}
                error={form.errors.every ?? faultOf('every')}
              />
              <Select
                label={t('Unit')}
                allowDeselect={false}
                data={units.map((unit) => ({ value: unit.value, label: t(unit.label) }))}
                {...form.getInputProps('unit')}
              />
            </SimpleGrid>
          )}
          <Select
            label={t('Time zone')}
            description={
              typeof offered === 'string' && offered !== timezone
                ? t('The project is set to {{zone}}.', { zone: offered })
                : undefined
            }
            searchable
            allowDeselect={false}
            limit={50}
            data={zones.includes(timezone) ? zones : [timezone, ...zones]}
            {...form.getInputProps('timezone')}
            error={form.errors.timezone ?? faultOf('timezone')}
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
          <FireTimes preview={preview} values={previewed} />
          <Group justify="flex-end">
            <Button onClick={dialog.close}>{t('Cancel')}</Button>
            <Button type="submit" variant="filled" loading={saving}>
              {trigger ? t('Save schedule') : t('Add schedule')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
