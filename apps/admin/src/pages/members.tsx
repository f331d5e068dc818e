/** Who has access to a project: people by e-mail, groups by id. */
import { useState } from 'react';
import { ActionIcon, Box, Button, MultiSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconUser, IconUsersGroup, IconX, type Icon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '../api/people.js';
import { projectQuery, updateProject } from '../api/projects.js';
import { useSession } from '../api/session.js';
import type { Project } from '../api/types.js';
import { Confirm } from '../kit/confirm.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { Dialog } from '../kit/dialog.js';
import { faultUnder } from '../kit/field-labels.js';
import { EmailTags, isEmail } from '../kit/email-tags.js';
import { Page, Section } from '../kit/page.js';
import { SavedForm } from '../kit/saved-form.js';
import { EmptySmall, ErrorNote, QueryView } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptDialog } from '../kit/use-kept-dialog.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';
import kit from '../kit/kit.module.css';
import { useRouteParams } from '../app/route.js';

type Members = Pick<Project, 'users' | 'groups'>;

/** Changes the list as it is now, so that what another tab has added in between stays. */
function useMembers(project: string) {
  const client = useQueryClient();
  return async (change: (now: Members) => Partial<Members>): Promise<void> => {
    const now = await client.fetchQuery({ ...projectQuery(project), staleTime: 0 });
    await updateProject(project, change(now));
    await client.invalidateQueries({ queryKey: ['projects'] });
  };
}

interface Removed {
  kind: 'users' | 'groups';
  id: string;
  name: string;
}

export function MembersPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const project = useQuery(projectQuery(projectId));
  const groups = useQuery(groupsQuery);
  const me = useSession((state) => state.user?.email);
  const adding = useKeptDialog(`members of ${projectId}`, { byAddress: true });
  const [removing, setRemoving] = useState<Removed | null>(null);
  const change = useMembers(projectId);
  const nameOf = (id: string) =>
    groups.data?.rows.find((group) => group.group_id === id)?.group_name ?? (groups.isPending ? '…' : id);
  return (
    <Page
      title={t('Members')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/api/projects/update/${projectId}`,
              body: { users: project.data?.users ?? [], groups: project.data?.groups ?? [] },
            }}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => adding.open()}>
            {t('Add people')}
          </Button>
        </>
      }
    >
      <QueryView query={project}>
        {(value) => (
          <Stack className={kit.form ?? ''}>
            <Section
              title={t('People')}
              help={t(
                'Someone without an account gets access when they join with this address. The creator, admins and the owner always have it.',
              )}
              padded={false}
            >
              {value.users.length === 0 ? (
                <EmptySmall icon={IconUser}>{t('Nobody was added yet.')}</EmptySmall>
              ) : (
                value.users.map((email) => (
                  <Member
                    key={email}
                    icon={IconUser}
                    name={email}
                    onRemove={() => setRemoving({ kind: 'users', id: email, name: email })}
                  />
                ))
              )}
            </Section>
            <Section title={t('Groups')} padded={false}>
              {groups.isError ? (
                <Box p="sm">
                  <ErrorNote error={groups.error} onRetry={() => void groups.refetch()} />
                </Box>
              ) : null}
              {value.groups.length === 0 ? (
                <EmptySmall icon={IconUsersGroup}>{t('No group was added yet.')}</EmptySmall>
              ) : (
                value.groups.map((id) => (
                  <Member
                    key={id}
                    icon={IconUsersGroup}
                    name={nameOf(id)}
                    onRemove={() => setRemoving({ kind: 'groups', id, name: nameOf(id) })}
                  />
                ))
              )}
            </Section>
            <Dialog opened={adding.opened} onClose={adding.close} title={t('Add people')}>
              <AddPeople
                draftId={adding.draftId}
                groups={(groups.data?.rows ?? [])
                  .map((group) => ({ value: group.group_id, label: group.group_name }))
                  .filter((option) => !value.groups.includes(option.value))}
                add={({ users, groups: chosen }) =>
                  change((now) => ({
                    ...(users.length > 0 ? { users: [...now.users, ...users] } : {}),
                    ...(chosen.length > 0 ? { groups: [...new Set([...now.groups, ...chosen])] } : {}),
                  }))
                }
                onDone={adding.done}
              />
            </Dialog>
          </Stack>
        )}
      </QueryView>
      <Confirm
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('Remove {{name}}?', { name: removing?.name })}
        text={
          removing?.kind === 'groups'
            ? t(
                'Its people lose access to this project at once, unless they have it by another way. What they made stays.',
              )
            : removing?.id === me
              ? t('You lose access to this project at once, unless you have it by another way.')
              : t(
                  'They lose access to this project at once, unless they have it by a group or as an admin. What they made stays.',
                )
        }
        action={t('Remove')}
        run={async () => {
          if (!removing) return;
          const { kind, id } = removing;
          await change((now) => ({ [kind]: now[kind].filter((entry) => entry !== id) }));
        }}
      />
    </Page>
  );
}

function Member({ icon: MemberIcon, name, onRemove }: { icon: Icon; name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={kit.listRow}>
      <MemberIcon size={16} aria-hidden />
      <Text style={{ flex: 1, overflowWrap: 'anywhere' }} lineClamp={2}>
        {name}
      </Text>
      <ActionIcon aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface AddPeopleProps {
  draftId: string;
  groups: { value: string; label: string }[];
  add: (members: Members) => Promise<void>;
  onDone: () => void;
}

function AddPeople({ draftId, groups, add, onDone }: AddPeopleProps) {
  const { t } = useTranslation();
  const form = useCheckedForm<Members>({ initialValues: { users: [], groups: [] } });
  const kept = useKeptForm({ form, id: draftId });
  const { users, groups: chosen } = form.values;
  const save = useSave({
    form,
    keptAs: draftId,
    message: t('Members changed.'),
    save: add,
    onSaved: onDone,
  });
  return (
    <SavedForm
      kept={kept}
      save={save}
      action={t('Add')}
      disabled={users.length + chosen.length === 0 || !users.every(isEmail)}
    >
      <EmailTags
        label={t('E-mail addresses')}
        description={t('Enter after each.')}
        data-autofocus
        {...form.getInputProps('users')}
        error={faultUnder(form.errors, 'users')}
        value={users}
        onChange={(value) => form.setFieldValue('users', value)}
      />
      <MultiSelect
        label={t('Groups')}
        data={groups}
        searchable
        nothingFoundMessage={t('No group')}
        {...form.getInputProps('groups')}
      />
    </SavedForm>
  );
}
