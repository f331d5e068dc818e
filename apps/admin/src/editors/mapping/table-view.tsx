/** The mapping as a table: one line for each destination field, the same model as the links. Only lines in sight are drawn. */
import { useEffect, useMemo, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import { chainOf, contentOf } from './describe.js';
import type { MappingDocument, MappingLink } from './document.js';
import type { Field } from './fields.js';
import { useIsNarrow } from './use-is-narrow.js';
import classes from './table.module.css';
import trees from './trees.module.css';

interface TableViewProps {
  document: MappingDocument;
  destinations: ReadonlyMap<string, Field>;
  mapped: ReadonlySet<string>;
  /** Destination paths of the links that have a fault. */
  faulty: ReadonlySet<string>;
  /** Those whose link reads what no sample holds. */
  lost: ReadonlySet<string>;
  selected: string | null;
  onSelect: (path: string) => void;
}
interface Line {
  path: string;
  field: Field | undefined;
  link: MappingLink | undefined;
}
const lineHeight = 40;
/** On a narrow screen a line is a small card: field and state, what feeds it and its type, what happens on the way. */
const cardHeight = 76;

/** Every plain field and every linked one in tree order; then links to fields that the sample does not hold. */
function linesOf(document: MappingDocument, destinations: ReadonlyMap<string, Field>): Line[] {
  const byPath = new Map(document.links.map((link) => [link.to, link]));
  const known = [...destinations.values()].filter(
    (field) => field.children.length === 0 || byPath.has(field.path),
  );
  const others = document.links.filter((link) => !destinations.has(link.to));
  return [
    ...known.map((field) => ({ path: field.path, field, link: byPath.get(field.path) })),
    ...others.map((link) => ({ path: link.to, field: undefined, link })),
  ];
}

export default function TableView(props: TableViewProps) {
  const { document, destinations, mapped, faulty, lost, selected, onSelect } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(document, destinations), [document, destinations]);
  const eachHeight = useIsNarrow() ? cardHeight : lineHeight;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => eachHeight,
    overscan: 10,
  });
  useEffect(() => virtual.measure(), [virtual, eachHeight]);
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      className={classes.tableScroller}
      role="region"
      aria-label={t('Mapping as a table')}
      tabIndex={0}
    >
      <Table
        className={`${kit.table ?? ''} ${classes.table ?? ''}`}
        highlightOnHover
        stickyHeader
        aria-label={t('Mapping as a table')}
        aria-rowcount={lines.length + 1}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="30%">{t('Destination field')}</Table.Th>
            <Table.Th w={120}>{t('Type')}</Table.Th>
            <Table.Th w="28%">{t('Fed by')}</Table.Th>
            <Table.Th>{t('On the way')}</Table.Th>
            <Table.Th w={130}>{t('State')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {before > 0 ? <Spacer height={before} /> : null}
          {shown.map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            const { path, field, link } = line;
            return (
              <Table.Tr
                key={path}
                aria-rowindex={item.index + 2}
                data-selected={path === selected}
                onClick={() => onSelect(path)}
              >
                <Table.Td>
                  <button type="button" className={classes.cellButton} title={path}>
                    {path}
                  </button>
                  {field?.required ? (
                    <span className={trees.star} title={t('Required')}>
                      {' '}
                      *
                    </span>
                  ) : null}
                </Table.Td>
                <Table.Td>
                  <Text size="xs" c="dimmed" truncate>
                    {field ? t(field.type) : '–'}
                  </Text>
                </Table.Td>
                <Table.Td className="mono" title={link ? contentOf(link, t) : ''}>
                  {link ? contentOf(link, t) : '–'}
                </Table.Td>
                <Table.Td className="mono" title={link ? chainOf(link, t) : ''}>
                  {(link && chainOf(link, t)) || '–'}
                </Table.Td>
                <Table.Td>
                  {faulty.has(path) ? (
                    <StateBadge tone="bad">{t('Fault')}</StateBadge>
                  ) : lost.has(path) ? (
                    <StateBadge tone="warn">{t('Source gone')}</StateBadge>
                  ) : mapped.has(path) ? (
                    <StateBadge tone="good">{t('Mapped')}</StateBadge>
                  ) : field === undefined ? (
                    <StateBadge tone="warn">{t('No such field')}</StateBadge>
                  ) : field.required ? (
                    <StateBadge tone="warn">{t('Required')}</StateBadge>
                  ) : (
                    <StateBadge tone="quiet">{t('Not mapped')}</StateBadge>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Stands for the lines out of sight. */
const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={5} style={{ padding: 0, border: 0 }} />
  </tr>
);
