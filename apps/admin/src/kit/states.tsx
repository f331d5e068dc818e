/** Loading, empty and error states of anything that comes from the server. */
import type { ReactNode } from 'react';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconInbox, IconRefresh, type Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../api/errors.js';
import { CopyButton } from './copy-button.js';
import { Note } from './note.js';
import classes from './kit.module.css';

const GAP = 8;

/** Rows of the final height, seen when an answer takes long (the theme's `Skeleton`). */
export function LoadingRows({ rows = 6, height = 40 }: { rows?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap={GAP} p="md" role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height - GAP} radius={6} />
      ))}
    </Stack>
  );
}

interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
  /**
   * What the page calls a member of the request; empty: the message names it already. Without it, or without a word for
   * one, the member's own name is shown.
   */
  labelOf?: (field: string) => string | null;
}

export function ErrorNote({ error, onRetry, labelOf }: ErrorNoteProps) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : null;
  const faults = error instanceof ApiError ? error.faults : [];
  const told = messageOf(error);
  const [first, ...others] = faults;
  const label = first && others.length === 0 ? labelOf?.(first.field) : null;
  const isToldByTitle = first !== undefined && told.includes(first.message);
  // What the title tells already is not told twice: of one fault it is all, of several the service repeats the first.
  const title =
    isToldByTitle && others.length > 0
      ? t('{{count, number}} values are refused', { count: faults.length })
      : first && label
        ? `${label}: ${first.message}`
        : told;
  const listed = others.length === 0 && (isToldByTitle || label) ? [] : faults;
  return (
    <Note
      tone="bad"
      live
      title={title}
      action={
        onRetry ? (
          <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            {t('Retry')}
          </Button>
        ) : null
      }
    >
      {listed.length > 0 ? (
        <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
          {listed.map((fault) => (
            <li key={fault.field + fault.code + fault.message}>
              <FaultPlace field={fault.field} label={fault.label ?? labelOf?.(fault.field)} />
              {fault.message}
            </li>
          ))}
        </ul>
      ) : null}
      {requestId ? (
        <Group gap={4} mt={2} wrap="nowrap">
          <Text size="xs" c="dimmed">
            {t('Error id')} <span className="mono">{requestId}</span>
          </Text>
          <CopyButton value={requestId} label={t('Copy error id')} />
        </Group>
      ) : null}
    </Note>
  );
}

function FaultPlace({ field, label }: { field: string; label: string | null | undefined }) {
  if (label) return `${label}: `;
  return label === '' || field === '' ? null : <span className="mono">{field}: </span>;
}

/** Nothing in one part of a page: one line, without the room of a whole empty page. */
export function EmptySmall({ icon: EmptyIcon = IconInbox, children }: { icon?: Icon; children: ReactNode }) {
  return (
    <div className={classes.emptySmall}>
      <EmptyIcon size={18} aria-hidden style={{ flexShrink: 0 }} />
      <div>{children}</div>
    </div>
  );
}

interface EmptyProps {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon: EmptyIcon = IconInbox, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.emptyIcon}>
        <EmptyIcon size={22} aria-hidden />
      </div>
      <div>
        <Text fw={600} size="md">
          {title}
        </Text>
        {children ? (
          <Text c="dimmed" maw={460} mt={4} component="div">
            {children}
          </Text>
        ) : null}
      </div>
      {action ? (
        <Group justify="center" gap="xs">
          {action}
        </Group>
      ) : null}
    </div>
  );
}

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  rows?: number;
  /** Shown until the first answer, for a page that is no list of rows. */
  loading?: ReactNode;
  children: (value: T) => ReactNode;
}

/** Rows of a filter that was changed, until those of the new one are here. */
export function Rows({ query, children }: { query: { isPlaceholderData: boolean }; children: ReactNode }) {
  const isBusy = query.isPlaceholderData;
  return (
    <div aria-busy={isBusy || undefined} inert={isBusy} className={isBusy ? classes.stale : undefined}>
      {children}
    </div>
  );
}

/** Shows what a query holds; keeps the old rows while it asks again, and says so when that fails. */
export function QueryView<T>({ query, rows, loading, children }: QueryViewProps<T>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError ? (
          <div style={{ padding: 12 }}>
            <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
          </div>
        ) : null}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return (
      <div style={{ padding: 16 }}>
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return loading ?? <LoadingRows {...(rows === undefined ? {} : { rows })} />;
}
