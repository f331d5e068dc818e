/** The lists of the pages: a search box and filters above the table; "none yet" differs from "no match". */
import { useEffect, useMemo, type ReactNode } from 'react';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Listed } from '../api/call.js';
import { formatNumber } from '../i18n/format.js';
import { DataTable, type Column } from './data-table.js';
import { SearchBox } from './search-box.js';
import { Empty, LoadingRows, QueryView, Rows } from './states.js';
import { useListAddress, type ListAddress } from './use-list-address.js';
import classes from './kit.module.css';

interface AnyListProps<T extends object> {
  label: string;
  query: UseQueryResult<Listed<T>>;
  columns: Column<T>[];
  rowKey: (row: T) => string;
  /** Shown while there is nothing at all. */
  empty: ReactNode;
  /** Filters beside the search box. */
  filters?: ReactNode;
}

/** No row is left by what is sought: not the same as a list that is empty. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      icon={IconSearch}
      title={t('No match')}
      action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
    />
  );
}

/** As high as the list that it stands for, so that nothing moves when that is here. */
function LoadingList() {
  return (
    <>
      <div className={classes.toolbar}>
        <Skeleton height={30} maw={280} radius={6} />
      </div>
      <LoadingRows />
    </>
  );
}

interface ListViewProps<T extends object> extends AnyListProps<T> {
  /** What the search box looks in. */
  textOf: (row: T) => string;
  /** What the filters let through. */
  keep?: (row: T) => boolean;
  /** Names of the filters in the address. */
  filtered?: string[];
}

const PAGE_SIZE = 50;
const nothing: never[] = [];

/** A list of which all rows are here. */
export function ListView<T extends object>(props: ListViewProps<T>) {
  const { label, query, columns, rowKey, textOf, empty, filters, keep, filtered = [] } = props;
  const { t } = useTranslation();
  const list = useListAddress();
  const wanted = list.search.toLowerCase();
  const all = query.data?.rows;
  const rows = useMemo(
    () =>
      all?.filter((row) => textOf(row).toLowerCase().includes(wanted) && (keep === undefined || keep(row))) ??
      nothing,
    [all, wanted, textOf, keep],
  );
  return (
    <QueryView query={query} loading={<LoadingList />}>
      {(answer) =>
        answer.rows.length === 0 ? (
          empty
        ) : (
          <>
            <div className={classes.toolbar}>
              <SearchBox
                label={t('Search in {{list}}', { list: label })}
                value={list.search}
                onChange={list.setSearch}
                stillMs={100}
              />
              {filters}
            </div>
            {answer.page.total > answer.rows.length ? (
              <Text size="xs" c="dimmed" px="md" pb="xs">
                {t('The first {{shown}} of {{total}} are listed; Ctrl K finds any other by its name.', {
                  shown: formatNumber(answer.rows.length),
                  total: formatNumber(answer.page.total),
                })}
              </Text>
            ) : null}
            {rows.length === 0 ? (
              <NoMatch onClear={() => list.clear(...filtered)} />
            ) : (
              <DataTable
                label={label}
                rows={rows}
                columns={columns}
                rowKey={rowKey}
                list={list}
                pageSize={PAGE_SIZE}
              />
            )}
          </>
        )
      }
    </QueryView>
  );
}

interface ServedListProps<T extends object> extends AnyListProps<T> {
  /** What the query asks for. */
  list: ListAddress;
}

/** A list that the service searches, sorts and cuts into pages. */
export function ServedList<T extends object>(props: ServedListProps<T>) {
  const { label, query, columns, rowKey, empty, filters, list } = props;
  const { t } = useTranslation();
  const page = query.data?.page;
  // rows were deleted in between, or the address was typed: the last page there is
  const last = page && page.total > 0 && page.page > page.total_pages ? page.total_pages : null;
  useEffect(() => {
    if (last !== null) list.setPage(last);
  }, [last, list]);
  if (query.data?.page.total === 0 && list.search === '' && !query.isPlaceholderData) return empty;
  return (
    <>
      <div className={classes.toolbar}>
        <SearchBox
          label={t('Search in {{list}}', { list: label })}
          value={list.search}
          onChange={list.setSearch}
        />
        {filters}
      </div>
      <QueryView query={query}>
        {({ rows, page: shown }) =>
          shown.total === 0 ? (
            <NoMatch onClear={() => list.clear()} />
          ) : (
            <Rows query={query}>
              <DataTable
                label={label}
                rows={rows}
                columns={columns}
                rowKey={rowKey}
                list={list}
                page={shown}
              />
            </Rows>
          )
        }
      </QueryView>
    </>
  );
}
