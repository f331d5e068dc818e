/** "Add connection": name and inputs, then consent or token, then the test trace; saved only with a token. */
import { useState } from 'react';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.js';
import { createCredential, systemsQuery, testCredential, updateCredential } from '../../api/systems.js';
import type { TestResult } from '../../api/types.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { ConsentState } from './consent-state.js';
import { CredentialFields } from './credential-fields.js';
import { asksConsent } from './input-definitions.js';
import { TestTrace } from './test-trace.js';
import { useConsent } from './use-consent.js';

interface AddConnectionProps {
  project: string;
  /** The system is fixed when the dialog is opened from it. */
  system?: string | undefined;
  opened: boolean;
  onClose: (connected: string | null) => void;
}

interface Values {
  credential_name: string;
  system_id: string;
  inputs: Record<string, unknown>;
}

export function AddConnection({ project, system: fixed, opened, onClose }: AddConnectionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const systems = useQuery({ ...systemsQuery(project), enabled: opened });
  const form = useCheckedForm<Values>({
    initialValues: { credential_name: '', system_id: fixed ?? '', inputs: {} },
    validate: {
      credential_name: (value) => (value.trim() === '' ? t('Give the connection a name.') : null),
      system_id: (value) => (value === '' ? t('Choose a system.') : null),
    },
  });
  const system = systems.data?.rows.find((row) => row.system_id === form.values.system_id);
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [result, setResult] = useState<TestResult | null>(null);

  const test = async (id: string, fresh: boolean) => {
    setResult(await testCredential(project, id, fresh));
    await client.invalidateQueries({ queryKey: ['p', project] });
  };
  const { consent, start, cancel } = useConsent(project, () => {
    if (draft) void test(draft, false).catch(setError);
    void client.invalidateQueries({ queryKey: ['p', project] });
  });

  const prepare = async (): Promise<string> => {
    const { credential_name, system_id, inputs } = form.getValues();
    const saved = draft
      ? await updateCredential(project, draft, { credential_name, inputs })
      : await createCredential(project, { credential_name, system_id, inputs });
    setDraft(saved.credential_id);
    return saved.credential_id;
  };

  const go = async () => {
    if (form.validate().hasErrors || !system) return;
    setBusy(true);
    setError(null);
    setResult(null);
    try {
      if (asksConsent(system)) await start(prepare);
      else await test(await prepare(), true);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError) {
        form.setErrors(Object.fromEntries(failure.faults.map((fault) => [fault.field, fault.message])));
      }
    } finally {
      setBusy(false);
    }
  };

  const connected =
    consent.phase === 'succeeded' || result?.ok === true || (result?.ok === null && draft !== null);
  const close = () => {
    const answer = connected ? draft : null;
    form.reset();
    setDraft(null);
    setResult(null);
    setError(null);
    cancel();
    void client.invalidateQueries({ queryKey: ['p', project, 'credentials'] });
    onClose(answer);
  };
  const options = (systems.data?.rows ?? [])
    .filter((row) => row.authentication_type !== 'none' || row.system_id === fixed)
    .map((row) => ({ value: row.system_id, label: row.system_name }));
  return (
    <Dialog opened={opened} onClose={close} size="lg" title={t('Add connection')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <Stack>
          {error && consent.phase !== 'failed' ? <ErrorNote error={error} /> : null}
          {systems.error ? <ErrorNote error={systems.error} /> : null}
          <Select
            label={t('System')}
            data={options}
            disabled={fixed !== undefined || draft !== null}
            allowDeselect={false}
            searchable
            nothingFoundMessage={t('No system yet: add one under Systems first.')}
            {...form.getInputProps('system_id')}
          />
          <TextInput
            label={t('Name')}
            placeholder={system ? t('{{system}} of Ann', { system: system.system_name }) : ''}
            description={t('How pipes call this connection.')}
            disabled={connected}
            data-autofocus
            {...form.getInputProps('credential_name')}
          />
          {system ? (
            <CredentialFields
              system={system}
              stored={{}}
              values={form.values.inputs}
              errors={form.errors}
              onChange={(name, value) => {
                form.setFieldValue('inputs', { ...form.getValues().inputs, [name]: value });
              }}
            />
          ) : null}
          {system && asksConsent(system) && consent.phase === 'idle' && !connected ? (
            <Text c="dimmed" size="xs">
              {t(
                'A window of {{system}} opens for your consent. The connection is saved when it gives a token.',
                { system: system.system_name },
              )}{' '}
              {t('It must know this Redirect URL:')} <span className="mono">{system.redirect_url}</span>
            </Text>
          ) : null}
          <ConsentState consent={consent} onCancel={cancel} />
          {result ? <TestTrace result={result} /> : null}
          <Group justify="flex-end">
            {connected ? (
              <Button variant="filled" onClick={close}>
                {t('Done')}
              </Button>
            ) : (
              <>
                <Button onClick={close}>{t('Close')}</Button>
                <Button
                  type="submit"
                  variant="filled"
                  loading={busy}
                  // what the system asks for is known once the list of systems is there
                  disabled={consent.phase === 'waiting' || systems.data === undefined}
                >
                  {draft === null ? t('Connect') : t('Try again')}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
