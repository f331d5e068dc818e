/** Name and settings of a project, and its deletion. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { authStateQuery } from '../api/auth.js';
import {
  deleteProject,
  projectQuery,
  settingsQuery,
  updateProject,
  updateSettings,
} from '../api/projects.js';
import type { Project, Settings } from '../api/types.js';
import { paths } from '../app/paths.js';
import { Confirm } from '../kit/confirm.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { faultUnder } from '../kit/field-labels.js';
import { EmailTags } from '../kit/email-tags.js';
import { Note } from '../kit/note.js';
import { Page, Section } from '../kit/page.js';
import { ErrorNote, QueryView } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';
import kit from '../kit/kit.module.css';
import { useRouteParams } from '../app/route.js';

interface ToSend {
  project: { project_name: string | undefined; project_description: string | undefined };
  settings: Settings;
}

export function SettingsPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const project = useQuery(projectQuery(projectId));
  const settings = useQuery(settingsQuery(projectId));
  const toSend = useRef<(() => ToSend) | null>(null);
  const { project_name, project_description } = project.data ?? {};
  const bodies = (): ToSend =>
    toSend.current?.() ?? {
      project: { project_name, project_description },
      settings: settings.data ?? {},
    };
  const [saving, setSaving] = useState(false);
  return (
    <Page
      title={t('Settings')}
      actions={
        <>
          <CopyAsCall
            call={() => [
              {
                does: t('Save the settings'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/settings/update`,
                  body: bodies().settings,
                },
              },
              {
                does: t('Save the name'),
                call: {
                  method: 'POST',
                  path: `/api/projects/update/${projectId}`,
                  body: bodies().project,
                },
              },
              {
                does: t('Delete project'),
                call: {
                  method: 'POST',
                  path: `/api/projects/delete/${projectId}`,
                  body: { project_name: project.data?.project_name },
                },
              },
            ]}
          />
          <Button variant="filled" type="submit" form="settings-form" loading={saving}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <QueryView query={settings}>
        {(values) => (
          <QueryView query={project}>
            {(value) => (
              <SettingsForm
                key={value.project_id}
                project={value}
                settings={values}
                onBusy={setSaving}
                toSend={toSend}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

interface SettingsFormProps {
  project: Project;
  settings: Settings;
  onBusy: (busy: boolean) => void;
  /** Holds what the form says now, for the page around. */
  toSend: RefObject<(() => ToSend) | null>;
}

function SettingsForm({ project, settings, onBusy, toSend }: SettingsFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const form = useCheckedForm<
    { project_name: string; project_description: string } & Record<string, unknown>
  >({
    initialValues: {
      project_name: project.project_name,
      project_description: project.project_description,
      ...settings,
    },
    validate: {
      project_name: (value) => (String(value).trim() === '' ? t('Give the project a name.') : null),
    },
  });
  const draftId = `settings ${project.project_id}`;
  const { submit, saving, error } = useSave({
    form,
    keptAs: draftId,
    message: t('Saved.'),
    // only what was touched here: another tab may have saved the rest meanwhile
    save: async ({ project_name, project_description, ...values }) => {
      if (form.isDirty('project_name') || form.isDirty('project_description'))
        await updateProject(project.project_id, { project_name, project_description });
      const changed = Object.fromEntries(Object.entries(values).filter(([key]) => form.isDirty(key)));
      if (Object.keys(changed).length > 0) await updateSettings(project.project_id, changed as Settings);
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['projects'] });
      void client.invalidateQueries({ queryKey: ['p', project.project_id, 'settings'] });
    },
  });
  useEffect(() => {
    onBusy(saving);
  }, [saving, onBusy]);
  useEffect(() => {
    toSend.current = () => {
      const { project_name, project_description, ...values } = form.getValues();
      return { project: { project_name, project_description }, settings: values as Settings };
    };
  });
  const kept = useKeptForm({ form, id: draftId, savedAt: project.updated_at });
  const has = (key: string) => key in settings;
  const auth = useQuery(authStateQuery);
  const mailed = (form.values.alerts___email_addresses as string[] | null) ?? [];
  return (
    <form id="settings-form" onSubmit={submit} noValidate className={kit.form}>
      <Stack>
        {kept}
        {error ? <ErrorNote error={error} /> : null}
        <Section title={t('Project')}>
          <Stack>
            <TextInput label={t('Name')} {...form.getInputProps('project_name')} />
            <Textarea
              label={t('Description')}
              autosize
              minRows={3}
              {...form.getInputProps('project_description')}
            />
            {has('general___timezone') ? (
              <Select
                label={t('Time zone')}
                description={t('Offered first for schedules and mappings.')}
                searchable
                limit={50}
                allowDeselect={false}
                data={['UTC', ...zones.filter((zone) => zone !== 'UTC')]}
                {...form.getInputProps('general___timezone')}
              />
            ) : null}
          </Stack>
        </Section>
        <Section title={t('Activity log')}>
          <Stack>
            <Switch
              label={t('Write down what people do in this project')}
              {...form.getInputProps('activity_logs___activity_logs', { type: 'checkbox' })}
            />
            {has('activity_logs___retention_days') ? (
              <NumberInput
                maw={220}
                label={t('Kept for (days)')}
                min={1}
                {...form.getInputProps('activity_logs___retention_days')}
              />
            ) : null}
          </Stack>
        </Section>
        <Section title={t('Runs')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {has('runs___retention_days') ? (
              <NumberInput
                label={t('History kept for (days)')}
                min={1}
                {...form.getInputProps('runs___retention_days')}
              />
            ) : null}
            {has('runs___max_concurrent') ? (
              <NumberInput
                label={t('Runs at once')}
                min={1}
                {...form.getInputProps('runs___max_concurrent')}
              />
            ) : null}
          </SimpleGrid>
        </Section>
        {has('alerts___on_failure') ? (
          <Section title={t('Alerts')}>
            <Stack>
              <Switch
                label={t('Tell when a run fails or a connection ends')}
                description={t(
                  'A run that failed or ran out of time, the first run with failed records after a good one, and a connection that somebody must sign in to again.',
                )}
                {...form.getInputProps('alerts___on_failure', { type: 'checkbox' })}
              />
              <EmailTags
                label={t('E-mail addresses')}
                description={t('Needs mail to be set up for the service.')}
                {...form.getInputProps('alerts___email_addresses')}
                error={faultUnder(form.errors, 'alerts___email_addresses')}
                value={mailed}
                onChange={(addresses) => form.setFieldValue('alerts___email_addresses', addresses)}
              />
              {auth.data?.mail === false && mailed.length > 0 ? (
                <Note tone="warn">
                  {t(
                    'No mail is sent to these addresses: mail is not set up for the service. Whoever runs it sets SMTP_URL.',
                  )}
                </Note>
              ) : null}
              <TextInput
                label={t('Webhook URL')}
                description={t('Called with each alert as JSON.')}
                placeholder="https://chat.example.com/hooks/…"
                classNames={{ input: 'mono' }}
                {...form.getInputProps('alerts___webhook_url')}
                value={(form.values.alerts___webhook_url as string | null) ?? ''}
                onChange={(event) =>
                  form.setFieldValue(
                    'alerts___webhook_url',
                    event.currentTarget.value === '' ? null : event.currentTarget.value,
                  )
                }
              />
            </Stack>
          </Section>
        ) : null}
        <Section title={t('Delete the project')}>
          <Group justify="space-between">
            <Text c="dimmed">{t('Its pipes are stopped first; everything in it is deleted for good.')}</Text>
            <Button c="var(--pw-bad)" onClick={() => setDeleting(true)}>
              {t('Delete project')}
            </Button>
          </Group>
        </Section>
      </Stack>
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={t('Delete {{name}}?', { name: project.project_name })}
        text={t(
          'All systems, credentials, APIs, flows, pipes and runs of this project are deleted for good.',
        )}
        action={t('Delete project')}
        typed={project.project_name}
        run={async () => {
          await deleteProject(project.project_id, project.project_name);
          await navigate({ to: paths.projects });
          await client.invalidateQueries({ queryKey: ['projects'] });
        }}
      />
    </form>
  );
}
