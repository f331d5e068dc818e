/** The calls that give a dynamic token, and where the token is in their last answer. */
import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PlacementFields } from './placement-fields.js';
import type { SystemForm } from './system-form.js';
import { TokenCallFields } from './token-call-fields.js';
import { newCall, type TokenCallForm } from './token-call-form.js';

const most = 5;

export function DynamicTokenFields({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  const calls = form.values.token_calls;
  const set = (next: TokenCallForm[]) => form.setFieldValue('token_calls', next);
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
        <TokenCallFields
          key={position}
          call={call}
          position={position}
          errors={form.errors}
          onChange={(change) => set(calls.with(position, { ...call, ...change }))}
          onRemove={calls.length === 1 ? null : () => set(calls.toSpliced(position, 1))}
        />
      ))}
      <div>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={13} aria-hidden />}
          disabled={calls.length >= most}
          onClick={() => set([...calls, newCall(calls)])}
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
