/** The inputs of a connection, as the system asks for them. */
import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Json, System } from '../../api/types.js';
import { SecretInput } from '../../kit/secret-input.js';
import { inputsOf } from './input-definitions.js';

interface CredentialFieldsProps {
  system: System;
  /** What is stored; a secret stands as `<name>_set`. */
  stored: Record<string, Json>;
  values: Record<string, unknown>;
  errors: Record<string, React.ReactNode>;
  onChange: (name: string, value: unknown) => void;
}

export function CredentialFields({ system, stored, values, errors, onChange }: CredentialFieldsProps) {
  const { t } = useTranslation();
  const text = (name: string): string => {
    const value = values[name] ?? stored[name];
    return typeof value === 'string' ? value : '';
  };
  return inputsOf(system).map((input) => {
    if (input.kind === 'switch') {
      return (
        <Switch
          key={input.name}
          label={t(input.label)}
          description={t('Off: the password is dropped once a refresh token is stored.')}
          checked={(values[input.name] ?? stored[input.name]) === true}
          onChange={(event) => {
            onChange(input.name, event.currentTarget.checked);
          }}
        />
      );
    }
    const shared = {
      label: t(input.label),
      error: errors[`inputs.${input.name}`],
      'data-path': `inputs.${input.name}`,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
        onChange(input.name, event.currentTarget.value);
      },
    };
    return input.secret ? (
      <SecretInput
        key={input.name}
        {...shared}
        stored={stored[`${input.name}_set`] === true}
        value={typeof values[input.name] === 'string' ? (values[input.name] as string) : undefined}
      />
    ) : (
      <TextInput key={input.name} {...shared} autoComplete="off" value={text(input.name)} />
    );
  });
}
