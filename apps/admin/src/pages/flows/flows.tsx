/** All flows of a project. */
import { useMemo, useState } from 'react';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowsSplit2, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createFlow, flowsQuery } from '../../api/flows.js';
import { pipesQuery } from '../../api/pipes.js';
import type { Flow } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import type { Column } from '../../kit/data-table.js';
import { Dialog } from '../../kit/dialog.js';
import { ListView } from '../../kit/list-view.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, ErrorNote } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useSave } from '../../kit/use-save.js';
import kit from '../../kit/kit.module.css';
import { TrySamples } from '../try-samples.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

const nothing: never[] = [];
const textOf = (row: Flow) => `${row.flow_name} ${row.description}`;

export function FlowState({
  flow,
}: {
  flow: Pick<Flow, 'version' | 'published_version'> & { has_draft_changes?: boolean };
}) {
  const { t } = useTranslation();
  if (flow.published_version === null || flow.published_version === undefined)
    return <StateBadge tone="quiet">{t('Draft')}</StateBadge>;
  return (
    <StateBadge tone="good">
      {t('Published, version {{version}}', { version: flow.published_version })}
    </StateBadge>
  );
}

export function FlowsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { projectId = '' } = useRouteParams();
  const { connect } = useRouteSearch();
  const [creating, setCreating] = useState(connect !== undefined);
  const flows = useQuery(flowsQuery(projectId));
  const pipes = useQuery(pipesQuery(projectId)).data?.rows ?? nothing;
  const form = useCheckedForm({
    initialValues: { flow_name: '', description: '' },
    validate: { flow_name: (value) => (value.trim() === '' ? t('Give the flow a name.') : null) },
  });
  const { submit, saving, error } = useSave({
    form,
    save: (values) => createFlow(projectId, { ...values, handlers: [] }),
    onSaved: (flow) => {
      void client.invalidateQueries({ queryKey: ['p', projectId, 'flows'] });
      void navigate({ to: paths.flow(projectId, flow.flow_id) });
    },
  });
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
      { id: 'state', header: t('State'), cell: (row) => <FlowState flow={row} /> },
      {
        id: 'used',
        header: t('Used by'),
        align: 'right',
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
        width: 150,
        cell: (row) => <Time at={row.updated_at} />,
      },
    ],
    [t, projectId, pipes],
  );
  const open = () => {
    setCreating(true);
  };
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
      <Dialog
        opened={creating}
        onClose={() => {
          setCreating(false);
        }}
        title={t('New flow')}
      >
        <form onSubmit={submit} noValidate>
          <Stack>
            {error ? <ErrorNote error={error} /> : null}
            <TextInput
              label={t('Name')}
              placeholder={t('Orders to sales orders')}
              data-autofocus
              {...form.getInputProps('flow_name')}
            />
            <Textarea label={t('Description')} autosize minRows={2} {...form.getInputProps('description')} />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={saving}>
                {t('Create flow')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </Page>
  );
}
