/** The fields of the authentication types other than OAuth 2.0. */
import {
  ActionIcon,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TokenCallDto } from '#sdk';
import { PlacementFields } from './placement-fields.js';
import type { SystemForm } from './system-form.js';

export function ApiKeyFields({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('API key in')}
        data={[
          { value: 'header', label: t('Header') },
          { value: 'query', label: t('Query parameter') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('api_key_in')}
      />
      <TextInput
        label={t('Name of the API key')}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('api_key_name')}
      />
    </SimpleGrid>
  );
}

const bodyText = (body: TokenCallDto['body']): string =>
  body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2);
function bodyValue(text: string): TokenCallDto['body'] {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as TokenCallDto['body'];
  } catch {
    return text;
  }
}

export function DynamicTokenFields({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  const calls = form.values.token_calls;
  const set = (position: number, change: Partial<TokenCallDto>) => {
    form.setFieldValue(
      'token_calls',
      calls.map((call, index) => (index === position ? { ...call, ...change } : call)),
    );
  };
  return (
    <Stack>
      <Text c="dimmed" size="xs">
        {t(
          'One to five calls, in order. Each may use {{input}} of the credential and {{call}} of an earlier answer.',
          {
            input: '{{inputs.<name>}}',
            call: '{{calls.<name>.<path>}}',
            interpolation: { skipOnVariables: true },
          },
        )}
      </Text>
      {calls.map((call, position) => (
        <Stack key={position} gap="xs" p="sm" className="panel">
          <Group wrap="nowrap" align="end" gap="xs">
            <TextInput
              label={t('Name')}
              w={120}
              value={call.name}
              error={form.errors[`token_calls.${position}.name`]}
              onChange={(event) => {
                set(position, { name: event.currentTarget.value });
              }}
            />
            <Select
              label={t('Method')}
              w={100}
              data={['GET', 'POST', 'PUT']}
              allowDeselect={false}
              value={call.method}
              onChange={(method) => {
                set(position, { method: method ?? 'POST' });
              }}
            />
            <TextInput
              label="URL"
              style={{ flex: 1 }}
              classNames={{ input: 'mono' }}
              value={call.url}
              error={form.errors[`token_calls.${position}.url`]}
              onChange={(event) => {
                set(position, { url: event.currentTarget.value });
              }}
            />
            <ActionIcon
              size={36}
              aria-label={t('Remove {{name}}', { name: call.name })}
              disabled={calls.length === 1}
              onClick={() => {
                form.setFieldValue(
                  'token_calls',
                  calls.filter((_, index) => index !== position),
                );
              }}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
          <Textarea
            label={t('Body')}
            autosize
            minRows={2}
            classNames={{ input: 'mono' }}
            defaultValue={bodyText(call.body)}
            onBlur={(event) => {
              set(position, { body: bodyValue(event.currentTarget.value) });
            }}
          />
        </Stack>
      ))}
      <div>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={13} />}
          disabled={calls.length >= 5}
          onClick={() => {
            form.setFieldValue('token_calls', [
              ...calls,
              { name: `call${calls.length + 1}`, method: 'GET', url: '', body_type: 'none', body: null },
            ]);
          }}
        >
          {t('Add a call')}
        </Button>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('Where the token is in the last answer')}
          placeholder="data.token"
          classNames={{ input: 'mono' }}
          {...form.getInputProps('token_path')}
        />
        <TextInput
          label={t('Where its lifetime is')}
          placeholder="data.expires_in"
          classNames={{ input: 'mono' }}
          {...form.getInputProps('expires_in_path')}
        />
      </SimpleGrid>
      <PlacementFields form={form} />
    </Stack>
  );
}
