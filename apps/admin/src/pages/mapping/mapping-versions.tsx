/** The saved versions: who, when, what differs from the one before or from now, and back to one of them. */
import { useState } from 'react';
import { Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mappingDiffQuery, mappingVersionsQuery, restoreMapping, type Mapping } from '../../api/mappings.js';
import { DiffList } from '../../editors/mapping/diff-list.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';

interface MappingVersionsProps {
  project: string;
  pipe: string;
  handler: string;
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Loads the mapping as it is saved now. */
  newest: () => Promise<Mapping>;
  onRestored: (mapping: Mapping) => void;
}

export default function MappingVersions(props: MappingVersionsProps) {
  const { project, pipe, handler, opened, onClose, newest, onRestored } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  const versions = useQuery({ ...mappingVersionsQuery(project, pipe, handler), enabled: opened });
  const restore = useAction<number, Mapping>({
    run: async (version) => {
      await restoreMapping(project, pipe, handler, version);
      return newest();
    },
    refresh: [['p', project, 'pipes', pipe, 'mappings', handler, 'versions']],
    message: t('Restored as the newest version. It acts from the next run on.'),
    onDone: (mapping) => {
      onRestored(mapping);
      onClose();
    },
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={props.onClosed}
      position="right"
      size={520}
      title={<Text fw={600}>{t('Versions')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <QueryView query={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('Not saved yet')}>
              {t('Each save becomes a version; runs say which one they used.')}
            </Empty>
          ) : (
            <Stack gap={0} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.map((row, position) => (
                <li
                  key={row.version}
                  style={{ borderBottom: '1px solid var(--pw-border)', padding: '12px 0' }}
                >
                  <Group justify="space-between" wrap="nowrap" align="start">
                    <div style={{ minWidth: 0 }}>
                      <Group gap="xs">
                        <Text fw={500}>{t('Version {{version}}', { version: row.version })}</Text>
                        {position === 0 ? <StateBadge tone="good">{t('In use')}</StateBadge> : null}
                      </Group>
                      <Text size="xs" c="dimmed">
                        <Time at={row.saved_at} /> · {row.saved_by} ·{' '}
                        {t('{{count}} links', { count: row.link_count })}
                      </Text>
                    </div>
                    <Group gap={6} wrap="nowrap">
                      {rows.length > 1 ? (
                        <Button
                          size="xs"
                          aria-expanded={shown === row.version}
                          onClick={() => setShown(shown === row.version ? null : row.version)}
                        >
                          {t('What differs')}
                        </Button>
                      ) : null}
                      {position === 0 ? null : (
                        <Button
                          size="xs"
                          loading={restore.isPending && restore.variables === row.version}
                          onClick={() => restore.mutate(row.version)}
                        >
                          {t('Restore')}
                        </Button>
                      )}
                    </Group>
                  </Group>
                  {shown === row.version ? (
                    <Difference
                      project={project}
                      pipe={pipe}
                      handler={handler}
                      version={row.version}
                      before={rows[position + 1]?.version}
                      newest={position === 0 ? undefined : rows[0]?.version}
                    />
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

interface DifferenceProps {
  project: string;
  pipe: string;
  handler: string;
  version: number;
  before: number | undefined;
  newest: number | undefined;
}

function Difference({ project, pipe, handler, version, before, newest }: DifferenceProps) {
  const { t } = useTranslation();
  const [against, setAgainst] = useState<'before' | 'newest'>(before === undefined ? 'newest' : 'before');
  const [from, to] = against === 'newest' ? [version, newest ?? version] : [before ?? version, version];
  const diff = useQuery(mappingDiffQuery(project, pipe, handler, from, to));
  return (
    <Stack gap="xs" mt="sm">
      {before !== undefined && newest !== undefined ? (
        <SegmentedControl
          size="xs"
          aria-label={t('Compare')}
          value={against}
          onChange={setAgainst}
          data={[
            { value: 'before', label: t('With the version before') },
            { value: 'newest', label: t('With the version in use') },
          ]}
        />
      ) : null}
      <QueryView query={diff} rows={2}>
        {(found) => <DiffList diff={found} />}
      </QueryView>
    </Stack>
  );
}
