/** Own inputs of a system's credentials, such as a tenant or a shop name. */
import { ActionIcon, Button, Checkbox, Group, Input, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CredentialInput } from '../../api/types.js';
import { helpAbove } from '../../kit/help-above.js';
import type { SystemForm } from './system-form.js';

export function CredentialInputsEditor({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  const inputs = form.values.credential_inputs;
  const set = (position: number, change: Partial<CredentialInput>) => {
    form.setFieldValue(
      'credential_inputs',
      inputs.map((input, index) => (index === position ? { ...input, ...change } : input)),
    );
  };
  return (
    <Input.Wrapper
      labelElement="div"
      inputWrapperOrder={helpAbove}
      label={t('Own inputs of the credential')}
      description={t('Asked for with each connection; an API reads one as {{input}}.', {
        input: '{{inputs.<name>}}',
        interpolation: { skipOnVariables: true },
      })}
    >
      <Stack gap={6} mt={4}>
        {inputs.map((input, position) => (
          <Group key={position} gap={8} align="start">
            <TextInput
              aria-label={t('Name of input {{number}}', { number: position + 1 })}
              placeholder="tenant"
              style={{ flex: '1 1 120px' }}
              classNames={{ input: 'mono' }}
              value={input.name}
              error={form.errors[`credential_inputs.${position}.name`]}
              data-path={`credential_inputs.${position}.name`}
              onChange={(event) => {
                set(position, { name: event.currentTarget.value });
              }}
            />
            <TextInput
              aria-label={t('Label of input {{number}}', { number: position + 1 })}
              placeholder={input.name || t('Label')}
              style={{ flex: '2 1 140px' }}
              value={input.label}
              error={form.errors[`credential_inputs.${position}.label`]}
              data-path={`credential_inputs.${position}.label`}
              onChange={(event) => {
                set(position, { label: event.currentTarget.value });
              }}
            />
            <Checkbox
              label={t('Secret')}
              mt={8}
              checked={input.secret}
              onChange={(event) => {
                set(position, { secret: event.currentTarget.checked });
              }}
            />
            <ActionIcon
              mt={4}
              aria-label={t('Remove {{name}}', { name: input.name || position + 1 })}
              onClick={() => {
                form.setFieldValue(
                  'credential_inputs',
                  inputs.filter((_, index) => index !== position),
                );
              }}
            >
              <IconX size={15} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={13} />}
            onClick={() => {
              form.setFieldValue('credential_inputs', [...inputs, { name: '', label: '', secret: false }]);
            }}
          >
            {t('Add an input')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
