/** The rules of a pipe's runs: overlap, concurrency, time limit, failure guard, how long deliveries are remembered. */
import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pipeQuery, updatePipe } from '../../api/pipes.js';
import type { Pipe } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';
import { Section } from '../../kit/page.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useFormConflict } from '../../kit/use-form-conflict.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useQuestion } from '../../kit/use-question.js';
import { useSave } from '../../kit/use-save.js';
import { options } from '../labels.js';
import {
  overlaps,
  rulesBody,
  rulesForm,
  rulesWords,
  toRulesPath,
  type RulesForm,
} from './pipe-rules-form.js';

export function PipeRules({ project, pipe }: { project: string; pipe: Pipe }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm<RulesForm>({
    initialValues: rulesForm(pipe),
    validate: { pipe_name: (value) => (value.trim() === '' ? t('Give the pipe a name.') : null) },
  });
  const draftId = `pipe ${project} ${pipe.pipe_id}`;
  const conflict = useFormConflict({
    form,
    id: draftId,
    resource: pipe,
    toForm: rulesForm,
    toBody: rulesBody,
    newest: () => client.fetchQuery({ ...pipeQuery(project, pipe.pipe_id), staleTime: 0 }),
    fields: rulesWords,
    title: t('Someone else saved these rules meanwhile'),
  });
  const forgetting = useQuestion();
  /** Whether deliveries would be forgotten that are remembered now; 0 days: none ever is. */
  const forgetsMore = (): boolean => {
    const days = form.getValues().ledger_retention_days || Infinity;
    return days < (pipe.ledger_retention_days || Infinity);
  };
  const { submit, saving, error } = useSave({
    form,
    keptAs: draftId,
    message: t('Saved.'),
    toFormPath: toRulesPath,
    labels: rulesWords,
    ready: async () => (await conflict.isCurrent()) && (!forgetsMore() || (await forgetting.ask())),
    save: (values) => updatePipe(project, pipe.pipe_id, rulesBody(values)),
    onSaved: (answer, sent) => {
      conflict.saved(answer, sent);
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
    },
  });
  const kept = useKeptForm({
    form,
    id: draftId,
    savedAt: conflict.savedAt,
    isDirty: conflict.isDirty,
    onOld: conflict.meetOld,
    onDiscard: conflict.discard,
  });
  return (
    <Section title={t('Rules')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {conflict.note ?? kept}
          {error ? <ErrorNote error={error} /> : null}
          <TextInput label={t('Name')} {...form.getInputProps('pipe_name')} />
          <Textarea label={t('Description')} autosize minRows={1} {...form.getInputProps('description')} />
          <Select
            label={t('When a run is still going')}
            allowDeselect={false}
            data={options(overlaps, t)}
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
              label={t('Time limit in seconds')}
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
                label={t('Percent of the first 200')}
                min={1}
                max={100}
                {...form.getInputProps('percent')}
              />
            </SimpleGrid>
          ) : null}
          <NumberInput
            label={t('Days to remember deliveries')}
            description={t('Within this time nothing is sent twice. 0: for ever.')}
            min={0}
            {...form.getInputProps('ledger_retention_days')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={saving} disabled={!conflict.isDirty}>
              {t('Save rules')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Confirm
        opened={forgetting.isOpen}
        onClose={() => forgetting.answer(false)}
        title={t('Forget older deliveries?')}
        text={t(
          'What was delivered more than {{count, number}} days ago is forgotten for good. A record of then that is read again is sent again.',
          { count: form.values.ledger_retention_days },
        )}
        action={t('Save rules')}
        run={() => {
          forgetting.answer(true);
          return Promise.resolve();
        }}
      />
    </Section>
  );
}
