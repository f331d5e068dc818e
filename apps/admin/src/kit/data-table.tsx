/**
 * The table of every list: typed columns, sorting in place, pages. Where there is little room the columns that one can do
 * without are left out, and with less each row is a small card of labelled values: nothing is scrolled sideways.
 */
import { useMemo, type ReactNode } from 'react';
import { Group, Pagination, ScrollArea, Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import type { Page } from '../api/call.js';
import { formatNumber } from '../i18n/format.js';
import type { ListAddress } from './use-list-address.js';
import kit from './kit.module.css';
import classes from './data-table.module.css';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

export interface Column<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** Present: the column can be sorted by this value. */
  sortBy?: (row: T) => string | number;
  /** A time: the first click puts the newest on top. */
  newestFirst?: boolean;
  align?: 'right';
  width?: number;
  /** Left out where the table has little room; the page of the row itself tells it. */
  wide?: boolean;
  /** Names that people give: a very long word is broken instead of making the table wider. */
  names?: boolean;
  /**
   * In a narrow window: the heading of the card (the first column when none says so), the corner beside it, a line of its
   * own, or a part of one. When absent: a third for numbers, half a line for the rest.
   */
  card?: 'title' | 'corner' | 'line' | 'half' | 'third' | 'fifth';
}

/** The column of buttons: needs no label in a card. */
export const ACTIONS = 'actions';

interface DataTableProps<T extends object> {
  label: string;
  rows: T[];
  columns: Column<T>[];
  rowKey: (row: T) => string;
  /** Where the page and the order are kept; absent: in the table itself. */
  list?: ListAddress;
  /** The rows are this page of a list that the service sorts. */
  page?: Page;
  /** All rows are given: the table itself shows them in pages of this size. */
  pageSize?: number;
  /** The row that the page is about just now. */
  isChosen?: (row: T) => boolean;
}

const pageOf = (total: number, size: number, wanted: number): Page => {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(wanted, pages), per_page: size, total, total_pages: pages };
};

function sortingOf<T>(sort: string | undefined, columns: Column<T>[]): SortingState {
  const id = sort?.replace(/^-/, '') ?? '';
  const isKnown = columns.some((column) => column.id === id && column.sortBy !== undefined);
  return isKnown ? [{ id, desc: sort?.startsWith('-') ?? false }] : [];
}

export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, rows, columns, rowKey, list, pageSize, isChosen } = props;
  const { t } = useTranslation();
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, T> => ({
        id: column.id,
        header: column.header,
        accessorFn: column.sortBy ?? (() => ''),
        enableSorting: column.sortBy !== undefined,
        sortFn: 'alphanumeric',
        ...(column.newestFirst ? { sortDescFirst: true } : {}),
      })),
    [columns],
  );
  const sort = list?.sort;
  const sorting = useMemo(() => sortingOf(sort, columns), [sort, columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: props.page !== undefined,
    ...(list
      ? {
          state: { sorting },
          onSortingChange: (change: SortingState | ((before: SortingState) => SortingState)) => {
            const [first] = typeof change === 'function' ? change(sorting) : change;
            list.setSort(first === undefined ? '' : `${first.desc ? '-' : ''}${first.id}`);
          },
        }
      : {}),
  });
  const sorted = table.getRowModel().rows;
  const page = pageSize === undefined ? props.page : pageOf(rows.length, pageSize, list?.page ?? 1);
  const shown =
    pageSize === undefined || page === undefined
      ? sorted
      : sorted.slice((page.page - 1) * pageSize, page.page * pageSize);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const titleId = (columns.find((column) => column.card === 'title') ?? columns[0])?.id;
  const cardOf = ({ id, card, align }: Column<T>): string | undefined =>
    id === titleId ? 'title' : (card ?? (id === ACTIONS ? 'actions' : align ? 'third' : undefined));
  const canSort = columns.some((column) => column.sortBy !== undefined);
  return (
    <>
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        classNames={{ root: classes.tableBox ?? '', content: classes.tableContent ?? '' }}
        viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'region' }}
      >
        <Table highlightOnHover className={`${kit.table ?? ''} ${classes.cards ?? ''}`} aria-label={label}>
          <Table.Thead data-sortable={canSort}>
            <Table.Tr data-label={t('Sort by')}>
              {table.getHeaderGroups()[0]?.headers.map((header) => {
                const column = byId.get(header.column.id);
                const order = header.column.getIsSorted();
                return (
                  <Table.Th
                    key={header.id}
                    w={column?.width}
                    ta={column?.align}
                    className={column?.align ? 'num' : undefined}
                    data-wide={column?.wide || undefined}
                    aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className={classes.sortable}
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        {column?.header}
                        {order === 'asc' ? <IconArrowUp size={12} aria-hidden /> : null}
                        {order === 'desc' ? <IconArrowDown size={12} aria-hidden /> : null}
                      </button>
                    ) : (
                      column?.header
                    )}
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={row.id} {...(isChosen?.(row.original) ? { bg: 'var(--pw-accent-soft)' } : {})}>
                {columns.map((column) => {
                  const content = column.cell(row.original);
                  return (
                    <Table.Td
                      key={column.id}
                      ta={column.align}
                      className={column.align ? 'num' : undefined}
                      data-label={column.header}
                      data-card={cardOf(column)}
                      data-wide={column.wide || undefined}
                      data-empty={content === '–' || undefined}
                    >
                      {column.names || column.id === titleId ? (
                        <div className={classes.names}>
                          {typeof content === 'string' ? <div className={kit.clip}>{content}</div> : content}
                        </div>
                      ) : (
                        content
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {page && page.total_pages > 1 ? (
        <Group justify="space-between" p="sm">
          <Text size="xs" c="dimmed">
            {t('{{from}} to {{to}} of {{total}}', {
              from: formatNumber((page.page - 1) * page.per_page + 1),
              to: formatNumber(Math.min(page.page * page.per_page, page.total)),
              total: formatNumber(page.total),
            })}
          </Text>
          <Pagination
            size="sm"
            value={page.page}
            total={page.total_pages}
            onChange={(value) => list?.setPage(value)}
            getControlProps={(control) => ({ 'aria-label': control })}
          />
        </Group>
      ) : null}
    </>
  );
}
