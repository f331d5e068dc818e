/** The published versions of a flow; one of them can become the draft again. */
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flowVersionsQuery, restoreFlow } from '../../api/flows.js';
import type { Flow } from '../../api/types.js';
import { Empty, QueryView } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';

interface FlowVersionsProps {
  project: string;
  flow: string;
  opened: boolean;
  onClose: () => void;
  onRestored: (flow: Flow) => void;
}

export function FlowVersions({ project, flow, opened, onClose, onRestored }: FlowVersionsProps) {
  const { t } = useTranslation();
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
      position="right"
      title={<Text fw={600}>{t('Versions')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <QueryView query={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('Not published yet')} />
          ) : (
            <Stack>
              {rows.map((row) => (
                <Group key={row.version} justify="space-between">
                  <div>
                    <Text fw={500}>{t('Version {{version}}', { version: row.version })}</Text>
                    <Text size="xs" c="dimmed">
                      <Time at={row.published_at ?? row.created_at} /> {row.published_by ?? ''}
                    </Text>
                  </div>
                  <Button
                    size="xs"
                    loading={restore.isPending && restore.variables === row.version}
                    onClick={() => {
                      restore.mutate(row.version);
                    }}
                  >
                    {t('Make it the draft')}
                  </Button>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Drawer>
  );
}
