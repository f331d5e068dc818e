/** "Add connection": name and inputs, then consent or token, then the test trace; saved only with a token. */
import { useEffect, useRef, useState } from 'react';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.js';
import {
  createCredential,
  credentialQuery,
  systemsQuery,
  testCredential,
  updateCredential,
} from '../../api/systems.js';
import type { System, TestResult } from '../../api/types.js';
import { amendCopy } from '../../editors/use-draft-copy.js';
import { Dialog } from '../../kit/dialog.js';
import { sendOnce } from '../../kit/saves-under-way.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useFormFaults } from '../../kit/use-form-faults.js';
import { useIsHere } from '../../kit/use-is-here.js';
import { useKeptDialog } from '../../kit/use-kept-dialog.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { ConsentState } from './consent-state.js';
import { CredentialFields } from './credential-fields.js';
import { asksConsent, inputsOf, sharedInputs } from './input-definitions.js';
import { TestTrace } from './test-trace.js';
import { useConsent } from './use-consent.js';

interface AddConnectionProps {
  project: string;
  /** The system is fixed when the dialog is opened from it. */
  system?: string | undefined;
  dialog: ReturnType<typeof useAddConnection>;
  onClose: (connected: string | null) => void;
}

export const useAddConnection = (project: string, system: string | undefined) =>
  useKeptDialog(`connection ${project} ${system ?? ''}`, { byAddress: true });

export function AddConnection({ project, system, dialog, onClose }: AddConnectionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [connected, setConnected] = useState<string | null>(null);
  const [isListed, setIsListed] = useState(false);
  const close = () => {
    void client.invalidateQueries({ queryKey: ['p', project, 'credentials'] });
    // what stands in the list, connected or not, is gone on with from there
    if (isListed) dialog.done();
    else dialog.close();
    onClose(connected);
  };
  return (
    <Dialog
      opened={dialog.opened}
      onClose={close}
      // Only then: while it fades out, a form that is connected no more would write itself down again.
      onExitTransitionEnd={() => setConnected(null)}
      size="lg"
      title={t('Add connection')}
    >
      <ConnectionForm
        project={project}
        fixed={system}
        draftId={dialog.draftId}
        connected={connected !== null}
        onListed={setIsListed}
        onConnected={setConnected}
        onClose={close}
      />
    </Dialog>
  );
}

interface Values {
  credential_name: string;
  system_id: string;
  inputs: Record<string, unknown>;
  secrets: Record<string, unknown>;
  /** Of the credential that was made before its consent: the next try goes on with it. */
  draft: string | null;
}
const LOOK_MS = 2_000;
/** Never written down in the browser. */
const secretMembers = ['secrets'] as const;

interface ConnectionFormProps {
  project: string;
  fixed: string | undefined;
  draftId: string;
  connected: boolean;
  /** Told whether the service has made a credential of it. */
  onListed: (isListed: boolean) => void;
  onConnected: (credential: string) => void;
  onClose: () => void;
}

function ConnectionForm(props: ConnectionFormProps) {
  const { project, fixed, draftId, connected, onListed, onConnected, onClose } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const systems = useQuery(systemsQuery(project));
  const form = useCheckedForm<Values>({
    initialValues: { credential_name: '', system_id: fixed ?? '', inputs: {}, secrets: {}, draft: null },
    validate: {
      credential_name: (value) => (value.trim() === '' ? t('Give the connection a name.') : null),
      system_id: (value) => (value === '' ? t('Choose a system.') : null),
    },
  });
  const kept = useKeptForm({
    form,
    id: draftId,
    secrets: secretMembers,
    isDirty: form.isDirty() && !connected,
  });
  const { draft } = form.values;
  useEffect(() => onListed(draft !== null), [draft, onListed]);
  const system = systems.data?.rows.find((row) => row.system_id === form.values.system_id);
  /** What was typed for one system is not for another: only open inputs stay, and of them those that both ask for. */
  const changeSystem = (id: string | null) => {
    const next = systems.data?.rows.find((row) => row.system_id === id);
    const { inputs } = form.getValues();
    form.setFieldValue('inputs', system && next ? sharedInputs(inputs, system, next) : {});
    form.setFieldValue('secrets', {});
    form.setFieldValue('system_id', id ?? '');
    form.clearErrors();
    setError(null);
  };
  const isHere = useIsHere();
  const [busy, setBusy] = useState(false);
  // a second press of the keys comes before the button is drawn as busy
  const isSending = useRef(false);
  const { error, setError, tellErrors, tellFailure } = useFormFaults({ form, labels: labelsOf(system) });
  const [result, setResult] = useState<TestResult | null>(null);

  const test = async (id: string, fresh: boolean) => {
    const answer = await testCredential(project, id, fresh);
    setResult(answer);
    if (answer.ok !== false) onConnected(id);
    await client.invalidateQueries({ queryKey: ['p', project] });
  };
  const found = (id: string) => {
    onConnected(id);
    void test(id, false).catch(setError);
  };
  const { consent, start, cancel } = useConsent(project, () => {
    const { draft: id } = form.getValues();
    if (id) found(id);
    void client.invalidateQueries({ queryKey: ['p', project] });
  });

  // A page that was left, or loaded again, does not wait for its consent any more: it may be given meanwhile.
  const asked = useQuery({
    ...credentialQuery(project, draft ?? ''),
    enabled:
      draft !== null && !connected && consent.phase === 'idle' && system !== undefined && asksConsent(system),
    refetchInterval: LOOK_MS,
  });
  const isGiven = asked.data?.status === 'connected';
  const isGone = asked.error instanceof ApiError && asked.error.status === 404;
  useEffect(() => {
    if (draft === null) return;
    if (isGiven) found(draft);
    // somebody has deleted it: the next try makes another
    else if (isGone) form.setFieldValue('draft', null);
  }, [draft, isGiven, isGone]);

  const prepare = async (): Promise<string> => {
    const { credential_name, system_id, inputs: open, secrets } = form.getValues();
    const inputs = { ...open, ...secrets };
    if (draft) return (await updateCredential(project, draft, { credential_name, inputs })).credential_id;
    const body = { credential_name, system_id, inputs };
    const { credential_id: made } = await sendOnce(draftId, (key) => createCredential(project, body, key), t);
    form.setFieldValue('draft', made);
    // where the dialog was closed meanwhile, the next try goes on with it all the same
    if (!isHere.current) amendCopy(draftId, { draft: made });
    return made;
  };

  const go = async (at: EventTarget) => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return tellErrors(errors, at);
    if (isSending.current || !system) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    setResult(null);
    try {
      if (asksConsent(system)) await start(prepare);
      else await test(await prepare(), true);
    } catch (failure) {
      tellFailure(failure, at);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const isConnected = connected || consent.phase === 'succeeded';
  const options = (systems.data?.rows ?? [])
    .filter((row) => row.authentication_type !== 'none' || row.system_id === fixed)
    .map((row) => ({ value: row.system_id, label: row.system_name }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go(event.currentTarget);
      }}
    >
      <Stack>
        {kept}
        {error && consent.phase !== 'failed' ? <ErrorNote error={error} /> : null}
        {systems.error ? <ErrorNote error={systems.error} onRetry={() => void systems.refetch()} /> : null}
        <Select
          label={t('System')}
          data={options}
          onChange={changeSystem}
          disabled={fixed !== undefined || draft !== null}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('No system yet: add one under Systems first.')}
          value={form.values.system_id || null}
          error={form.errors.system_id}
        />
        <TextInput
          label={t('Name')}
          placeholder={system ? t('{{system}} of Ann', { system: system.system_name }) : ''}
          description={t('How pipes call this connection.')}
          disabled={isConnected}
          data-autofocus
          {...form.getInputProps('credential_name')}
        />
        {system ? (
          <CredentialFields
            system={system}
            stored={{}}
            values={{ ...form.values.inputs, ...form.values.secrets }}
            errors={form.errors}
            onChange={(name, value) => {
              const part = isSecret(system, name) ? 'secrets' : 'inputs';
              form.setFieldValue(part, { ...form.getValues()[part], [name]: value });
            }}
          />
        ) : null}
        {system && asksConsent(system) && consent.phase === 'idle' && !isConnected ? (
          <Text c="dimmed" size="xs">
            {t(
              'A window of {{system}} opens for your consent. Until it gives a token the connection stands in the list as “Not connected yet” and no pipe can use it; a day later it is removed.',
              { system: system.system_name },
            )}{' '}
            {t('It must know this Redirect URL:')} <span className="mono">{system.redirect_url}</span>
          </Text>
        ) : null}
        <ConsentState consent={consent} onCancel={cancel} />
        {result ? <TestTrace result={result} /> : null}
        <Group justify="flex-end">
          {isConnected ? (
            <Button variant="filled" onClick={onClose}>
              {t('Done')}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{t('Close')}</Button>
              {consent.phase === 'waiting' ? null : (
                <Button
                  type="submit"
                  variant="filled"
                  loading={busy}
                  // what the system asks for is known once the list of systems is there
                  disabled={systems.data === undefined}
                >
                  {draft === null ? t('Connect') : t('Try again')}
                </Button>
              )}
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** By the paths of the form. */
const labelsOf = (system: System | undefined) => ({
  credential_name: { label: 'Name' },
  system_id: { label: 'System' },
  ...Object.fromEntries(
    (system ? inputsOf(system) : []).map(({ name, label }) => [`inputs.${name}`, { label }]),
  ),
});

const isSecret = (system: System, name: string): boolean =>
  inputsOf(system).some((input) => input.name === name && input.secret);
