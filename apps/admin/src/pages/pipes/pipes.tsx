/** All pipes of a project. */
import { useMemo } from 'react';
import { Button, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { flowsQuery } from '../../api/flows.js';
import { pipesQuery } from '../../api/pipes.js';
import { credentialsQuery } from '../../api/systems.js';
import type { Pipe } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import type { Column } from '../../kit/data-table.js';
import { ListView } from '../../kit/list-view.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { Empty } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import kit from '../../kit/kit.module.css';
import { TrySamples } from '../try-samples.js';
import { PipeState, RunState } from '../status.js';
import { PipeSchedule } from './pipe-schedule.js';
import { useRouteParams } from '../../app/route.js';

const textOf = (row: Pipe) => row.pipe_name;

export function PipesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const pipes = useQuery(pipesQuery(projectId));
  const flows = useQuery(flowsQuery(projectId)).data?.rows;
  const credentials = useQuery(credentialsQuery(projectId)).data?.rows;
  const create = () => void navigate({ to: paths.newPipe(projectId) });
  const columns = useMemo(
    (): Column<Pipe>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.pipe_name,
        cell: (row) => (
          <Link to={paths.pipe(projectId, row.pipe_id)} className={kit.rowLink}>
            {row.pipe_name}
          </Link>
        ),
      },
      {
        id: 'flow',
        names: true,
        header: t('Flow'),
        cell: (row) => flows?.find((flow) => flow.flow_id === row.flow_id)?.flow_name ?? '–',
      },
      {
        id: 'connections',
        names: true,
        card: 'line',
        header: t('Connections'),
        cell: (row) => (
          <Text size="sm" lineClamp={1}>
            {row.credential_ids
              .map((id) => credentials?.find((entry) => entry.credential_id === id)?.credential_name ?? '…')
              .join(', ') || '–'}
          </Text>
        ),
      },
      {
        id: 'schedule',
        wide: true,
        header: t('Schedule'),
        cell: (row) => <PipeSchedule project={projectId} pipe={row.pipe_id} />,
      },
      { id: 'state', header: t('State'), cell: (row) => <PipeState pipe={row} /> },
      {
        id: 'last',
        header: t('Last run'),
        cell: (row) =>
          row.last_run ? (
            <Link to={paths.run(projectId, row.last_run.run_id)}>
              <RunState status={row.last_run.status} />
            </Link>
          ) : (
            '–'
          ),
      },
      { id: 'next', header: t('Next run'), cell: (row) => <Time at={row.next_run_at} /> },
    ],
    [t, projectId, flows, credentials],
  );
  return (
    <Page
      title={t('Pipes')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${projectId}/api/pipes/create`,
              body: { pipe_name: 'Orders to ERP', flow_id: '<flow_id>', credential_ids: ['<credential_id>'] },
            }}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={create}>
            {t('New pipe')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <ListView
          label={t('Pipes')}
          query={pipes}
          columns={columns}
          rowKey={(row) => row.pipe_id}
          textOf={textOf}
          empty={
            <Empty
              icon={IconPlugConnected}
              title={t('No pipes yet')}
              action={
                <>
                  <Button variant="filled" onClick={create}>
                    {t('New pipe')}
                  </Button>
                  <TrySamples project={projectId} />
                </>
              }
            >
              {t('A pipe runs a flow with connections of its own, by hand, by schedule or by webhook.')}
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}
