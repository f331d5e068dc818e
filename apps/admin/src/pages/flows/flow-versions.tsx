/** The published versions of a flow; one of them can become the draft again. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flowVersionsQuery, restoreFlow } from '../../api/flows.js';
import type { ApiDefinition, Flow } from '../../api/types.js';
import type { FlowDraft } from '../../editors/flow/model.js';
import { useAction } from '../../kit/use-action.js';
import { VersionList } from '../../kit/version-list.js';
import { DraftDiff } from './draft-diff.js';

interface FlowVersionsProps {
  project: string;
  flow: string;
  draft: FlowDraft;
  apis: readonly ApiDefinition[];
  published: number | null;
  opened: boolean;
  onClose: () => void;
  onRestored: (flow: Flow) => void;
}

export default function FlowVersions(props: FlowVersionsProps) {
  const { project, flow, draft, apis, published, opened, onClose, onRestored } = props;
  const { t } = useTranslation();
  const versions = useQuery({
    ...flowVersionsQuery(project, flow),
    enabled: opened,
    select: (rows) =>
      rows.map((row) => ({
        version: row.version,
        at: row.published_at ?? row.created_at,
        by: row.published_by ?? null,
        size: t('{{count, number}} steps', { count: row.handlers?.length ?? 0 }),
        inUse: row.version === published,
        handlers: row.handlers ?? [],
      })),
  });
  const restore = useAction({
    run: (version: number) => restoreFlow(project, flow, version),
    message: t('The version is the draft now. Publish to use it.'),
    quiet: true,
    onDone: (answer) => {
      onRestored(answer);
      onClose();
    },
  });
  const stepsOf = (version: number) => versions.data?.find((row) => row.version === version)?.handlers ?? [];
  return (
    <VersionList
      query={versions}
      opened={opened}
      onClose={onClose}
      empty={{
        title: t('Not published yet'),
        text: t('Each time it is published, the steps are kept as a version; pipes run the newest one.'),
      }}
      restore={{
        label: t('Make it the draft'),
        pending: restore.isPending ? restore.variables : null,
        run: (version) => restore.mutate(version),
        error: restore.error,
      }}
      difference={({ version }) => (
        <>
          <Text size="xs" c="dimmed">
            {t('From this version to the draft:')}
          </Text>
          <DraftDiff before={{ ...draft, handlers: stepsOf(version) }} after={draft} apis={apis} />
        </>
      )}
    />
  );
}
