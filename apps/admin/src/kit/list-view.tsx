/** A list of the whole project: a search box and filters above the table; "none yet" differs from "no match". */
import { useMemo, useState, type ReactNode } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Listed } from '../api/call.js';
import { DataTable, type Column } from './data-table.js';
import { Empty, QueryView } from './states.js';
import classes from './kit.module.css';

interface ListViewProps<T extends object> {
  label: string;
  query: UseQueryResult<Listed<T>>;
  columns: Column<T>[];
  rowKey: (row: T) => string;
  /** What the search box looks in. */
  textOf: (row: T) => string;
  /** Shown while there is nothing at all. */
  empty: ReactNode;
  /** Filters beside the search box; `keep` is what they let through, `onClear` takes them back. */
  filters?: ReactNode;
  keep?: (row: T) => boolean;
  onClear?: () => void;
}

const PAGE_SIZE = 50;

export function ListView<T extends object>(props: ListViewProps<T>) {
  const { label, query, columns, rowKey, textOf, empty, filters, keep, onClear } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const all = query.data?.rows;
  const rows = useMemo(
    () =>
      (all ?? []).filter(
        (row) => textOf(row).toLowerCase().includes(wanted) && (keep === undefined || keep(row)),
      ),
    [all, wanted, textOf, keep],
  );
  return (
    <QueryView query={query}>
      {(answer) =>
        answer.rows.length === 0 ? (
          empty
        ) : (
          <>
            <div className={classes.toolbar}>
              <SearchBox
                label={t('Search in {{list}}', { list: label })}
                value={search}
                onChange={setSearch}
              />
              {filters}
            </div>
            {rows.length === 0 ? (
              <Empty
                icon={IconSearch}
                title={t('No match')}
                action={
                  <Button
                    onClick={() => {
                      setSearch('');
                      onClear?.();
                    }}
                  >
                    {t('Clear filters')}
                  </Button>
                }
              />
            ) : (
              <DataTable label={label} rows={rows} columns={columns} rowKey={rowKey} pageSize={PAGE_SIZE} />
            )}
          </>
        )
      }
    </QueryView>
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

export function SearchBox({ label, value, onChange, placeholder }: SearchBoxProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      size="xs"
      className={classes.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      aria-label={label}
      placeholder={placeholder ?? t('Search')}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
