/** Groups of the instance, to share projects with many people at once. */
import { useMemo, useState } from 'react';
import { Button, Group as Row, TextInput } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createGroup, deleteGroup, groupsQuery, updateGroup } from '../api/people.js';
import { useSession } from '../api/session.js';
import type { Group } from '../api/types.js';
import { formatNumber } from '../i18n/format.js';
import { Confirm } from '../kit/confirm.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { CopyButton } from '../kit/copy-button.js';
import { ACTIONS, type Column } from '../kit/data-table.js';
import { Dialog } from '../kit/dialog.js';
import { EmailTags } from '../kit/email-tags.js';
import { faultUnder } from '../kit/field-labels.js';
import { ListView } from '../kit/list-view.js';
import { Page, Section } from '../kit/page.js';
import { SavedForm } from '../kit/saved-form.js';
import { Empty } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { changedList } from '../kit/changed-list.js';
import { useKeptDialog } from '../kit/use-kept-dialog.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';

export function GroupsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const groups = useQuery(groupsQuery);
  const manages = useSession((state) => state.user?.role === 'owner' || state.user?.role === 'admin');
  const editing = useKeptDialog('group', { byAddress: true });
  const edited = groups.data?.rows.find((row) => row.group_id === editing.last);
  const [deleting, setDeleting] = useState<Group | null>(null);
  const columns = useMemo(
    (): Column<Group>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.group_name,
        cell: (row) => <b>{row.group_name}</b>,
      },
      {
        id: 'id',
        card: 'line',
        header: t('Group ID'),
        cell: (row) => (
          <Row gap={4} wrap="nowrap">
            <span className="mono">{row.group_id}</span>
            <CopyButton value={row.group_id} label={t('Copy the group ID')} />
          </Row>
        ),
      },
      ...(manages
        ? [
            {
              id: 'users',
              header: t('People'),
              align: 'right' as const,
              width: 90,
              cell: (row: Group) => (row.users ? formatNumber(row.users.length) : '–'),
            },
            {
              id: ACTIONS,
              header: t('Actions'),
              width: 170,
              align: 'right' as const,
              cell: (row: Group) => (
                <Row gap={6} justify="flex-end" wrap="nowrap">
                  <Button size="compact-sm" onClick={() => editing.open(row.group_id)}>
                    {t('Edit')}
                  </Button>
                  <Button size="compact-sm" c="var(--pw-bad)" onClick={() => setDeleting(row)}>
                    {t('Delete')}
                  </Button>
                </Row>
              ),
            },
          ]
        : []),
    ],
    [t, manages],
  );
  const create = manages ? (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => editing.open()}>
      {t('New group')}
    </Button>
  ) : null;
  return (
    <Page
      title={t('Groups')}
      actions={
        manages ? (
          <>
            <CopyAsCall
              call={[
                {
                  does: t('New group'),
                  call: {
                    method: 'POST',
                    path: '/api/groups/create',
                    body: { group_name: 'Integrators', users: ['ann@example.com'] },
                  },
                },
                {
                  does: t('Change a group'),
                  call: {
                    method: 'POST',
                    path: '/api/groups/update/<group_id>',
                    body: { users: ['ann@example.com', 'bob@example.com'] },
                  },
                },
                { does: t('Read the list'), call: { method: 'GET', path: '/api/groups' } },
              ]}
            />
            {create}
          </>
        ) : null
      }
    >
      <Section padded={false}>
        <ListView
          label={t('Groups')}
          query={groups}
          columns={columns}
          rowKey={(row) => row.group_id}
          textOf={(row) => row.group_name}
          empty={
            <Empty icon={IconUsersGroup} title={t('No groups yet')} action={create}>
              {t('A group is a list of people that projects can be shared with at once.')}
            </Empty>
          }
        />
      </Section>
      <Dialog
        opened={editing.about === 'new' || (editing.opened && edited !== undefined)}
        onClose={editing.close}
        title={edited ? t('Group') : t('New group')}
      >
        <GroupForm key={editing.draftId} group={edited} draftId={editing.draftId} onDone={editing.done} />
      </Dialog>
      <Confirm
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('Delete {{name}}?', { name: deleting?.group_name })}
        text={t('Its people stay. While a project is shared with it, it cannot be deleted.')}
        action={t('Delete group')}
        run={async () => {
          if (deleting) await deleteGroup(deleting.group_id);
          await client.invalidateQueries({ queryKey: ['groups'] });
        }}
      />
    </Page>
  );
}

interface GroupFormProps {
  /** Undefined: a new one. */
  group: Group | undefined;
  draftId: string;
  onDone: () => void;
}

/** The base of the comparison with what another tab has added. */
const keptWith = { before: 'users' } as const;

function GroupForm({ group, draftId, onDone }: GroupFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: {
      group_name: group?.group_name ?? '',
      users: group?.users ?? [],
      /** What the people were when the list was changed here; kept with it. */
      before: group?.users ?? [],
    },
    validate: { group_name: (value) => (value.trim() === '' ? t('Give the group a name.') : null) },
  });
  const kept = useKeptForm({ form, id: draftId, keptWith });
  const save = useSave({
    form,
    keptAs: draftId,
    message: t('Saved.'),
    save: async ({ group_name, users, before }, key) => {
      if (!group) return createGroup({ group_name, users }, key);
      // from the people as they are now, so that those whom another tab has added in between stay
      const newest = await client.fetchQuery({ ...groupsQuery, staleTime: 0 });
      const now = newest.rows.find((row) => row.group_id === group.group_id)?.users ?? [];
      return updateGroup(group.group_id, {
        ...(form.isDirty('group_name') ? { group_name } : {}),
        ...(form.isDirty('users') ? { users: changedList(before, users, now) } : {}),
      });
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['groups'] });
      onDone();
    },
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Save')}>
      <TextInput label={t('Name')} data-autofocus {...form.getInputProps('group_name')} />
      <EmailTags
        label={t('E-mail addresses')}
        description={t('Enter after each.')}
        {...form.getInputProps('users')}
        error={faultUnder(form.errors, 'users')}
        value={form.values.users}
        onChange={(users) => form.setFieldValue('users', users)}
      />
    </SavedForm>
  );
}
