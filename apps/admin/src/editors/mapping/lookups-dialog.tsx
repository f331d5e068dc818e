/** The look-up tables of a mapping: what comes in, what goes out, and what happens without an entry. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { Dialog } from '../../kit/dialog.js';
import { ValueInput } from '../value-input.js';
import { setLookup, type Lookup, type MappingDocument } from './document.js';

interface LookupsDialogProps {
  document: MappingDocument;
  opened: boolean;
  onClose: () => void;
  onEdit: (change: (document: MappingDocument) => MappingDocument, group?: string) => void;
}
export default function LookupsDialog({ document, opened, onClose, onEdit }: LookupsDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const lookups = Object.entries(document.lookups ?? {});
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('Look-up tables')}>
      <Stack>
        {lookups.map(([key, lookup]) => (
          <LookupTable
            key={key}
            name={key}
            lookup={lookup}
            onChange={(next) => onEdit((current) => setLookup(current, key, next), `lookup-${key}`)}
            onRemove={() => onEdit((current) => setLookup(current, key, null))}
          />
        ))}
        <Group align="end" gap="xs">
          <TextInput
            size="xs"
            label={t('New table')}
            placeholder="payment"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={!/^\w+$/.test(name) || document.lookups?.[name] !== undefined}
            onClick={() => {
              onEdit((current) => setLookup(current, name, { entries: [['', '']], on_miss: 'error' }));
              setName('');
            }}
          >
            {t('Add table')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function LookupTable({
  name,
  lookup,
  onChange,
  onRemove,
}: {
  name: string;
  lookup: Lookup;
  onChange: (lookup: Lookup) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const repeated = repeatedKeys(lookup.entries);
  const set = (position: number, entry: [Json, Json]) => {
    onChange({ ...lookup, entries: lookup.entries.map((old, index) => (index === position ? entry : old)) });
  };
  return (
    <div className="panel" style={{ padding: 12 }}>
      <Group justify="space-between" mb={6}>
        <Text fw={600} ff="monospace">
          {name}
        </Text>
        <ActionIcon size={26} aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      <Table verticalSpacing={3} horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Comes in')}</Table.Th>
            <Table.Th>{t('Goes out')}</Table.Th>
            <Table.Th w={34} aria-label={t('Remove')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lookup.entries.map(([from, to], position) => (
            <Table.Tr key={position}>
              <Table.Td>
                <ValueInput
                  aria-label={t('Comes in, row {{row}}', { row: position + 1 })}
                  value={from}
                  error={
                    repeated.has(position)
                      ? t('Stands here twice: only one of the rows can count.')
                      : undefined
                  }
                  onChange={(next) => set(position, [next ?? '', to])}
                />
              </Table.Td>
              <Table.Td>
                <ValueInput
                  aria-label={t('Goes out, row {{row}}', { row: position + 1 })}
                  value={to}
                  onChange={(next) => set(position, [from, next ?? ''])}
                />
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  size={26}
                  aria-label={t('Remove row {{row}}', { row: position + 1 })}
                  onClick={() => onChange({ ...lookup, entries: lookup.entries.toSpliced(position, 1) })}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group mt={6} align="end" gap="xs">
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={13} />}
          onClick={() => onChange({ ...lookup, entries: [...lookup.entries, ['', '']] })}
        >
          {t('Add a row')}
        </Button>
        <Select
          size="xs"
          label={t('Without an entry')}
          allowDeselect={false}
          data={[
            { value: 'error', label: t('The record fails') },
            { value: 'default', label: t('Use a default') },
            { value: 'keep', label: t('Keep the value') },
            { value: 'null', label: t('Write null') },
          ]}
          value={lookup.on_miss ?? 'error'}
          onChange={(on_miss) => onChange({ ...lookup, on_miss: on_miss as Lookup['on_miss'] })}
        />
        {lookup.on_miss === 'default' ? (
          <ValueInput
            label={t('Default')}
            value={lookup.default ?? ''}
            onChange={(next) => onChange({ ...lookup, default: next ?? '' })}
          />
        ) : null}
      </Group>
    </div>
  );
}

/** Positions of the rows whose key an earlier row has already. */
function repeatedKeys(entries: Lookup['entries']): Set<number> {
  const seen = new Set<string | undefined>();
  return new Set(
    entries.flatMap(([from], position) => {
      const key = printJson(from);
      if (seen.has(key)) return [position];
      seen.add(key);
      return [];
    }),
  );
}
