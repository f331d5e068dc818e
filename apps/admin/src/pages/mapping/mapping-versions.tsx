/** The saved versions of a mapping; each can be compared with the one before and with the one in use. */
import { useState } from 'react';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mappingDiffQuery, mappingVersionsQuery, restoreMapping, type Mapping } from '../../api/mappings.js';
import { DiffList } from '../../editors/mapping/diff-list.js';
import { QueryView } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import { VersionList } from '../../kit/version-list.js';

interface MappingVersionsProps {
  project: string;
  pipe: string;
  handler: string;
  opened: boolean;
  onClose: () => void;
  /** Loads the mapping as it is saved now. */
  newest: () => Promise<Mapping>;
  onRestored: (mapping: Mapping) => void;
}

export default function MappingVersions(props: MappingVersionsProps) {
  const { project, pipe, handler, opened, onClose, newest, onRestored } = props;
  const { t } = useTranslation();
  const versions = useQuery({
    ...mappingVersionsQuery(project, pipe, handler),
    enabled: opened,
    select: (rows) =>
      rows.map((row, position) => ({
        version: row.version,
        at: row.saved_at,
        by: row.saved_by,
        size: t('{{count, number}} links', { count: row.link_count }),
        inUse: position === 0,
      })),
  });
  const restore = useAction<number, Mapping>({
    run: async (version) => {
      await restoreMapping(project, pipe, handler, version);
      return newest();
    },
    refresh: [['p', project, 'pipes', pipe, 'mappings', handler, 'versions']],
    message: t('Restored as the newest version. It acts from the next run on.'),
    quiet: true,
    onDone: (mapping) => {
      onRestored(mapping);
      onClose();
    },
  });
  return (
    <VersionList
      query={versions}
      opened={opened}
      onClose={onClose}
      empty={{
        title: t('Not saved yet'),
        text: t('Each save becomes a version; runs say which one they used.'),
      }}
      restore={{
        label: t('Restore'),
        pending: restore.isPending ? restore.variables : null,
        run: (version) => restore.mutate(version),
        error: restore.error,
        allowed: (row) => !row.inUse,
      }}
      difference={(row, rows, position) =>
        rows.length < 2 ? null : (
          <Difference
            project={project}
            pipe={pipe}
            handler={handler}
            version={row.version}
            before={rows[position + 1]?.version}
            newest={row.inUse ? undefined : rows[0]?.version}
          />
        )
      }
    />
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
    <>
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
    </>
  );
}
