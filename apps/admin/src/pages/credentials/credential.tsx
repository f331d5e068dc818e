/** One connection: its fields, its test with a trace, its renewal in place, what uses it. */
import { useState } from 'react';
import { Anchor, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  credentialQuery,
  deleteCredential,
  systemQuery,
  testCredential,
  updateCredential,
  usagesQuery,
} from '../../api/systems.js';
import { isMissing } from '../../api/errors.js';
import type { Credential, System } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import type { ApiCall } from '../../kit/curl.js';
import { Fact } from '../../kit/fact.js';
import { MoreMenu } from '../../kit/more-menu.js';
import { Note } from '../../kit/note.js';
import { Page, Section } from '../../kit/page.js';
import { ErrorNote, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { UsedBy } from '../../kit/used-by.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';
import kit from '../../kit/kit.module.css';
import { wordsOf } from '../labels.js';
import { NotFoundPage } from '../not-found.js';
import { CredentialState } from '../status.js';
import { ConsentState } from './consent-state.js';
import { CredentialFields } from './credential-fields.js';
import { asksConsent, inputsOf } from './input-definitions.js';
import { TestTrace } from './test-trace.js';
import { useConsent } from './use-consent.js';
import { useRouteParams } from '../../app/route.js';

export function CredentialPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { projectId = '', credentialId = '' } = useRouteParams();
  const credential = useQuery(credentialQuery(projectId, credentialId));
  const system = useQuery({
    ...systemQuery(projectId, credential.data?.system_id ?? ''),
    enabled: credential.data !== undefined,
  });
  const usages = useQuery(usagesQuery(projectId, 'credentials', credentialId));
  const [deleting, setDeleting] = useState(false);
  const post = (action: string, body?: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${projectId}/api/credentials/${action}/${credentialId}`,
    body,
  });
  const refresh = [['p', projectId, 'credentials']];
  const test = useAction({
    run: (fresh: boolean) => testCredential(projectId, credentialId, fresh),
    refresh,
    quiet: true,
  });
  const { consent, start, cancel } = useConsent(projectId, () => {
    test.mutate(false);
  });
  const consents = system.data !== undefined && asksConsent(system.data);
  const asksSignIn = consents && credential.data?.status !== 'connected';
  if (isMissing(credential.error)) return <NotFoundPage />;
  return (
    <Page
      title={credential.data?.credential_name ?? t('Credential')}
      crumbs={[{ label: t('Credentials'), to: paths.credentials(projectId) }]}
      badge={credential.data ? <CredentialState credential={credential.data} /> : null}
      actions={
        <>
          <CopyAsCall
            call={[
              { does: t('Test'), call: post('test', { fresh_token: false }) },
              ...(consents ? [{ does: t('Sign in again'), call: post('authorize') }] : []),
              {
                does: t('Save'),
                call: post('update', { credential_name: credential.data?.credential_name }),
              },
              { does: t('Delete connection'), call: post('delete') },
            ]}
          />
          <MoreMenu remove={{ label: t('Delete connection'), onClick: () => setDeleting(true) }}>
            <Menu.Item onClick={() => test.mutate(true)}>{t('Test with a fresh token')}</Menu.Item>
          </MoreMenu>
          {consents ? (
            <Button
              variant={asksSignIn ? 'filled' : 'default'}
              disabled={consent.phase === 'waiting'}
              onClick={() => void start(() => Promise.resolve(credentialId)).catch(() => undefined)}
            >
              {t('Sign in again')}
            </Button>
          ) : null}
          <Button
            variant={asksSignIn ? 'default' : 'filled'}
            leftSection={<IconPlugConnected size={16} />}
            loading={test.isPending}
            onClick={() => {
              test.mutate(false);
            }}
          >
            {t('Test')}
          </Button>
        </>
      }
    >
      <QueryView query={credential}>
        {(value) => (
          <div className={kit.twoColumns}>
            <Stack>
              <ConsentState consent={consent} onCancel={cancel} />
              {wordsOf(value.last_error) && consent.phase !== 'failed' && !test.data ? (
                <Note
                  tone={
                    value.status === 'connected' || value.status === 'reconnect_required' ? 'warn' : 'bad'
                  }
                  title={
                    value.status === 'connected'
                      ? t('The last sign-in failed; the connection still works')
                      : t('The last sign-in failed')
                  }
                >
                  {wordsOf(value.last_error)}
                </Note>
              ) : null}
              {test.isError ? (
                <ErrorNote error={test.error} onRetry={() => test.mutate(test.variables)} />
              ) : null}
              {test.data ? (
                <Section title={t('Test')}>
                  <TestTrace result={test.data} />
                </Section>
              ) : null}
              {system.isError && !system.data ? (
                <ErrorNote error={system.error} onRetry={() => void system.refetch()} />
              ) : null}
              {system.data ? (
                <CredentialForm
                  key={value.credential_id}
                  project={projectId}
                  credential={value}
                  system={system.data}
                />
              ) : null}
            </Stack>
            <Stack className={kit.side ?? ''}>
              <Section title={t('About')}>
                <Stack gap="xs">
                  <Fact label={t('System')}>
                    <Anchor
                      size="sm"
                      component={Link}
                      to={paths.system(projectId, value.system_id)}
                      lineClamp={2}
                    >
                      {system.data?.system_name}
                    </Anchor>
                  </Fact>
                  <Fact label={t('Token ends')}>
                    {/* a token that was refused is at its end already */}
                    <Time at={value.status === 'connected' ? value.expires_at : null} />
                  </Fact>
                  <Fact label={t('Last tested')}>
                    <Time at={value.last_tested_at} empty={t('Never')} />
                  </Fact>
                  <Fact label={t('Created')}>
                    <Time at={value.created_at} />
                  </Fact>
                </Stack>
              </Section>
              <UsedBy project={projectId} usages={usages.data} nothing={t('Nothing uses it yet.')} />
            </Stack>
          </div>
        )}
      </QueryView>
      <Confirm
        opened={deleting && !usages.isLoading}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: credential.data?.credential_name })}
        text={t('Its stored sign-in is deleted for good.')}
        action={t('Delete connection')}
        usages={usages.data}
        run={async () => {
          await deleteCredential(projectId, credentialId);
          await navigate({ to: paths.credentials(projectId) });
          await client.invalidateQueries({ queryKey: ['p', projectId] });
        }}
      />
    </Page>
  );
}

interface CredentialValues {
  credential_name: string;
  inputs: Record<string, unknown>;
  secrets: Record<string, unknown>;
}
const neverWritten = ['secrets'] as const;

function CredentialForm({
  project,
  credential,
  system,
}: {
  project: string;
  credential: Credential;
  system: System;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm<CredentialValues>({
    initialValues: { credential_name: credential.credential_name, inputs: {}, secrets: {} },
    validate: { credential_name: (value) => (value.trim() === '' ? t('Give the connection a name.') : null) },
  });
  const draftId = `credential ${project} ${credential.credential_id}`;
  const { submit, saving, error } = useSave({
    form,
    keptAs: draftId,
    message: t('Saved.'),
    // only what was typed here: another tab may have saved the rest meanwhile
    save: ({ credential_name, inputs, secrets }) =>
      updateCredential(project, credential.credential_id, {
        ...(form.isDirty('credential_name') ? { credential_name } : {}),
        ...(Object.keys({ ...inputs, ...secrets }).length > 0 ? { inputs: { ...inputs, ...secrets } } : {}),
      }),
    onSaved: (_saved, { credential_name }) => {
      const nothing = { credential_name, inputs: {}, secrets: {} };
      form.setValues(nothing);
      form.resetDirty(nothing);
      void client.invalidateQueries({ queryKey: ['p', project, 'credentials'] });
    },
  });
  const kept = useKeptForm({
    form,
    id: draftId,
    savedAt: undefined,
    secrets: neverWritten,
  });
  const inputs = inputsOf(system);
  return (
    <Section title={t('Connection')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {kept}
          {error ? <ErrorNote error={error} /> : null}
          <TextInput label={t('Name')} {...form.getInputProps('credential_name')} />
          <CredentialFields
            system={system}
            stored={credential.inputs ?? {}}
            values={{ ...form.values.inputs, ...form.values.secrets }}
            errors={form.errors}
            onChange={(name, value) => {
              const part = inputs.find((input) => input.name === name)?.secret ? 'secrets' : 'inputs';
              form.setFieldValue(part, { ...form.getValues()[part], [name]: value });
            }}
          />
          {inputs.length === 0 ? (
            <Text c="dimmed" size="xs">
              {t('This system asks for no inputs: its sign-in is the token itself.')}
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" loading={saving} disabled={!form.isDirty()}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
