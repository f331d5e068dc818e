/** Records one under the other, some of which can be chosen, with a bar of what to do with the chosen ones. */
import type { ReactNode } from 'react';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Cursored } from '../../api/call.js';
import type { Flow, RunRecord } from '../../api/types.js';
import { QueryView, Rows } from '../../kit/states.js';
import { RecordRow } from './record-row.js';
import kit from '../../kit/kit.module.css';

interface RecordListProps<R extends RunRecord> {
  query: UseInfiniteQueryResult<InfiniteData<Cursored<R>>>;
  flow: Flow | undefined;
  /** What a record is chosen by; undefined: it cannot be chosen. */
  keyOf: (record: R) => string | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Shown beside "n chosen". */
  actions?: ReactNode;
  empty: ReactNode;
  /** More about one record, below its words. */
  detail?: (record: R) => ReactNode;
}

export function RecordList<R extends RunRecord>(props: RecordListProps<R>) {
  const { query, flow, keyOf, chosen, onChoose, actions, empty, detail } = props;
  const { t } = useTranslation();
  const names = new Map(flow?.handlers.map((handler) => [handler.handler_id, handler.handler_name]));
  const set = (key: string, is: boolean) => {
    const next = new Set(chosen);
    if (is) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  return (
    <QueryView query={query} rows={4}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        const keys = rows.map(keyOf).filter((key) => key !== undefined);
        if (rows.length === 0) return empty;
        return (
          <Rows query={query}>
            {keys.length > 0 ? (
              <div className={kit.toolbar}>
                <Checkbox
                  size="xs"
                  label={
                    chosen.size === 0
                      ? t('Choose all shown')
                      : t('{{count, number}} chosen', { count: chosen.size })
                  }
                  checked={chosen.size > 0 && keys.every((key) => chosen.has(key))}
                  indeterminate={chosen.size > 0 && !keys.every((key) => chosen.has(key))}
                  onChange={(event) => {
                    onChoose(new Set(event.currentTarget.checked ? keys : []));
                  }}
                />
                {chosen.size > 0 ? <Group gap={6}>{actions}</Group> : null}
              </div>
            ) : null}
            {rows.map((row, position) => {
              const key = keyOf(row);
              return (
                <RecordRow
                  key={`${key ?? row.record_key} ${row.handler_id ?? ''} ${position}`}
                  record={row}
                  handler={names.get(row.handler_id ?? '') ?? row.handler_id}
                  chosen={key === undefined ? (keys.length > 0 ? null : undefined) : chosen.has(key)}
                  onChoose={(is) => {
                    if (key !== undefined) set(key, is);
                  }}
                  detail={detail?.(row)}
                />
              );
            })}
            {query.hasNextPage ? (
              <Group justify="center" p="sm">
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('Show more')}
                </Button>
              </Group>
            ) : (
              <Text size="xs" c="dimmed" ta="center" p="xs">
                {t('{{count, number}} records shown, no more', { count: rows.length })}
              </Text>
            )}
          </Rows>
        );
      }}
    </QueryView>
  );
}
