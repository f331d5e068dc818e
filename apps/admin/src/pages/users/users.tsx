/** Users of the instance: invited by link, with a role, suspended when they must not sign in. */
import { useMemo, useState } from 'react';
import { Box, Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateUser, userQuery, usersQuery } from '../../api/people.js';
import { useSession } from '../../api/session.js';
import type { Person } from '../../api/types.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { queryOf } from '../../kit/curl.js';
import { ACTIONS, type Column } from '../../kit/data-table.js';
import { Dialog } from '../../kit/dialog.js';
import { ServedList } from '../../kit/list-view.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty, ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import { useListAddress } from '../../kit/use-list-address.js';
import { useKeptDialog } from '../../kit/use-kept-dialog.js';
import { useShownOnce } from '../../kit/use-shown-once.js';
import { useUndo } from '../../kit/use-undo.js';
import { InvitationLink, InviteForm, UserForm } from './user-forms.js';
import { UserMenu } from './user-menu.js';
import { UserQuestion, type AskedUser } from './user-question.js';

type UserChange = { row: Person; role?: 'admin' | 'member'; suspended?: false };
const sorts = ['name', 'email'];
const roles = { member: 'Member', admin: 'Admin', owner: 'Owner' };

export function UsersPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useSession((state) => state.user);
  const inviting = useKeptDialog('invitation', { byAddress: true });
  const editing = useKeptDialog('user');
  const link = useShownOnce();
  const [asked, setAsked] = useState<AskedUser | null>(null);
  const list = useListAddress(sorts);
  const { page, search, sort } = list;
  const users = useQuery(usersQuery({ page, search, sort }));
  const listed = users.data?.rows.find((row) => row.user_id === editing.last);
  // what was typed about somebody opens again although the list begins at its first page
  const elsewhere = useQuery({
    ...userQuery(editing.last),
    enabled: editing.opened && users.data !== undefined && listed === undefined,
  });
  const edited = listed ?? elsewhere.data ?? undefined;
  const reread = () => client.invalidateQueries({ queryKey: ['users'] });
  const undo = useUndo();
  const change = useAction({
    run: ({ row, ...body }: UserChange) => updateUser(row.user_id, body),
    refresh: [['users']],
    onDone: (_answer, { row, role }) => {
      const words =
        role === undefined
          ? t('{{name}} may sign in again.', { name: row.email })
          : role === 'admin'
            ? t('{{name}} is an admin now.', { name: row.email })
            : t('{{name}} is a member now.', { name: row.email });
      const before = role === undefined ? { suspended: true } : { role: row.role };
      undo(words, async () => {
        await updateUser(row.user_id, before);
        await reread();
      });
    },
    quiet: true,
  });
  const close = () => {
    inviting.close();
    link.close();
  };
  const invite = () => {
    link.forget();
    inviting.open();
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
      { id: 'role', header: t('Role'), cell: (row) => t(roles[row.role]) },
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
        width: 80,
        align: 'right',
        card: 'corner',
        cell: (row) =>
          // only the owner changes the account of the owner
          row.role === 'owner' && me?.role !== 'owner' ? null : (
            <UserMenu
              user={row}
              me={me}
              onEdit={() => editing.open(row.user_id)}
              onChange={(body) => change.mutate({ row, ...body })}
              onAsk={(what) => setAsked({ what, user: row })}
            />
          ),
      },
    ],
    [t, me, change, editing],
  );
  return (
    <Page
      title={t('Users')}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('Invite'),
                call: {
                  method: 'POST',
                  path: '/api/users/create',
                  body: { email: 'ann@example.com', role: 'member' },
                },
              },
              {
                does: t('Change the role, or suspend'),
                call: {
                  method: 'POST',
                  path: '/api/users/update/<user_id>',
                  body: { role: 'admin', suspended: false },
                },
              },
              {
                does: t('Read the list'),
                call: { method: 'GET', path: `/api/users${queryOf({ page, per_page: 50, search, sort })}` },
              },
            ]}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={invite}>
            {t('Invite')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        {change.isError ? (
          <Box p="sm">
            <ErrorNote error={change.error} onRetry={() => change.mutate(change.variables)} />
          </Box>
        ) : null}
        <ServedList
          label={t('Users')}
          query={users}
          columns={columns}
          rowKey={(row) => row.user_id}
          list={list}
          empty={<Empty icon={IconUsers} title={t('No users yet')} />}
        />
      </Section>
      <Dialog
        opened={inviting.opened || link.isOpen}
        onClose={close}
        onExitTransitionEnd={link.forget}
        title={t('Invite')}
      >
        {link.value === null ? (
          <InviteForm
            draftId={inviting.draftId}
            onInvited={(address) => {
              inviting.done();
              link.show(address);
            }}
          />
        ) : (
          <InvitationLink link={link.value} onDone={close} />
        )}
      </Dialog>
      <Dialog
        opened={editing.opened && edited !== undefined}
        onClose={editing.close}
        title={t('Change {{name}}', { name: edited?.email })}
      >
        {edited ? (
          <UserForm
            key={edited.user_id}
            user={edited}
            isMe={edited.user_id === me?.user_id}
            draftId={editing.draftId}
            onDone={editing.done}
          />
        ) : null}
      </Dialog>
      <UserQuestion asked={asked} onClose={() => setAsked(null)} onLink={link.show} />
    </Page>
  );
}
