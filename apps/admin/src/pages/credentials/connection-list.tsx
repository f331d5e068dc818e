/** The connections of a project or of one system. */
import { useMemo } from 'react';
import { Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pipesQuery } from '../../api/pipes.js';
import { credentialsQuery, systemsQuery } from '../../api/systems.js';
import type { Credential } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import type { Column } from '../../kit/data-table.js';
import { ListView } from '../../kit/list-view.js';
import { Section } from '../../kit/page.js';
import { Empty } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import kit from '../../kit/kit.module.css';
import { wordsOf } from '../labels.js';
import { CredentialState } from '../status.js';
import { TrySamples } from '../try-samples.js';

const nothing: never[] = [];

interface ConnectionListProps {
  project: string;
  /** Only those of one system, with a button for a new one. */
  system?: string;
  onAdd: () => void;
}

export function ConnectionList({ project, system, onAdd }: ConnectionListProps) {
  const { t } = useTranslation();
  const credentials = useQuery(credentialsQuery(project, system));
  const systems = useQuery(systemsQuery(project));
  const names = useMemo(
    () => new Map(systems.data?.rows.map((row) => [row.system_id, row.system_name])),
    [systems.data],
  );
  const pipes = useQuery(pipesQuery(project)).data?.rows ?? nothing;
  const columns = useMemo(
    (): Column<Credential>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.credential_name,
        cell: (row) => (
          <>
            <Link to={paths.credential(project, row.credential_id)} className={kit.rowLink}>
              {row.credential_name}
            </Link>
            {wordsOf(row.last_error) && row.status !== 'connected' ? (
              <Text size="xs" c="var(--pw-bad)" lineClamp={2}>
                {wordsOf(row.last_error)}
              </Text>
            ) : null}
          </>
        ),
      },
      ...(system
        ? []
        : [
            {
              id: 'system',
              names: true,
              header: t('System'),
              sortBy: (row: Credential) => names.get(row.system_id) ?? '',
              cell: (row: Credential) => names.get(row.system_id) ?? '–',
            },
          ]),
      {
        id: 'state',
        header: t('State'),
        sortBy: (row) => row.status,
        cell: (row) => <CredentialState credential={row} />,
      },
      {
        id: 'used',
        header: t('Used by'),
        align: 'right',
        card: 'half',
        cell: (row) => {
          const count = pipes.filter((pipe) => pipe.credential_ids.includes(row.credential_id)).length;
          return count === 0 ? '–' : t('{{count, number}} pipes', { count });
        },
      },
      { id: 'expires', header: t('Token ends'), cell: (row) => <Time at={row.expires_at} /> },
      {
        id: 'tested',
        header: t('Last tested'),
        cell: (row) => <Time at={row.last_tested_at} empty={t('Never')} />,
      },
    ],
    [t, project, system, names, pipes],
  );
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={onAdd}>
      {t('Add connection')}
    </Button>
  );
  return (
    <Section padded={false} {...(system ? { title: t('Connections'), actions: add } : {})}>
      <ListView
        label={t('Connections')}
        query={credentials}
        columns={columns}
        rowKey={(row) => row.credential_id}
        textOf={(row) => `${row.credential_name} ${names.get(row.system_id) ?? ''}`}
        empty={
          <Empty
            icon={IconKey}
            title={t('No connections yet')}
            action={
              <>
                {add}
                <TrySamples project={project} />
              </>
            }
          >
            {t(
              'A connection holds the sign-in to one account of a system. Pipes choose among the connections.',
            )}
          </Empty>
        }
      />
    </Section>
  );
}
