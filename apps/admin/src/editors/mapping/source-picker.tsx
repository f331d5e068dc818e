/** Picks a source field by typing; used by the keyboard path and by the link panel. */
import { useMemo, useState } from 'react';
import { Combobox, InputBase, useCombobox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exampleOf, type Field } from './fields.js';
import { mayHold } from './lost-ends.js';

interface SourcePickerProps {
  label: string;
  fields: ReadonlyMap<string, Field>;
  onPick: (path: string) => void;
  autoFocus?: boolean;
  placeholder?: string;
}

export function SourcePicker({ label, fields, onPick, autoFocus, placeholder }: SourcePickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const combobox = useCombobox();
  const found = useMemo(() => {
    const needle = search.trim().toLowerCase();
    const hits: Field[] = [];
    for (const field of fields.values()) {
      if (needle === '' || field.path.toLowerCase().includes(needle)) hits.push(field);
      if (hits.length >= 50) break;
    }
    return hits;
  }, [fields, search]);
  const typed = search.trim();
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(path) => {
        onPick(path);
        setSearch('');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          size="xs"
          aria-label={label}
          placeholder={placeholder ?? t('Type a source field')}
          value={search}
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus ?? false}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onFocus={() => {
            combobox.openDropdown();
          }}
          onBlur={() => {
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown mah={260} style={{ overflowY: 'auto' }}>
        <Combobox.Options aria-label={label}>
          {found.map((field) => (
            <Combobox.Option key={field.path} value={field.path}>
              <span className="mono">{field.path}</span>{' '}
              <Text span size="xs" c="dimmed">
                {exampleOf(field)}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && typed !== '' ? (
            <Combobox.Option value={typed}>
              {t('Use the path “{{path}}”', { path: typed })}
              {mayHold(fields, typed) ? null : (
                <Text size="xs" c="var(--pw-warn)">
                  {t('No source sample has such a field: it is gone, or misspelt.')}
                </Text>
              )}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
