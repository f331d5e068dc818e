/** An object of texts, edited as rows of name and value. */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { helpAbove } from './help-above.js';
import type { Pair } from './pairs.js';

interface KeyValuesProps {
  label: string;
  help?: string;
  value: Pair[];
  onChange: (value: Pair[]) => void;
  namePlaceholder?: string;
  /** Where a form finds it, to give it the focus. */
  dataPath?: string;
  error?: React.ReactNode;
}

export function KeyValues({
  label,
  help,
  value,
  onChange,
  namePlaceholder,
  dataPath,
  error,
}: KeyValuesProps) {
  const { t } = useTranslation();
  const set = (position: number, pair: Pair) => {
    onChange(value.map((old, index) => (index === position ? pair : old)));
  };
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      labelElement="div"
      inputWrapperOrder={helpAbove}
    >
      <Stack gap={6} mt={4}>
        {value.map(([name, text], position) => (
          <Group key={position} gap={6} wrap="nowrap">
            <TextInput
              aria-label={`${label}: ${t('name')} ${position + 1}`}
              {...(position === 0 && dataPath ? { 'data-path': dataPath } : {})}
              placeholder={namePlaceholder ?? t('name')}
              style={{ flex: 2 }}
              classNames={{ input: 'mono' }}
              value={name}
              onChange={(event) => {
                set(position, [event.currentTarget.value, text]);
              }}
            />
            <TextInput
              aria-label={`${label}: ${t('value')} ${position + 1}`}
              placeholder={t('value')}
              style={{ flex: 3 }}
              classNames={{ input: 'mono' }}
              value={text}
              onChange={(event) => {
                set(position, [name, event.currentTarget.value]);
              }}
            />
            <ActionIcon
              aria-label={t('Remove {{name}}', { name: name || position + 1 })}
              onClick={() => {
                onChange(value.filter((_, index) => index !== position));
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
            aria-label={t('Add to {{label}}', { label })}
            {...(value.length === 0 && dataPath ? { 'data-path': dataPath } : {})}
            onClick={() => {
              onChange([...value, ['', '']]);
            }}
          >
            {t('Add')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
