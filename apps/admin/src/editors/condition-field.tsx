/** A condition `{path, op, value}`; combined ones (all, any, not) are edited as JSON. */
import { useState } from 'react';
import { Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Json } from '../api/types.js';
import { ValueInput } from './value-input.js';
import { JsonField } from '../pages/apis/json-field.js';
import { jsonFault, jsonOf, jsonText } from '../pages/apis/api-form.js';

const operators: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  in: 'one of',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
  exists: 'is there',
  empty: 'is empty',
};

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
  // A comparison may be chosen before its path; without one there is no condition yet.
  const [begun, setBegun] = useState<Simple | null>(null);
  const simple = value === null && begun?.path === '' ? begun : simpleOf(value);
  const [asJson, setAsJson] = useState(simple === null);
  const [text, setText] = useState(jsonText(value));
  const set = (change: Partial<Simple>) => {
    const next = { ...(simple ?? { path: '', op: 'eq', value: '' }), ...change };
    setBegun(next);
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
          size="xs"
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
            size="xs"
            aria-label={t('Comparison')}
            w={130}
            allowDeselect={false}
            data={Object.entries(operators).map(([value, label]) => ({ value, label: t(label) }))}
            value={simple.op}
            onChange={(op) => {
              const next = op ?? 'eq';
              const isFlag = next === 'exists' || next === 'empty';
              set({
                op: next,
                ...(isFlag ? { value: true } : typeof simple.value === 'boolean' ? { value: '' } : {}),
              });
            }}
          />
          {simple.op === 'exists' || simple.op === 'empty' ? (
            <Select
              size="xs"
              aria-label={t('Value of the condition')}
              style={{ flex: 1 }}
              allowDeselect={false}
              data={[
                { value: 'true', label: t('yes') },
                { value: 'false', label: t('no') },
              ]}
              value={simple.value === false ? 'false' : 'true'}
              onChange={(value) => set({ value: value !== 'false' })}
            />
          ) : (
            <ValueInput
              aria-label={t('Value of the condition')}
              placeholder={simple.op === 'in' ? '["a", "b"]' : ''}
              style={{ flex: 1 }}
              value={simple.value}
              onChange={(value) => set({ value: value ?? '' })}
            />
          )}
        </Group>
        <div>{toggle}</div>
      </Stack>
    </Input.Wrapper>
  );
}
