/** A webhook: how calls are verified, and whether their body is the data or only a signal. */
import {
  Button,
  Group,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  PasswordInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CreateTriggerDto } from '#sdk';
import { createTrigger } from '../../api/pipes.js';
import type { Handler } from '../../api/types.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Note } from '../../kit/note.js';
import { ErrorNote } from '../../kit/states.js';
import { useSave } from '../../kit/use-save.js';

interface WebhookDialogProps {
  project: string;
  pipe: string;
  handlers: Handler[];
  opened: boolean;
  onClose: () => void;
}

export function WebhookDialog({ project, pipe, handlers, opened, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const form = useForm({
    initialValues: {
      verify: 'hmac' as 'hmac' | 'token',
      layout: 'custom' as NonNullable<CreateTriggerDto['layout']>,
      algorithm: 'sha256' as NonNullable<CreateTriggerDto['algorithm']>,
      encoding: 'hex' as NonNullable<CreateTriggerDto['encoding']>,
      signature_header: 'X-Signature',
      secret: '',
      event_id_header: '',
      source_handler_id: '',
    },
  });
  const { verify, layout } = form.values;
  const custom = verify === 'hmac' && layout === 'custom';
  const { submit, saving, error } = useSave({
    form,
    message: t('Webhook added.'),
    save: (values) =>
      createTrigger(project, pipe, {
        kind: 'webhook',
        verify: values.verify,
        secret: values.secret,
        ...(values.verify === 'hmac' ? { layout: values.layout } : {}),
        ...(custom
          ? {
              algorithm: values.algorithm,
              encoding: values.encoding,
              signature_header: values.signature_header,
            }
          : {}),
        ...(values.event_id_header ? { event_id_header: values.event_id_header } : {}),
        ...(values.source_handler_id ? { source_handler_id: values.source_handler_id } : {}),
      }),
    onSaved: (trigger) => {
      void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      setUrl(trigger.url ?? '');
    },
  });
  const close = () => {
    setUrl(null);
    form.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<Text fw={600}>{t('Add a webhook')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {url === null ? (
        <form onSubmit={submit} noValidate>
          <Stack>
            {error ? <ErrorNote error={error} /> : null}
            <Select
              label={t('Verified by')}
              allowDeselect={false}
              data={[
                { value: 'hmac', label: t('A signature (HMAC)') },
                { value: 'token', label: t('A token') },
              ]}
              {...form.getInputProps('verify')}
            />
            {verify === 'hmac' ? (
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
            {custom ? (
              <SimpleGrid cols={2} spacing="sm">
                <TextInput
                  label={t('Header')}
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('signature_header')}
                />
                <Select
                  label={t('Algorithm')}
                  allowDeselect={false}
                  data={['sha256', 'sha1', 'sha512']}
                  {...form.getInputProps('algorithm')}
                />
                <Select
                  label={t('Encoding')}
                  allowDeselect={false}
                  data={['hex', 'base64']}
                  {...form.getInputProps('encoding')}
                />
              </SimpleGrid>
            ) : null}
            <PasswordInput label={t('Secret')} autoComplete="off" {...form.getInputProps('secret')} />
            <TextInput
              label={t('Header of the event id')}
              description={t('A repeated event does not run twice.')}
              classNames={{ input: 'mono' }}
              {...form.getInputProps('event_id_header')}
            />
            <Select
              label={t('The body is the answer of')}
              description={t('Empty: the call only starts a run, which reads for itself.')}
              clearable
              data={handlers
                .filter((handler) => handler.kind === 'api_call')
                .map((handler) => ({ value: handler.handler_id, label: handler.handler_name }))}
              value={form.values.source_handler_id || null}
              onChange={(value) => form.setFieldValue('source_handler_id', value ?? '')}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={saving}>
                {t('Add webhook')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Note
            tone="good"
            live
            title={t('The webhook is ready')}
            action={<CopyButton value={url} label={t('Copy the URL')} />}
          >
            <span className="mono">{url}</span>
          </Note>
          <Group justify="flex-end">
            <Button variant="filled" onClick={close}>
              {t('Done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
