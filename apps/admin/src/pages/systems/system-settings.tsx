/** The settings of a system as one form, with the resulting request beside it. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  Checkbox,
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
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CreateSystemDto } from '#sdk';
import { authStateQuery } from '../../api/auth.js';
import { ApiError } from '../../api/errors.js';
import { createSystem, getSystem, updateSystem } from '../../api/systems.js';
import type { System } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Dialog } from '../../kit/dialog.js';
import { namelessFault } from '../../kit/pairs.js';
import { PairField } from '../../kit/pair-field.js';
import { Note } from '../../kit/note.js';
import { Section } from '../../kit/page.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useFormConflict } from '../../kit/use-form-conflict.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';
import kit from '../../kit/kit.module.css';
import { authenticationTypes, methods, options } from '../labels.js';
import { CredentialInputsEditor } from './credential-inputs-editor.js';
import { OAuthFields } from './oauth-fields.js';
import { ApiKeyFields } from './api-key-fields.js';
import { DynamicTokenFields } from './dynamic-token-fields.js';
import { prefill } from './provider-form.js';
import { ProviderPicker } from './provider-picker.js';
import { RequestPreview } from './request-preview.js';
import { isUrl, oauthFaults } from './system-faults.js';
import { toBody, toForm, type SystemForm } from './system-form.js';
import { formPathOf, systemWords } from './system-words.js';
import { useTypeChange } from './use-type-change.js';

/** Never written down in the browser. */
const secrets = ['client_secret'] as const;

interface SystemSettingsProps {
  project: string;
  system?: System;
  /** Told when a save begins and when it has ended. */
  onBusy: (busy: boolean) => void;
  /** Holds what a save would send, for the page around. */
  toSend: RefObject<(() => CreateSystemDto) | null>;
}

export function SystemSettings({ project, system, onBusy, toSend }: SystemSettingsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  /** Whether the client secret is asked for with it. */
  const [asksDisconnect, setAsksDisconnect] = useState<'secret' | 'tokens' | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const holder = useRef<HTMLFormElement>(null);
  const form = useCheckedForm<SystemForm>({
    initialValues: toForm(system),
    validate: {
      system_name: (value) => (value.trim() === '' ? t('Give the system a name.') : null),
      base_url: (value) => (isUrl(value) ? null : t('Give an absolute http or https URL.')),
      ...oauthFaults(t),
      default_headers: (value) => namelessFault(value, t),
      credential_inputs: {
        name: (value) => (value.trim() === '' ? t('Give it a name, or remove it.') : null),
      },
    },
  });
  const draftId = `system ${project} ${system?.system_id ?? 'new'}`;
  const conflict = useFormConflict({
    form,
    id: draftId,
    resource: system,
    toForm,
    toBody: (values) => toBody({ ...values, client_secret: undefined }),
    newest: () => getSystem(project, system?.system_id ?? ''),
    fields: systemWords,
    title: t('Someone else saved this system meanwhile'),
  });
  const change = useTypeChange(project, system);
  const { submit, saving, error } = useSave({
    form,
    keptAs: draftId,
    ready: async () => (await conflict.isCurrent()) && (await change.isAgreedTo(form.getValues())),
    toFormPath: formPathOf,
    labels: systemWords,
    save: async (values, key) => {
      const body = { ...toBody(values), ...(confirmed ? { confirm_disconnect: true } : {}) };
      try {
        return await (system
          ? updateSystem(project, system.system_id, body)
          : createSystem(project, body, key));
      } catch (failure) {
        if (failure instanceof ApiError && failure.code === 'secret_required')
          setAsksDisconnect(
            failure.faults.some(({ field }) => field === 'client_secret') ? 'secret' : 'tokens',
          );
        throw failure;
      }
    },
    onSaved: ({ data, message }, sent) => {
      setConfirmed(false);
      notifications.show({ message: message || t('Saved.'), color: 'green' });
      conflict.saved(data, sent);
      void client.invalidateQueries({ queryKey: ['p', project] });
      if (!system)
        void navigate({ to: paths.system(project, data.system_id), search: { tab: 'credentials' } });
    },
  });
  useEffect(() => {
    onBusy(saving);
  }, [saving, onBusy]);
  const kept = useKeptForm({
    form,
    id: draftId,
    savedAt: conflict.savedAt,
    isDirty: conflict.isDirty,
    onOld: conflict.meetOld,
    onDiscard: conflict.discard,
    secrets,
  });
  useEffect(() => {
    toSend.current = () => toBody(form.getValues());
  });
  const publicUrl = useQuery(authStateQuery).data?.public_url ?? window.location.origin;
  const type = form.values.authentication_type;
  const redirectUrl = system?.redirect_url ?? `${publicUrl}/oauth/callback`;
  return (
    <form id="system-form" ref={holder} onSubmit={submit} noValidate>
      {saving ? <div role="status" className="sr-only" aria-label={t('Saving')} /> : null}
      <div className={kit.twoColumns}>
        <Stack className={kit.form ?? ''}>
          {conflict.note ?? kept}
          {error ? <ErrorNote error={error} /> : null}
          <Section title={t('System')}>
            <Stack>
              {system ? null : (
                <ProviderPicker
                  project={project}
                  onPick={(provider, before) => {
                    form.setValues(prefill(form.getValues(), provider, before));
                  }}
                />
              )}
              <TextInput label={t('Name')} withAsterisk {...form.getInputProps('system_name')} />
              <TextInput
                label={t('Base URL')}
                withAsterisk
                placeholder="https://shop.example.com/api"
                description={t('Every API of the system is a path below it.')}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('base_url')}
              />
              <Textarea
                label={t('Description')}
                autosize
                minRows={2}
                {...form.getInputProps('description')}
              />
              <Switch
                label={t('Enabled')}
                description={t('A disabled system cannot be chosen in flows.')}
                checked={form.values.status === 'enabled'}
                onChange={(event) => {
                  form.setFieldValue('status', event.currentTarget.checked ? 'enabled' : 'disabled');
                }}
              />
            </Stack>
          </Section>
          <Section title={t('Authentication')}>
            <Stack>
              <Select
                label={t('Authentication type')}
                data={options(authenticationTypes)}
                allowDeselect={false}
                {...form.getInputProps('authentication_type')}
              />
              {type === 'oauth2' ? (
                <OAuthFields
                  form={form}
                  redirectUrl={redirectUrl}
                  secretStored={system?.client_secret_set ?? false}
                />
              ) : null}
              {type === 'api_key' ? <ApiKeyFields form={form} /> : null}
              {type === 'dynamic_token' ? <DynamicTokenFields form={form} /> : null}
              {type === 'basic' || type === 'bearer_token' ? (
                <Text c="dimmed">
                  {type === 'basic'
                    ? t('Username and password are given in the credential.')
                    : t('The token is given in the credential.')}
                </Text>
              ) : null}
              <CredentialInputsEditor form={form} />
            </Stack>
          </Section>
          <Section
            title={t('Connection test')}
            help={t('An optional call that tells whether a credential works.')}
          >
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
              <Select
                label={t('Method')}
                data={methods}
                allowDeselect={false}
                {...form.getInputProps('test_method')}
              />
              <TextInput
                label={t('Path')}
                placeholder="/me"
                classNames={{ input: 'mono' }}
                {...form.getInputProps('test_path')}
              />
              <TextInput
                label={t('Statuses that mean success')}
                placeholder="200"
                {...form.getInputProps('test_statuses')}
              />
            </SimpleGrid>
          </Section>
          <Section title={t('On every call')}>
            <Stack>
              <PairField form={form} name="default_headers" label={t('Headers')} />
              <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
                <NumberInput
                  label={t('At most … requests')}
                  min={1}
                  {...form.getInputProps('rate_requests')}
                />
                <NumberInput label={t('per … seconds')} min={1} {...form.getInputProps('rate_seconds')} />
                <NumberInput label={t('Burst')} min={1} {...form.getInputProps('rate_burst')} />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                <NumberInput
                  label={t('Requests in flight at once')}
                  min={1}
                  {...form.getInputProps('max_concurrency')}
                />
                <TextInput
                  label={t('Statuses that mean the token ended')}
                  {...form.getInputProps('token_failure_status_codes')}
                />
              </SimpleGrid>
            </Stack>
          </Section>
        </Stack>
        <Stack className={kit.side ?? ''}>
          <RequestPreview project={project} values={form.values} />
        </Stack>
      </div>
      {change.question}
      <Dialog
        opened={asksDisconnect !== null}
        onClose={() => {
          setAsksDisconnect(null);
        }}
        title={t('This changes the host that gets the secrets')}
      >
        <Stack>
          <Note tone="warn">
            {asksDisconnect === 'tokens'
              ? t(
                  'Stored secrets never go to a new host: the tokens and secret inputs of all credentials of this system are dropped and they must be connected again.',
                )
              : t(
                  'Stored secrets never go to a new host. Type the Client Secret again; the tokens of all credentials of this system are dropped and they must be connected again.',
                )}
          </Note>
          <Checkbox
            label={t('Disconnect the credentials of this system')}
            checked={confirmed}
            onChange={(event) => {
              setConfirmed(event.currentTarget.checked);
            }}
          />
          <Group justify="flex-end">
            <Button
              variant="filled"
              disabled={!confirmed}
              onClick={() => {
                setAsksDisconnect(null);
                if (asksDisconnect === 'tokens') return holder.current?.requestSubmit();
                form.setFieldError('client_secret', t('Type the secret again, then save.'));
                form.getInputNode('client_secret')?.focus();
              }}
            >
              {t('Go on')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </form>
  );
}
