/** The rules of a pipe's runs: overlap, concurrency, time limit, failure guard, how long deliveries are remembered. */
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updatePipe } from '../../api/pipes.js';
import type { Pipe } from '../../api/types.js';
import { Section } from '../../kit/page.js';
import { ErrorNote } from '../../kit/states.js';
import { useSave } from '../../kit/use-save.js';

export function PipeRules({ project, pipe }: { project: string; pipe: Pipe }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      pipe_name: pipe.pipe_name,
      overlap: pipe.overlap,
      concurrency: pipe.concurrency,
      timeout_seconds: pipe.timeout_seconds,
      guarded: pipe.failure_guard !== null,
      in_a_row: pipe.failure_guard?.in_a_row ?? 100,
      percent: pipe.failure_guard?.percent_of_first_200 ?? 50,
      ledger_retention_days: pipe.ledger_retention_days,
    },
    validate: { pipe_name: (value) => (value.trim() === '' ? t('Give the pipe a name.') : null) },
  });
  const { submit, saving, error } = useSave({
    form,
    message: t('Saved.'),
    save: ({ guarded, in_a_row, percent, overlap, ...values }) =>
      updatePipe(project, pipe.pipe_id, {
        ...values,
        overlap: overlap,
        failure_guard: guarded ? { in_a_row, percent_of_first_200: percent } : null,
      }),
    onSaved: () => void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] }),
  });
  return (
    <Section title={t('Rules')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {error ? <ErrorNote error={error} /> : null}
          <TextInput label={t('Name')} {...form.getInputProps('pipe_name')} />
          <Select
            label={t('When a run is still going')}
            allowDeselect={false}
            data={[
              { value: 'queue_one', label: t('Wait; one run waits at most') },
              { value: 'skip', label: t('Skip the new run') },
            ]}
            {...form.getInputProps('overlap')}
          />
          <SimpleGrid cols={2} spacing="sm">
            <NumberInput
              label={t('Requests at once')}
              min={1}
              max={50}
              {...form.getInputProps('concurrency')}
            />
            <NumberInput
              label={t('Time limit (s)')}
              min={1}
              max={21_600}
              {...form.getInputProps('timeout_seconds')}
            />
          </SimpleGrid>
          <Switch
            label={t('Stop a run that fails a lot')}
            description={t('So that a wrong mapping does not make 50,000 errors.')}
            {...form.getInputProps('guarded', { type: 'checkbox' })}
          />
          {form.values.guarded ? (
            <SimpleGrid cols={2} spacing="sm">
              <NumberInput label={t('Failures in a row')} min={1} {...form.getInputProps('in_a_row')} />
              <NumberInput
                label={t('% of the first 200')}
                min={1}
                max={100}
                {...form.getInputProps('percent')}
              />
            </SimpleGrid>
          ) : null}
          <NumberInput
            label={t('Remember deliveries (days)')}
            description={t('Within this time nothing is sent twice. 0: for ever.')}
            min={0}
            {...form.getInputProps('ledger_retention_days')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={saving} disabled={!form.isDirty()}>
              {t('Save rules')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
