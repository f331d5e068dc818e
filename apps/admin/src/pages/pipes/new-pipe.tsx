/** The wizard of a new pipe: connection, flow, other connections, name. Each list that is empty says its rule. */
import { Button, Group, Radio, Stack, Stepper, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../api/apis.js';
import { flowQuery, flowsQuery, selectableFlowsQuery } from '../../api/flows.js';
import { createPipe, createTrigger, runPipe } from '../../api/pipes.js';
import { credentialsQuery, systemsQuery } from '../../api/systems.js';
import { paths } from '../../app/paths.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { helpAbove } from '../../kit/help-above.js';
import { Note } from '../../kit/note.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, ErrorNote, QueryView } from '../../kit/states.js';
import { showError } from '../../kit/use-action.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';
import kit from '../../kit/kit.module.css';
import { CredentialState } from '../status.js';
import { ScheduleStep, type WizardForm } from './schedule-step.js';
import { systemsOf } from './systems-of.js';
import { useNewConnection } from './use-new-connection.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function NewPipePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { projectId = '' } = useRouteParams();
  const { credential } = useRouteSearch();
  const credentials = useQuery(credentialsQuery(projectId));
  const systems = useQuery(systemsQuery(projectId)).data?.rows ?? [];
  const apis = useQuery(apisQuery(projectId)).data?.rows;
  const flows = useQuery(flowsQuery(projectId)).data?.rows;
  const form = useCheckedForm<WizardForm>({
    initialValues: {
      step: 0,
      first: '',
      flow_id: '',
      others: {},
      pipe_name: '',
      when: '',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      guarded: true,
      dry_run: false,
    },
    validate: { pipe_name: (value) => (value.trim() === '' ? t('Give the pipe a name.') : null) },
  });
  const kept = useKeptForm({ form, id: `pipe ${projectId} new`, savedAt: undefined });
  const { step, first, flow_id: flowId, others } = form.values;
  const setStep = (to: number) => form.setFieldValue('step', to);
  const known = credentials.data?.rows;
  const usable = (known ?? []).filter((row) => row.status !== 'draft');
  useNewConnection(form, known, credential);
  const chosen = usable.find((row) => row.credential_id === first);
  const selectable = useQuery(selectableFlowsQuery(projectId, first === '' ? [] : [first]));
  const flow = useQuery({ ...flowQuery(projectId, flowId), enabled: flowId !== '' });
  const nameOf = (system: string) => systems.find((row) => row.system_id === system)?.system_name ?? '…';
  const needed = flow.data && apis ? systemsOf(flow.data.handlers, apis) : [];
  const open = needed.filter((system) => {
    const type = systems.find((row) => row.system_id === system)?.authentication_type;
    return system !== chosen?.system_id && type !== 'none';
  });
  const complete = open.every((system) => others[system]);
  const hasMapping = flow.data?.handlers.some((handler) => handler.kind === 'mapping') ?? false;
  const bodyOf = (values: WizardForm) => ({
    pipe_name: values.pipe_name.trim(),
    flow_id: values.flow_id,
    credential_ids: [
      values.first,
      ...open.flatMap((system) => (values.others[system] ? [values.others[system]] : [])),
    ],
    ...(values.guarded ? {} : { failure_guard: null }),
  });
  /** The pipe is there by now: what fails here is told, and done again on its page. */
  const startFrom = async (pipe: string, { when, timezone, dry_run }: WizardForm): Promise<string | null> => {
    try {
      if (when !== '') await createTrigger(projectId, pipe, { kind: 'schedule', cron: when, timezone });
      return dry_run && !hasMapping ? (await runPipe(projectId, pipe, { dry_run: true })).run_id : null;
    } catch (failure) {
      showError(failure);
      return null;
    }
  };
  const { submit, saving, error } = useSave({
    form,
    message: t('Pipe created.'),
    save: async (values) => {
      const pipe = await createPipe(projectId, bodyOf(values));
      return { pipe: pipe.pipe_id, run: await startFrom(pipe.pipe_id, values) };
    },
    onSaved: ({ pipe, run }) => {
      void client.invalidateQueries({ queryKey: ['p', projectId] });
      void navigate({ to: run === null ? paths.pipe(projectId, pipe) : paths.run(projectId, run) });
    },
  });
  const addConnection = (system?: string) =>
    void navigate({
      to: paths.credentials(projectId),
      search: { connect: 'new', system, back: paths.newPipe(projectId) },
    });
  const next = (enabled: boolean, to: number) => (
    <Group justify="space-between" mt="md">
      {to > 1 ? (
        <Button
          onClick={() => {
            setStep(to - 2);
          }}
        >
          {t('Back')}
        </Button>
      ) : (
        <span />
      )}
      <Button
        variant="filled"
        disabled={!enabled}
        onClick={() => {
          if (to === 2 && form.values.pipe_name === '') {
            form.setFieldValue(
              'pipe_name',
              selectable.data?.find((row) => row.flow_id === flowId)?.flow_name ?? '',
            );
          }
          setStep(to);
        }}
      >
        {t('Next')}
      </Button>
    </Group>
  );
  return (
    <Page
      title={t('New pipe')}
      crumbs={[{ label: t('Pipes'), to: paths.pipes(projectId) }]}
      actions={
        <CopyAsCall
          call={{
            method: 'POST',
            path: `/workspace/${projectId}/api/pipes/create`,
            body: bodyOf(form.values),
          }}
        />
      }
    >
      <form onSubmit={submit} noValidate className={kit.form}>
        {kept ? <div style={{ marginBottom: 16 }}>{kept}</div> : null}
        <Section>
          <Stepper
            active={step}
            onStepClick={setStep}
            allowNextStepsSelect={false}
            size="sm"
            iconSize={28}
            wrap={false}
            classNames={{ step: kit.step ?? '', stepBody: kit.stepBody ?? '' }}
          >
            <Stepper.Step label={t('Connection')}>
              <QueryView query={credentials}>
                {() =>
                  usable.length === 0 ? (
                    <Empty
                      title={t('No connection yet')}
                      action={
                        <Button variant="filled" onClick={() => addConnection()}>
                          {t('Add connection')}
                        </Button>
                      }
                    >
                      {t('A pipe needs a connection to one of the systems that its flow calls.')}
                    </Empty>
                  ) : (
                    <>
                      <Radio.Group
                        label={t('Begin with a connection')}
                        inputWrapperOrder={helpAbove}
                        description={t('The flows to choose from are those that call its system.')}
                        value={first}
                        onChange={(value) => {
                          form.setValues({ first: value, flow_id: '', others: {} });
                        }}
                      >
                        <Stack gap="xs" mt="sm">
                          {usable.map((row) => (
                            <Radio
                              key={row.credential_id}
                              value={row.credential_id}
                              className={kit.choice ?? ''}
                              label={
                                <Group gap="xs">
                                  <span>{row.credential_name}</span>
                                  <Text span size="xs" c="dimmed">
                                    {nameOf(row.system_id)}
                                  </Text>
                                  <CredentialState credential={row} />
                                </Group>
                              }
                            />
                          ))}
                        </Stack>
                      </Radio.Group>
                      <Button
                        size="compact-sm"
                        mt="sm"
                        leftSection={<IconPlus size={13} />}
                        onClick={() => addConnection()}
                      >
                        {t('Add connection')}
                      </Button>
                    </>
                  )
                }
              </QueryView>
              {next(first !== '', 1)}
            </Stepper.Step>
            <Stepper.Step label={t('Flow')}>
              <QueryView query={selectable} rows={3}>
                {(rows) =>
                  rows.length === 0 ? (
                    <Empty
                      title={t('No flow calls {{system}} yet', {
                        system: chosen ? nameOf(chosen.system_id) : '',
                      })}
                      action={
                        <Button
                          variant="filled"
                          onClick={() =>
                            void navigate({ to: paths.flows(projectId), search: { connect: 'new' } })
                          }
                        >
                          {t('Create one')}
                        </Button>
                      }
                    >
                      {t(
                        'Only flows with an API Call Handler to the system of the connection can be chosen.',
                      )}
                    </Empty>
                  ) : (
                    <Radio.Group label={t('Which flow should run?')} {...form.getInputProps('flow_id')}>
                      <Stack gap="xs" mt="sm">
                        {rows.map((row) => {
                          const full = flows?.find((entry) => entry.flow_id === row.flow_id);
                          return (
                            <Radio
                              key={row.flow_id}
                              value={row.flow_id}
                              className={kit.choice ?? ''}
                              label={
                                <Group gap="xs">
                                  {row.flow_name}
                                  {row.published ? null : (
                                    <StateBadge tone="quiet">{t('Not published yet')}</StateBadge>
                                  )}
                                </Group>
                              }
                              description={full?.handlers?.map((handler) => handler.handler_name).join(' → ')}
                            />
                          );
                        })}
                      </Stack>
                    </Radio.Group>
                  )
                }
              </QueryView>
              {next(flowId !== '', 2)}
            </Stepper.Step>
            <Stepper.Step label={t('Other connections')}>
              <Stack>
                {open.length === 0 ? (
                  <Text>{t('This flow calls no other system that needs a connection.')}</Text>
                ) : null}
                {open.map((system) => {
                  const own = usable.filter((row) => row.system_id === system);
                  return own.length === 0 ? (
                    <Note
                      key={system}
                      tone="warn"
                      title={t('No connection to {{system}} yet', { system: nameOf(system) })}
                      action={
                        <Button size="xs" onClick={() => addConnection(system)}>
                          {t('Add connection')}
                        </Button>
                      }
                    >
                      {t('The flow calls it, so the pipe needs one.')}
                    </Note>
                  ) : (
                    <Radio.Group
                      key={system}
                      label={t('Connection to {{system}}', { system: nameOf(system) })}
                      value={others[system] ?? ''}
                      onChange={(value) => {
                        form.setFieldValue('others', { ...others, [system]: value });
                      }}
                    >
                      <Stack gap="xs" mt="xs">
                        {own.map((row) => (
                          <Radio
                            key={row.credential_id}
                            value={row.credential_id}
                            className={kit.choice ?? ''}
                            label={
                              <Group gap="xs">
                                {row.credential_name}
                                <CredentialState credential={row} />
                              </Group>
                            }
                          />
                        ))}
                      </Stack>
                    </Radio.Group>
                  );
                })}
                {hasMapping ? (
                  <Note tone="info">
                    {t(
                      'The flow has a Mapping Handler: the pipe will show a mapping node where the fields are linked.',
                    )}
                  </Note>
                ) : null}
              </Stack>
              {next(complete && flow.data !== undefined, 3)}
            </Stepper.Step>
            <Stepper.Step label={t('Schedule and rules')}>
              <Stack>
                {error ? <ErrorNote error={error} /> : null}
                <ScheduleStep form={form} hasMapping={hasMapping} flow={paths.flow(projectId, flowId)} />
                <Group justify="space-between">
                  <Button
                    onClick={() => {
                      setStep(2);
                    }}
                  >
                    {t('Back')}
                  </Button>
                  <Button type="submit" variant="filled" loading={saving}>
                    {t('Create pipe')}
                  </Button>
                </Group>
              </Stack>
            </Stepper.Step>
          </Stepper>
        </Section>
      </form>
    </Page>
  );
}
