/** The last step of the wizard: name, when the pipe runs by itself, what stops a run, a first dry run. */
import { Anchor, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Pipe } from '../../../api/types.js';
import { canRunAtOnce, type WizardForm } from './wizard-form.js';

/** When the pipe shall run by itself; finer rules are set on its page. */
const times = [
  { value: '', label: 'Only by hand' },
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 6 * * *', label: 'Every day at 6:00' },
];
const zones = Intl.supportedValuesOf('timeZone');

interface ScheduleStepProps {
  form: UseFormReturnType<WizardForm>;
  /** A mapping must be made first, so there is nothing to run yet. */
  hasMapping: boolean;
  /** Pipes of the same flow. */
  siblings: Pipe[];
  /** Address of the flow. */
  flow: string;
}

export function ScheduleStep({ form, hasMapping, siblings, flow }: ScheduleStepProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('Name of the pipe')} autoFocus {...form.getInputProps('pipe_name')} />
      {hasMapping && siblings.length > 0 ? (
        <Select
          label={t('Begin with the mappings of')}
          description={t('A copy of what is mapped there; each pipe has its own.')}
          placeholder={t('None: link the fields anew')}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={siblings.map((pipe) => ({ value: pipe.pipe_id, label: pipe.pipe_name }))}
          {...form.getInputProps('copy_from')}
          value={form.values.copy_from || null}
          onChange={(pipe: string | null) => form.setFieldValue('copy_from', pipe ?? '')}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('Run it')}
          allowDeselect={false}
          data={times.map((time) => ({ ...time, label: t(time.label) }))}
          {...form.getInputProps('when')}
        />
        {form.values.when === '' ? null : (
          <Select
            label={t('Time zone')}
            searchable
            allowDeselect={false}
            limit={50}
            data={zones.includes(form.values.timezone) ? zones : [form.values.timezone, ...zones]}
            {...form.getInputProps('timezone')}
          />
        )}
      </SimpleGrid>
      <Switch
        label={t('Stop a run that fails a lot')}
        description={t('After 100 failures in a row, or when half of the first 200 fail.')}
        {...form.getInputProps('guarded', { type: 'checkbox' })}
      />
      {canRunAtOnce(form.values, hasMapping) ? (
        <Switch
          label={t('Dry run it at once')}
          description={t('Shows the first requests and sends nothing.')}
          {...form.getInputProps('dry_run', { type: 'checkbox' })}
        />
      ) : null}
      <Text c="dimmed" size="xs">
        {t(
          'Webhooks, own times and the other rules are on the pipe’s page. A new pipe is disabled until you enable it; running it by hand works at once.',
        )}{' '}
        <Anchor size="xs" component={Link} to={flow}>
          {t('See the flow')}
        </Anchor>
      </Text>
    </>
  );
}
