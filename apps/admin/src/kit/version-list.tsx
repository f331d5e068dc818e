/** The kept versions of a document in a drawer: who, when, what differs, and back to one of them. */
import { useState, type ReactNode } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SideDialog } from './side-dialog.js';
import { StateBadge } from './state-badge.js';
import { Empty, ErrorNote, QueryView } from './states.js';
import { Time } from './time.js';

interface ShownVersion {
  version: number;
  at: string | undefined;
  by: string | null;
  /** How large it is, in words. */
  size: string;
  inUse: boolean;
}

interface VersionListProps {
  query: UseQueryResult<ShownVersion[]>;
  opened: boolean;
  onClose: () => void;
  empty: { title: string; text: string };
  /** What goes back to a version; `allowed` where the newest one has nowhere to go back to. */
  restore: {
    label: string;
    pending: number | null;
    run: (version: number) => void;
    allowed?: (row: ShownVersion) => boolean;
    error: unknown;
  };
  /** What differs, loaded when it is asked for; null where there is nothing to compare with. */
  difference: (row: ShownVersion, rows: ShownVersion[], position: number) => ReactNode;
}

export function VersionList(props: VersionListProps) {
  const { query, opened, onClose, empty, restore, difference } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  return (
    <SideDialog opened={opened} onClose={onClose} size={520} title={t('Versions')}>
      {restore.error ? <ErrorNote error={restore.error} /> : null}
      <QueryView query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={empty.title}>{empty.text}</Empty>
          ) : (
            <Stack gap={0} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.map((row, position) => {
                const differs = difference(row, rows, position);
                const isShown = shown === row.version;
                return (
                  <li
                    key={row.version}
                    style={{ borderBottom: '1px solid var(--pw-border)', padding: '12px 0' }}
                  >
                    <Group justify="space-between" wrap="wrap" align="start" gap="xs">
                      <div style={{ minWidth: 0, flex: '1 1 180px' }}>
                        <Group gap="xs">
                          <Text fw={500}>{t('Version {{version}}', { version: row.version })}</Text>
                          {row.inUse ? <StateBadge tone="good">{t('In use')}</StateBadge> : null}
                        </Group>
                        <Text size="xs" c="dimmed">
                          <Time at={row.at} /> · {row.by ?? '–'} · {row.size}
                        </Text>
                      </div>
                      <Group gap={6} wrap="nowrap">
                        {differs === null ? null : (
                          <Button
                            size="xs"
                            aria-expanded={isShown}
                            onClick={() => setShown(isShown ? null : row.version)}
                          >
                            {t('What differs')}
                          </Button>
                        )}
                        {restore.allowed?.(row) === false ? null : (
                          <Button
                            size="xs"
                            loading={restore.pending === row.version}
                            onClick={() => restore.run(row.version)}
                          >
                            {restore.label}
                          </Button>
                        )}
                      </Group>
                    </Group>
                    {isShown ? (
                      <Stack gap="xs" mt="sm">
                        {differs}
                      </Stack>
                    ) : null}
                  </li>
                );
              })}
            </Stack>
          )
        }
      </QueryView>
    </SideDialog>
  );
}
