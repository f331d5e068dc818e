/** The mapping as a table: one line for each destination field, the same model as the links. */
import { useMemo } from 'react';
import { Button, ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import { chainOf, contentOf } from './describe.js';
import type { MappingDocument } from './document.js';
import type { Field } from './fields.js';

interface TableViewProps {
  document: MappingDocument;
  destinations: ReadonlyMap<string, Field>;
  mapped: ReadonlySet<string>;
  selected: string | null;
  onSelect: (path: string) => void;
}

export default function TableView({ document, destinations, mapped, selected, onSelect }: TableViewProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => {
    const byPath = new Map(document.links.map((link) => [link.to, link]));
    const known = [...destinations.values()].filter(
      (field) => field.children.length === 0 || byPath.has(field.path),
    );
    const others = document.links.filter((link) => !destinations.has(link.to));
    return [
      ...known.map((field) => ({ path: field.path, field, link: byPath.get(field.path) })),
      ...others.map((link) => ({ path: link.to, field: undefined, link })),
    ];
  }, [document.links, destinations]);
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, 'aria-label': t('Mapping as a table'), role: 'region' }}
    >
      <Table className={kit.table ?? ''} highlightOnHover miw={760} aria-label={t('Mapping as a table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Destination field')}</Table.Th>
            <Table.Th>{t('Type')}</Table.Th>
            <Table.Th>{t('Fed by')}</Table.Th>
            <Table.Th>{t('On the way')}</Table.Th>
            <Table.Th>{t('State')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ path, field, link }) => (
            <Table.Tr key={path} bg={path === selected ? 'var(--pw-accent-soft)' : undefined}>
              <Table.Td>
                <Button
                  variant="transparent"
                  size="compact-sm"
                  p={0}
                  h="auto"
                  c="inherit"
                  onClick={() => onSelect(path)}
                >
                  <span className="mono" style={{ whiteSpace: 'normal', textAlign: 'left' }}>
                    {path}
                  </span>
                </Button>
                {field?.required ? <span style={{ color: 'var(--pw-bad)' }}> *</span> : null}
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed">
                  {field?.type ?? '–'}
                </Text>
              </Table.Td>
              <Table.Td>
                <span className="mono">{link ? contentOf(link) : '–'}</span>
              </Table.Td>
              <Table.Td>
                <Text size="xs">{link ? chainOf(link) || '–' : '–'}</Text>
              </Table.Td>
              <Table.Td>
                {mapped.has(path) ? (
                  <StateBadge tone="good">{t('Mapped')}</StateBadge>
                ) : field?.required ? (
                  <StateBadge tone="warn">{t('Required')}</StateBadge>
                ) : (
                  <StateBadge tone="quiet">{t('Not mapped')}</StateBadge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
