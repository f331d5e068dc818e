/** A condition `{path, op, value}`; combined ones (all, any, not) are edited as JSON. */
import { useState } from 'react';
import { Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Json } from '../api/types.js';
import { JsonField } from '../pages/apis/json-field.js';
import { jsonFault, jsonOf, jsonText } from '../pages/apis/api-form.js';

const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
  'exists',
  'empty',
];

interface Simple {
  path: string;
  op: string;
  value: Json;
}
function simpleOf(value: Json): Simple | null {
  if (value === null) return { path: '', op: 'eq', value: '' };
  if (typeof value !== 'object' || Array.isArray(value) || typeof value.path !== 'string') return null;
  return { path: value.path, op: typeof value.op === 'string' ? value.op : 'eq', value: value.value ?? '' };
}
/** What is typed as JSON means that value; anything else is text. */
function typedValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function ConditionField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Json;
  onChange: (value: Json) => void;
}) {
  const { t } = useTranslation();
  const simple = simpleOf(value);
  const [asJson, setAsJson] = useState(simple === null);
  const [text, setText] = useState(jsonText(value));
  const set = (change: Partial<Simple>) => {
    const next = { ...(simple ?? { path: '', op: 'eq', value: '' }), ...change };
    onChange(next.path === '' ? null : { path: next.path, op: next.op, value: next.value });
  };
  const toggle = (
    <Button
      size="compact-xs"
      disabled={asJson && simple === null}
      onClick={() => {
        setText(jsonText(value));
        setAsJson(!asJson);
      }}
    >
      {asJson ? t('As fields') : t('As JSON')}
    </Button>
  );
  if (asJson || simple === null) {
    return (
      <Stack gap={6}>
        <JsonField
          label={label}
          help={t('{path, op, value}, or {all: […]}, {any: […]}, {not: …}')}
          value={text}
          error={jsonFault(text)}
          height={110}
          onChange={(next) => {
            setText(next);
            if (jsonFault(next) === null) onChange(jsonOf(next));
          }}
        />
        <div>{toggle}</div>
      </Stack>
    );
  }
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Stack gap={6} mt={4}>
        <TextInput
          aria-label={t('Path of the condition')}
          placeholder={t('path, such as status')}
          classNames={{ input: 'mono' }}
          value={simple.path}
          onChange={(event) => {
            set({ path: event.currentTarget.value });
          }}
        />
        <Group gap={6} wrap="nowrap">
          <Select
            aria-label={t('Comparison')}
            w={120}
            allowDeselect={false}
            data={operators}
            value={simple.op}
            onChange={(op) => {
              set({ op: op ?? 'eq' });
            }}
          />
          <TextInput
            aria-label={t('Value of the condition')}
            style={{ flex: 1 }}
            classNames={{ input: 'mono' }}
            value={shown(simple.value)}
            onChange={(event) => {
              set({ value: typedValue(event.currentTarget.value) });
            }}
          />
        </Group>
        <div>{toggle}</div>
      </Stack>
    </Input.Wrapper>
  );
}
