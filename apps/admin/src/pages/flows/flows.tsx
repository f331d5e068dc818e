/** All flows of a project. */
import { useMemo } from 'react';
import { Button, Text } from '@mantine/core';
import { IconArrowsSplit2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { flowsQuery } from '../../api/flows.js';
import { pipesQuery } from '../../api/pipes.js';
import type { Flow, Pipe } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import type { Column } from '../../kit/data-table.js';
import { Dialog } from '../../kit/dialog.js';
import { ListView } from '../../kit/list-view.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useKeptDialog } from '../../kit/use-kept-dialog.js';
import kit from '../../kit/kit.module.css';
import { FlowState } from './flow-state.js';
import { NewFlow } from './new-flow.js';
import { TrySamples } from '../try-samples.js';
import { useRouteParams } from '../../app/route.js';

const nothing: never[] = [];
const textOf = (row: Flow) => `${row.flow_name} ${row.description}`;

/** Its mapping reads fields that no sample holds any more, and cannot do without them. */
const readsGoneFields = (pipe: Pipe): boolean => pipe.problems.some(({ code }) => code === 'SOURCE_MISSING');

export function FlowsPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const creating = useKeptDialog(`flow ${projectId}`, { byAddress: true });
  const flows = useQuery(flowsQuery(projectId));
  const pipes = useQuery(pipesQuery(projectId)).data?.rows ?? nothing;
  const columns = useMemo(
    (): Column<Flow>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.flow_name,
        cell: (row) => (
          <Link to={paths.flow(projectId, row.flow_id)} className={kit.rowLink}>
            {row.flow_name}
          </Link>
        ),
      },
      {
        id: 'steps',
        names: true,
        card: 'line',
        header: t('Steps'),
        cell: (row) => (
          <Text size="sm" lineClamp={1}>
            {row.handlers?.map((handler) => handler.handler_name).join(' → ') || '–'}
          </Text>
        ),
      },
      {
        id: 'state',
        header: t('State'),
        cell: (row) => (
          <>
            <FlowState flow={row} />
            {pipes.some((pipe) => pipe.flow_id === row.flow_id && readsGoneFields(pipe)) ? (
              <>
                {' '}
                <StateBadge tone="warn">{t('Fields gone')}</StateBadge>
              </>
            ) : null}
          </>
        ),
      },
      {
        id: 'used',
        header: t('Used by'),
        align: 'right',
        card: 'half',
        cell: (row) => {
          const count = pipes.filter((pipe) => pipe.flow_id === row.flow_id).length;
          return count === 0 ? '–' : t('{{count, number}} pipes', { count });
        },
      },
      {
        id: 'updated',
        wide: true,
        header: t('Updated'),
        sortBy: (row) => row.updated_at,
        newestFirst: true,
        width: 150,
        cell: (row) => <Time at={row.updated_at} />,
      },
    ],
    [t, projectId, pipes],
  );
  const open = () => creating.open();
  return (
    <Page
      title={t('Flows')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${projectId}/api/flows/create`,
              body: { flow_name: 'Orders to ERP', handlers: [] },
            }}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
            {t('New flow')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <ListView
          label={t('Flows')}
          query={flows}
          columns={columns}
          rowKey={(row) => row.flow_id}
          textOf={textOf}
          empty={
            <Empty
              icon={IconArrowsSplit2}
              title={t('No flows yet')}
              action={
                <>
                  <Button variant="filled" onClick={open}>
                    {t('New flow')}
                  </Button>
                  <TrySamples project={projectId} />
                </>
              }
            >
              {t(
                'A flow is the order of calls: read from one system, map, write to another. Pipes run it with their own connections.',
              )}
            </Empty>
          }
        />
      </Section>
      <Dialog opened={creating.opened} onClose={creating.close} title={t('New flow')}>
        <NewFlow project={projectId} draftId={creating.draftId} onDone={creating.done} />
      </Dialog>
    </Page>
  );
}
