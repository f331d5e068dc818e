/** The wizard of a new pipe: connection, flow, other connections, schedule and rules. Each list that is empty says its rule. */
import { Button, Group, Stack, Stepper } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../app/paths.js';
import { useRouteParams, useRouteSearch } from '../../../app/route.js';
import { CopyAsCall } from '../../../kit/copy-as-call.js';
import { Note } from '../../../kit/note.js';
import { Page, Section } from '../../../kit/page.js';
import { ErrorNote } from '../../../kit/states.js';
import { useCheckedForm } from '../../../kit/use-checked-form.js';
import { useKeptForm } from '../../../kit/use-kept-form.js';
import kit from '../../../kit/kit.module.css';
import { ConnectionStep } from './connection-step.js';
import { FlowStep } from './flow-step.js';
import { OtherConnectionsStep } from './other-connections-step.js';
import { ScheduleStep } from './schedule-step.js';
import { StepButtons } from './step-buttons.js';
import { useCreatePipe } from './use-create-pipe.js';
import { useNewConnection } from './use-new-connection.js';
import { useWizard } from './use-wizard.js';
import { emptyWizard, wizardCalls, type WizardForm } from './wizard-form.js';

export function NewPipePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const { credential } = useRouteSearch();
  const form = useCheckedForm<WizardForm>({
    initialValues: emptyWizard(),
    validate: { pipe_name: (value) => (value.trim() === '' ? t('Give the pipe a name.') : null) },
  });
  const keptAs = `pipe ${projectId} new`;
  const kept = useKeptForm({ form, id: keptAs, savedAt: undefined });
  const { step, first, flow_id: flowId } = form.values;
  const wizard = useWizard(projectId, form.values);
  useNewConnection(form, wizard.credentials.data?.rows, credential);
  const { submit, saving, error, made } = useCreatePipe({ project: projectId, form, keptAs, wizard });
  const go = (to: number) => form.setFieldValue('step', to);
  const addConnection = (system?: string) =>
    void navigate({
      to: paths.credentials(projectId),
      search: { connect: 'new', system, back: paths.newPipe(projectId) },
    });
  const calls = wizardCalls(projectId, form.values, wizard.open, wizard.hasMapping);
  return (
    <Page
      title={t('New pipe')}
      crumbs={[{ label: t('Pipes'), to: paths.pipes(projectId) }]}
      actions={
        <CopyAsCall
          call={[
            { does: t('Create pipe'), call: calls.pipe },
            { does: t('Add a schedule'), call: calls.schedule },
            { does: t('Dry run'), call: calls.run },
          ].flatMap(({ does, call }) => (call === null ? [] : [{ does, call }]))}
        />
      }
    >
      <form
        onSubmit={(event) => {
          // Enter in a step before the last one makes no pipe
          if (step < 3 && made === null) event.preventDefault();
          else submit(event);
        }}
        noValidate
        className={kit.form}
      >
        {kept ? <div style={{ marginBottom: 16 }}>{kept}</div> : null}
        <Section>
          {made !== null ? (
            <Stack>
              <Note
                tone="good"
                title={t('Pipe created.')}
                action={
                  <Button size="xs" component={Link} to={paths.pipe(projectId, made)}>
                    {t('Open the pipe')}
                  </Button>
                }
              >
                {t('What was to follow did not work. Try it again here, or do it on the page of the pipe.')}
              </Note>
              {error ? <ErrorNote error={error} onRetry={() => submit()} /> : null}
            </Stack>
          ) : (
            <Stepper
              active={step}
              onStepClick={go}
              allowNextStepsSelect={false}
              size="sm"
              iconSize={28}
              wrap={false}
              classNames={{ step: kit.step ?? '', stepBody: kit.stepBody ?? '' }}
            >
              <Stepper.Step label={t('Connection')}>
                <ConnectionStep form={form} wizard={wizard} onAdd={() => addConnection()} />
                <StepButtons isReady={first !== ''} onNext={() => go(1)} />
              </Stepper.Step>
              <Stepper.Step label={t('Flow')}>
                <FlowStep project={projectId} form={form} wizard={wizard} />
                <StepButtons isReady={flowId !== ''} onBack={() => go(0)} onNext={() => go(2)} />
              </Stepper.Step>
              <Stepper.Step label={t('Other connections')}>
                <OtherConnectionsStep form={form} wizard={wizard} onAdd={addConnection} />
                <StepButtons isReady={wizard.isComplete} onBack={() => go(1)} onNext={() => go(3)} />
              </Stepper.Step>
              <Stepper.Step label={t('Schedule and rules')}>
                <Stack>
                  {error ? <ErrorNote error={error} /> : null}
                  <ScheduleStep
                    form={form}
                    hasMapping={wizard.hasMapping}
                    siblings={wizard.siblings}
                    flow={paths.flow(projectId, flowId)}
                  />
                  <Group justify="space-between">
                    <Button onClick={() => go(2)}>{t('Back')}</Button>
                    <Button type="submit" variant="filled" loading={saving}>
                      {t('Create pipe')}
                    </Button>
                  </Group>
                </Stack>
              </Stepper.Step>
            </Stepper>
          )}
        </Section>
      </form>
    </Page>
  );
}
