/** All projects that one may see. */
import { useMemo } from 'react';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createProject, projectsQuery } from '../api/projects.js';
import type { Project } from '../api/types.js';
import { paths } from '../app/paths.js';
import { formatNumber } from '../i18n/format.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import type { Column } from '../kit/data-table.js';
import { Dialog } from '../kit/dialog.js';
import { ServedList } from '../kit/list-view.js';
import { Page, Section } from '../kit/page.js';
import { SavedForm } from '../kit/saved-form.js';
import { Empty } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { queryOf } from '../kit/curl.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptDialog } from '../kit/use-kept-dialog.js';
import { useListAddress } from '../kit/use-list-address.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';
import kit from '../kit/kit.module.css';

const sorts = ['name', 'updated_at'];

export function ProjectsPage() {
  const { t } = useTranslation();
  const creating = useKeptDialog('project', { byAddress: true });
  const list = useListAddress(sorts);
  const { page, search, sort } = list;
  const projects = useQuery(projectsQuery({ page, search, sort }));
  const columns = useMemo(
    (): Column<Project>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.project_name,
        cell: (row) => (
          <Link to={paths.dashboard(row.project_id)} className={kit.rowLink}>
            {row.project_name}
          </Link>
        ),
      },
      {
        id: 'description',
        names: true,
        card: 'line',
        header: t('Description'),
        cell: (row) =>
          row.project_description ? (
            <Text size="sm" lineClamp={1}>
              {row.project_description}
            </Text>
          ) : (
            '–'
          ),
      },
      {
        id: 'members',
        header: t('Members'),
        align: 'right',
        card: 'half',
        width: 90,
        cell: (row) => formatNumber(row.users.length),
      },
      {
        id: 'groups',
        header: t('Groups'),
        align: 'right',
        card: 'half',
        width: 90,
        cell: (row) => formatNumber(row.groups.length),
      },
      {
        id: 'updated_at',
        header: t('Updated'),
        width: 160,
        newestFirst: true,
        sortBy: (row) => row.updated_at,
        cell: (row) => <Time at={row.updated_at} />,
      },
    ],
    [t],
  );
  const open = () => creating.open();
  return (
    <Page
      title={t('Projects')}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('New project'),
                call: {
                  method: 'POST',
                  path: '/api/projects/create',
                  body: { project_name: 'Shop to ERP', project_description: '', users: [], groups: [] },
                },
              },
              {
                does: t('Read the list'),
                call: {
                  method: 'GET',
                  path: `/api/projects${queryOf({ page, per_page: 50, search, sort })}`,
                },
              },
            ]}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
            {t('New project')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <ServedList
          label={t('Projects')}
          query={projects}
          columns={columns}
          rowKey={(row) => row.project_id}
          list={list}
          empty={
            <Empty
              icon={IconFolders}
              title={t('No projects yet')}
              action={
                <Button variant="filled" onClick={open}>
                  {t('New project')}
                </Button>
              }
            >
              {t(
                'A project holds systems, APIs, flows and pipes, and is shared with the people who work on it.',
              )}
            </Empty>
          }
        />
      </Section>
      <Dialog opened={creating.opened} onClose={creating.close} title={t('New project')}>
        <NewProject draftId={creating.draftId} onDone={creating.done} />
      </Dialog>
    </Page>
  );
}

function NewProject({ draftId, onDone }: { draftId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { project_name: '', project_description: '' },
    validate: { project_name: (value) => (value.trim() === '' ? t('Give the project a name.') : null) },
  });
  const kept = useKeptForm({ form, id: draftId });
  const save = useSave({
    form,
    keptAs: draftId,
    save: createProject,
    onSaved: ({ project_id }) => {
      void client.invalidateQueries({ queryKey: ['projects'] });
      onDone();
      void navigate({ to: paths.start(project_id) });
    },
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Create project')}>
      <TextInput label={t('Name')} data-autofocus {...form.getInputProps('project_name')} />
      <Textarea
        label={t('Description')}
        autosize
        minRows={3}
        {...form.getInputProps('project_description')}
      />
    </SavedForm>
  );
}
