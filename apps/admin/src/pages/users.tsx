/** Users of the instance: invited by link, with a role, suspended when they must not sign in. */
import { useMemo, useState } from 'react';
import { ActionIcon, Button, Group, Menu, Select, Stack, TextInput } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createUser, deleteUser, inviteUser, updateUser, usersQuery } from '../api/people.js';
import { meQuery } from '../api/auth.js';
import { session, useSession } from '../api/session.js';
import type { Person } from '../api/types.js';
import { Confirm } from '../kit/confirm.js';
import { CopyButton } from '../kit/copy-button.js';
import { ACTIONS, DataTable, type Column } from '../kit/data-table.js';
import { Dialog } from '../kit/dialog.js';
import { SearchBox } from '../kit/list-view.js';
import { Note } from '../kit/note.js';
import { Page, Section } from '../kit/page.js';
import { StateBadge } from '../kit/state-badge.js';
import { Empty, ErrorNote, QueryView } from '../kit/states.js';
import { useAction } from '../kit/use-action.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useSave } from '../kit/use-save.js';
import kit from '../kit/kit.module.css';
import { CopyAsCall } from '../kit/copy-as-call.js';

const roles = { member: 'Member', admin: 'Admin', owner: 'Owner' };

export function UsersPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useSession((state) => state.user);
  const [page, setPage] = useState(1);
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Person | null>(null);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), 300);
  const users = useQuery({ ...usersQuery(page, wanted), placeholderData: keepPreviousData });
  const [heir, setHeir] = useState<Person | null>(null);
  const refresh = [['users']];
  const change = useAction({
    run: ({ id, ...body }: { id: string; role?: Person['role']; suspended?: boolean }) =>
      updateUser(id, body),
    refresh,
    message: t('Saved.'),
    quiet: true,
  });
  const invite = useAction({
    run: inviteUser,
    refresh,
    quiet: true,
    onDone: (person) => {
      setLink(person.invitation_url ?? null);
      setInviting(true);
    },
  });
  const form = useCheckedForm({
    initialValues: { email: '', name: '', role: 'member' as 'admin' | 'member' },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t('Give an e-mail address.')) },
  });
  const { submit, saving, error } = useSave({
    form,
    save: ({ name, ...values }) => createUser({ ...values, ...(name.trim() ? { name: name.trim() } : {}) }),
    onSaved: (person) => {
      void client.invalidateQueries({ queryKey: ['users'] });
      setLink(person.invitation_url ?? '');
    },
  });
  const close = () => {
    setInviting(false);
    setLink(null);
    form.reset();
  };
  const columns = useMemo(
    (): Column<Person>[] => [
      { id: 'name', header: t('Name'), sortBy: (row) => row.name, cell: (row) => <b>{row.name || '–'}</b> },
      {
        id: 'email',
        names: true,
        card: 'line',
        header: t('E-mail'),
        sortBy: (row) => row.email,
        cell: (row) => row.email,
      },
      { id: 'role', header: t('Role'), sortBy: (row) => row.role, cell: (row) => t(roles[row.role]) },
      {
        id: 'state',
        header: t('State'),
        cell: (row) =>
          row.suspended ? (
            <StateBadge tone="bad">{t('Suspended')}</StateBadge>
          ) : row.accepted === false ? (
            <StateBadge tone="warn">{t('Invited')}</StateBadge>
          ) : (
            <StateBadge tone="good">{t('Active')}</StateBadge>
          ),
      },
      {
        id: ACTIONS,
        header: t('Actions'),
        width: 50,
        cell: (row) =>
          row.user_id === me?.user_id ? null : (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={t('Change {{name}}', { name: row.email })}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {row.role === 'owner' ? null : (
                  <Menu.Item
                    onClick={() =>
                      change.mutate({ id: row.user_id, role: row.role === 'admin' ? 'member' : 'admin' })
                    }
                  >
                    {row.role === 'admin' ? t('Make a member') : t('Make an admin')}
                  </Menu.Item>
                )}
                {me?.role === 'owner' && row.accepted !== false && !row.suspended ? (
                  <Menu.Item onClick={() => setHeir(row)}>{t('Make the owner')}</Menu.Item>
                ) : null}
                {row.accepted === false ? (
                  <Menu.Item onClick={() => invite.mutate(row.user_id)}>{t('New invitation link')}</Menu.Item>
                ) : null}
                <Menu.Item onClick={() => change.mutate({ id: row.user_id, suspended: !row.suspended })}>
                  {row.suspended ? t('Let in again') : t('Suspend')}
                </Menu.Item>
                <Menu.Item c="var(--pw-bad)" onClick={() => setDeleting(row)}>
                  {t('Delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ),
      },
    ],
    [t, me, change, invite],
  );
  return (
    <Page
      title={t('Users')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: '/api/users/create',
              body: { email: 'ann@example.com', role: 'member' },
            }}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => setInviting(true)}>
            {t('Invite')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <div className={kit.toolbar}>
          <SearchBox
            label={t('Search in {{list}}', { list: t('Users') })}
            value={search}
            onChange={(value) => {
              setSearch(value);
              setPage(1);
            }}
          />
        </div>
        {[change.error, invite.error].map((error, position) =>
          error ? <ErrorNote key={position} error={error} /> : null,
        )}
        <QueryView query={users}>
          {({ rows, page: shown }) =>
            rows.length === 0 ? (
              <Empty
                title={t('No match')}
                action={<Button onClick={() => setSearch('')}>{t('Clear filters')}</Button>}
              />
            ) : (
              <DataTable
                label={t('Users')}
                rows={rows}
                columns={columns}
                rowKey={(row) => row.user_id}
                page={shown}
                onPage={setPage}
              />
            )
          }
        </QueryView>
      </Section>
      <Dialog opened={inviting} onClose={close} title={t('Invite')}>
        {link === null ? (
          <form onSubmit={submit} noValidate>
            <Stack>
              {error ? <ErrorNote error={error} /> : null}
              <TextInput label={t('E-mail')} type="email" data-autofocus {...form.getInputProps('email')} />
              <TextInput label={t('Name')} {...form.getInputProps('name')} />
              <Select
                label={t('Role')}
                allowDeselect={false}
                data={[
                  { value: 'member', label: t('Member: the projects shared with them') },
                  { value: 'admin', label: t('Admin: all projects, and people') },
                ]}
                {...form.getInputProps('role')}
              />
              <Group justify="flex-end">
                <Button type="submit" variant="filled" loading={saving}>
                  {t('Make the invitation')}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <Stack>
            <Note
              tone="good"
              live
              title={t('Send this link; it works once, for seven days.')}
              action={<CopyButton value={link} label={t('Copy the link')} />}
            >
              <span className="mono">{link}</span>
            </Note>
            <Group justify="flex-end">
              <Button variant="filled" onClick={close}>
                {t('Done')}
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
      <Confirm
        opened={heir !== null}
        onClose={() => setHeir(null)}
        title={t('Hand the ownership to {{name}}?', { name: heir?.email })}
        text={t('They become the owner, and you an admin. Only they can hand it back.')}
        action={t('Hand over')}
        typed={heir?.email ?? ''}
        run={async () => {
          if (heir) await updateUser(heir.user_id, { role: 'owner' });
          session.update(await client.fetchQuery({ ...meQuery, staleTime: 0 }));
          await client.invalidateQueries({ queryKey: ['users'] });
        }}
      />
      <Confirm
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('Delete {{name}}?', { name: deleting?.email })}
        text={t('Their tokens and sessions end at once. What they made stays.')}
        action={t('Delete user')}
        run={async () => {
          if (deleting) await deleteUser(deleting.user_id);
          await client.invalidateQueries({ queryKey: ['users'] });
        }}
      />
    </Page>
  );
}
