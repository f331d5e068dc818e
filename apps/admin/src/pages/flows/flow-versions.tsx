/** The published versions of a flow: who, when, what differs from the draft; one of them can become the draft again. */
import { useState } from 'react';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flowVersionsQuery, restoreFlow } from '../../api/flows.js';
import type { Flow } from '../../api/types.js';
import type { FlowDraft } from '../../editors/flow/model.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import { DraftDiff } from './draft-diff.js';

interface FlowVersionsProps {
  project: string;
  flow: string;
  draft: FlowDraft;
  published: number | null;
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
  onRestored: (flow: Flow) => void;
}

export default function FlowVersions(props: FlowVersionsProps) {
  const { project, flow, draft, published, opened, onClose, onRestored } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  const versions = useQuery({ ...flowVersionsQuery(project, flow), enabled: opened });
  const restore = useAction({
    run: (version: number) => restoreFlow(project, flow, version),
    message: t('The version is the draft now. Publish to use it.'),
    onDone: (answer) => {
      onRestored(answer);
      onClose();
    },
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={props.onClosed}
      position="right"
      size={480}
      title={<Text fw={600}>{t('Versions')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <QueryView query={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('Not published yet')}>
              {t('Each time it is published, the steps are kept as a version; pipes run the newest one.')}
            </Empty>
          ) : (
            <Stack gap={0} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.map((row) => (
                <li
                  key={row.version}
                  style={{ borderBottom: '1px solid var(--pw-border)', padding: '12px 0' }}
                >
                  <Group justify="space-between" wrap="nowrap" align="start">
                    <div style={{ minWidth: 0 }}>
                      <Group gap="xs">
                        <Text fw={500}>{t('Version {{version}}', { version: row.version })}</Text>
                        {row.version === published ? (
                          <StateBadge tone="good">{t('In use')}</StateBadge>
                        ) : null}
                      </Group>
                      <Text size="xs" c="dimmed">
                        <Time at={row.published_at ?? row.created_at} /> · {row.published_by ?? '–'} ·{' '}
                        {t('{{count}} steps', { count: row.handlers?.length ?? 0 })}
                      </Text>
                    </div>
                    <Group gap={6} wrap="nowrap">
                      <Button
                        size="xs"
                        aria-expanded={shown === row.version}
                        onClick={() => setShown(shown === row.version ? null : row.version)}
                      >
                        {t('What differs')}
                      </Button>
                      <Button
                        size="xs"
                        loading={restore.isPending && restore.variables === row.version}
                        onClick={() => restore.mutate(row.version)}
                      >
                        {t('Make it the draft')}
                      </Button>
                    </Group>
                  </Group>
                  {shown === row.version ? (
                    <Stack gap="xs" mt="sm">
                      <Text size="xs" c="dimmed">
                        {t('From this version to the draft:')}
                      </Text>
                      <DraftDiff before={{ ...draft, handlers: row.handlers ?? [] }} after={draft} />
                    </Stack>
                  ) : null}
                </li>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Drawer>
  );
}
