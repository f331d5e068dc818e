/** One call of a token chain: request line, headers and body. */
import type { ReactNode } from 'react';
import { ActionIcon, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { faultUnder } from '../../kit/field-labels.js';
import { KeyValues } from '../../kit/key-values.js';
import { JsonField } from '../apis/json-field.js';
import { bodyTypes, options } from '../labels.js';
import { isTemplate, type TokenCallForm } from './token-call-form.js';

interface TokenCallFieldsProps {
  call: TokenCallForm;
  position: number;
  errors: Record<string, ReactNode>;
  onChange: (change: Partial<TokenCallForm>) => void;
  /** Null: it is the only one. */
  onRemove: (() => void) | null;
}

export function TokenCallFields({ call, position, errors, onChange, onRemove }: TokenCallFieldsProps) {
  const { t } = useTranslation();
  const pathOf = (member: string): string => `token_calls.${position}.${member}`;
  const faultOf = (member: string): ReactNode => {
    return faultUnder(errors, pathOf(member));
  };
  return (
    <Stack
      gap="sm"
      p="sm"
      className="panel"
      role="group"
      aria-label={t('Call {{name}}', { name: call.name || position + 1 })}
    >
      <Group wrap="wrap" align="start" gap="xs">
        <TextInput
          label={t('Name')}
          w={120}
          value={call.name}
          error={faultOf('name')}
          data-path={pathOf('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Select
          label={t('Method')}
          w={100}
          data={['GET', 'POST', 'PUT']}
          allowDeselect={false}
          value={call.method}
          onChange={(method) => onChange({ method: method ?? 'POST' })}
        />
        <TextInput
          label="URL"
          placeholder="https://shop.example.com/login"
          style={{ flex: '1 1 220px' }}
          classNames={{ input: 'mono' }}
          value={call.url}
          error={faultOf('url')}
          data-path={pathOf('url')}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
        {onRemove ? (
          <ActionIcon
            size={36}
            mt={23}
            aria-label={t('Remove {{name}}', { name: call.name || position + 1 })}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
      <KeyValues
        label={t('Headers')}
        value={call.headers}
        error={faultOf('headers')}
        dataPath={pathOf('headers')}
        onChange={(headers) => onChange({ headers })}
      />
      <Select
        label={t('Body')}
        maw={240}
        allowDeselect={false}
        data={options(bodyTypes, t)}
        value={call.body_type}
        error={faultOf('body_type')}
        data-path={pathOf('body_type')}
        onChange={(type) => onChange({ body_type: type ?? 'none' })}
      />
      {call.body_type === 'none' ? null : (
        <JsonField
          label={t('Content of the body')}
          help={
            isTemplate(call)
              ? t('Sent as it is written, with its placeholders filled in.')
              : call.body_type === 'form'
                ? t('An object: each member is a field.')
                : ''
          }
          value={call.body}
          error={faultOf('body')}
          dataPath={pathOf('body')}
          height={120}
          language={call.body_type === 'text' || isTemplate(call) ? 'text' : 'json'}
          onChange={(body) => onChange({ body })}
        />
      )}
    </Stack>
  );
}
