/** A webhook: how calls are verified, whether their body is the data or only a signal, and a call to try it. */
import { useState } from 'react';
import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createTrigger, updateTrigger } from '../../api/pipes.js';
import type { Handler, Trigger } from '../../api/types.js';
import { Dialog } from '../../kit/dialog.js';
import { SecretInput } from '../../kit/secret-input.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import type { KeptDialog } from '../../kit/use-kept-dialog.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { useSave } from '../../kit/use-save.js';
import { options } from '../labels.js';
import { HookAddress } from './hook-address.js';
import {
  algorithms,
  encodings,
  hasOwnLayout,
  webhookBody,
  webhookForm,
  webhookLabels,
  type WebhookForm,
} from './webhook-form.js';

/** Never written down. */
const secrets = ['secret'] as const;

interface WebhookDialogProps {
  project: string;
  pipe: string;
  handlers: Handler[];
  /** The webhook to change; absent: a new one. */
  trigger: Trigger | undefined;
  dialog: KeptDialog;
}

export function WebhookDialog({ project, pipe, handlers, trigger, dialog }: WebhookDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [made, setMade] = useState<{ trigger: Trigger; secret: string | undefined } | null>(null);
  const form = useCheckedForm<WebhookForm>({
    initialValues: webhookForm(trigger),
    validate: {
      secret: (value) => (value !== '' && value.length < 8 ? t('Use at least 8 characters.') : null),
      signature_header: (value, values) =>
        hasOwnLayout(values) && value.trim() === '' ? t('Name the header.') : null,
    },
  });
  const kept = useKeptForm({ form, id: dialog.draftId, secrets });
  const { submit, saving, error } = useSave({
    form,
    keptAs: dialog.draftId,
    labels: webhookLabels,
    message: trigger ? t('Webhook saved.') : t('Webhook added.'),
    save: (values, key) =>
      trigger
        ? updateTrigger(project, pipe, trigger.trigger_id, webhookBody(values))
        : createTrigger(project, pipe, { kind: 'webhook', ...webhookBody(values) }, key),
    onAway: ({ secret }) => {
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      notifications.show(
        secret === undefined || secret === null
          ? { message: trigger ? t('Webhook saved.') : t('Webhook added.'), color: 'green' }
          : {
              message: t(
                'The webhook was added, but you left before its secret was shown: set one with Change.',
              ),
              color: 'yellow',
            },
      );
    },
    onSaved: (answer, values) => {
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      if (trigger) dialog.done();
      else setMade({ trigger: answer, secret: answer.secret ?? (values.secret || undefined) });
    },
  });
  const sources = handlers.filter((handler) => handler.kind === 'api_call');
  return (
    <Dialog
      opened
      // what is under way may bring the secret: it is waited for
      onClose={made ? dialog.done : saving ? () => undefined : dialog.close}
      // The secret is shown only now: no stray click or key takes it away.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
      size="lg"
      title={made ? t('The webhook is ready') : trigger ? t('Change the webhook') : t('Add a webhook')}
    >
      {made ? (
        <Stack>
          <HookAddress trigger={made.trigger} secret={made.secret} isNew />
          <Group justify="flex-end">
            <Button variant="filled" onClick={dialog.done}>
              {t('Done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            {kept}
            {error ? <ErrorNote error={error} /> : null}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={t('Verified by')}
                allowDeselect={false}
                data={[
                  { value: 'token', label: t('A token') },
                  { value: 'hmac', label: t('A signature (HMAC)') },
                ]}
                {...form.getInputProps('verify')}
              />
              {form.values.verify === 'hmac' ? (
                <Select
                  label={t('Layout of the signature')}
                  allowDeselect={false}
                  data={[
                    { value: 'custom', label: t('Own') },
                    { value: 'github', label: 'GitHub' },
                    { value: 'shopify', label: 'Shopify' },
                    { value: 'stripe', label: 'Stripe' },
                  ]}
                  {...form.getInputProps('layout')}
                />
              ) : null}
            </SimpleGrid>
            {hasOwnLayout(form.values) ? (
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput
                  label={t('Header of the signature')}
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('signature_header')}
                />
                <TextInput
                  label={t('Text before the signature')}
                  placeholder="sha256="
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('signature_prefix')}
                />
                <Select
                  label={t('Algorithm')}
                  allowDeselect={false}
                  data={options(algorithms)}
                  {...form.getInputProps('algorithm')}
                />
                <Select
                  label={t('Encoding')}
                  allowDeselect={false}
                  data={options(encodings, t)}
                  {...form.getInputProps('encoding')}
                />
                <TextInput
                  label={t('Header of the time')}
                  description={t('Then “time.body” is signed, and old calls are refused.')}
                  placeholder={t('None')}
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('timestamp_header')}
                />
              </SimpleGrid>
            ) : null}
            <SecretInput
              label={t('Secret')}
              description={
                trigger ? undefined : t('Empty: one is made and shown once. Known senders give you one.')
              }
              stored={trigger?.secret_set ?? false}
              {...form.getInputProps('secret')}
            />
            <Select
              label={t('The body is the answer of')}
              description={t(
                'Its records are then taken from the call. Nothing chosen: the call only starts a run, which reads for itself.',
              )}
              placeholder={t('Only start a run')}
              clearable
              data={sources.map((handler) => ({ value: handler.handler_id, label: handler.handler_name }))}
              {...form.getInputProps('source_handler_id')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                label={t('Header of the event id')}
                description={t('A repeated event does not run twice.')}
                placeholder="X-Event-Id"
                classNames={{ input: 'mono' }}
                {...form.getInputProps('event_id_header')}
              />
              <TextInput
                label={t('or its path in the body')}
                description={t('Neither: the whole body tells.')}
                placeholder="event.id"
                classNames={{ input: 'mono' }}
                {...form.getInputProps('event_id_path')}
              />
            </SimpleGrid>
            {trigger ? (
              <HookAddress
                trigger={{ ...trigger, ...form.values, signature_header: form.values.signature_header }}
                secret={form.values.secret || undefined}
              />
            ) : null}
            <Group justify="flex-end">
              <Button onClick={dialog.close}>{t('Cancel')}</Button>
              <Button type="submit" variant="filled" loading={saving}>
                {trigger ? t('Save webhook') : t('Add webhook')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
