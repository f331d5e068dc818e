/** The functions that a value passes, in order, with their parameters. */
import { useState } from 'react';
import { ActionIcon, Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, FunctionParameter } from '../../api/mappings.js';
import type { Json } from '../../api/types.js';
import { ValueInput } from '../value-input.js';
import type { FunctionStep } from './document.js';
import { choiceLabel, groupLabel, parameterLabel } from './function-words.js';

interface FunctionChainProps {
  steps: FunctionStep[];
  functions: FunctionInfo[];
  onChange: (steps: FunctionStep[]) => void;
}

export function FunctionChain({ steps, functions, onChange }: FunctionChainProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const groups = [...new Set(functions.map((entry) => entry.group))].map((group) => ({
    group: t(groupLabel(group)),
    items: functions
      .filter((entry) => entry.group === group)
      .map((entry) => ({ value: entry.name, label: entry.name })),
  }));
  const described = new Map(functions.map((entry) => [entry.name, entry]));
  const move = (position: number, by: -1 | 1) => {
    const step = steps[position];
    if (step) onChange(steps.toSpliced(position, 1).toSpliced(position + by, 0, step));
  };
  return (
    <Stack gap={6}>
      {steps.map((step, position) => {
        const [name, args = {}] = step;
        const info = described.get(name);
        return (
          <div key={`${position}-${name}`} className="panel" style={{ padding: '6px 8px' }}>
            <Group gap={4} wrap="nowrap">
              <Text fw={600} size="sm" ff="monospace">
                {name}
              </Text>
              <Text size="xs" c="dimmed" style={{ flex: 1 }} truncate title={info?.description}>
                {info?.description}
              </Text>
              <ActionIcon
                size={24}
                aria-label={t('Move {{name}} up', { name })}
                disabled={position === 0}
                onClick={() => move(position, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={t('Move {{name}} down', { name })}
                disabled={position === steps.length - 1}
                onClick={() => move(position, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={t('Remove {{name}}', { name })}
                onClick={() => onChange(steps.toSpliced(position, 1))}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
            {info && info.parameters.length > 0 ? (
              <Group gap={6} mt={4}>
                {info.parameters.map((parameter) => (
                  <Parameter
                    key={parameter.name}
                    label={t(parameterLabel(name, parameter.name))}
                    parameter={parameter}
                    value={args[parameter.name]}
                    onChange={(value) => {
                      const { [parameter.name]: _old, ...others } = args;
                      const next = value === undefined ? others : { ...others, [parameter.name]: value };
                      onChange(
                        steps.toSpliced(position, 1, Object.keys(next).length > 0 ? [name, next] : [name]),
                      );
                    }}
                  />
                ))}
              </Group>
            ) : null}
          </div>
        );
      })}
      <Select
        size="xs"
        aria-label={t('Add a function')}
        placeholder={t('Add a function')}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        data={groups}
        value={null}
        renderOption={({ option }) => (
          <div>
            <Text size="sm" ff="monospace">
              {option.label}
            </Text>
            <Text size="xs" c="dimmed">
              {described.get(option.value)?.description}
            </Text>
          </div>
        )}
        onChange={(name) => {
          if (!name) return;
          const info = described.get(name);
          const preset = Object.fromEntries(
            (info?.parameters ?? []).flatMap((entry) =>
              entry.required && entry.default !== undefined ? [[entry.name, entry.default]] : [],
            ),
          ) as Record<string, Json>;
          onChange([...steps, Object.keys(preset).length > 0 ? [name, preset] : [name]]);
          setSearch('');
        }}
      />
    </Stack>
  );
}

const isBlank = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.trim() === '';

/** Spaces are not seen, and mean something. */
function Blank({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Text size="xs" c="dimmed" title={t('{{count, number}} spaces', { count: text.length })}>
      {'␣'.repeat(Math.min(text.length, 3))}
    </Text>
  );
}

function Parameter({
  label,
  parameter,
  value,
  onChange,
}: {
  label: string;
  parameter: FunctionParameter;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const { t } = useTranslation();
  const isNeeded = parameter.required === true && (value === undefined || value === '');
  const common = {
    label,
    title: parameter.description,
    w: 130,
    withAsterisk: parameter.required === true,
    error: isNeeded,
  };
  const shared = { size: 'xs' as const, ...common };
  if (parameter.choices) {
    return (
      <Select
        {...shared}
        clearable={!parameter.required}
        data={parameter.choices.map((choice) => ({ value: choice, label: t(choiceLabel(choice)) }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  }
  if (parameter.kind === 'boolean') {
    return (
      <Switch
        size="xs"
        label={label}
        title={parameter.description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (parameter.kind === 'number' || parameter.kind === 'integer') {
    return (
      <NumberInput
        {...shared}
        allowDecimal={parameter.kind === 'number'}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? undefined : Number(next))}
      />
    );
  }
  const asText = parameter.kind === 'text' || parameter.kind === 'date';
  return (
    <ValueInput
      {...common}
      placeholder={typeof parameter.default === 'string' ? parameter.default : ''}
      value={value}
      emptyIsNothing
      asText={asText}
      rightSection={isBlank(value) ? <Blank text={value} /> : null}
      onChange={onChange}
    />
  );
}
