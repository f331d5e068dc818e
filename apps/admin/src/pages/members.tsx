/** Who has access to a project: people by e-mail, groups by id. */
import { useState } from 'react';
import { ActionIcon, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconUser, IconUsersGroup, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.js';
import { groupsQuery } from '../api/people.js';
import { projectQuery, updateProject } from '../api/projects.js';
import type { Project } from '../api/types.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { Dialog } from '../kit/dialog.js';
import { EmailTags, isEmail } from '../kit/email-tags.js';
import { Page, Section } from '../kit/page.js';
import { EmptySmall, ErrorNote, QueryView } from '../kit/states.js';
import { useAction } from '../kit/use-action.js';
import kit from '../kit/kit.module.css';
import { useRouteParams } from '../app/route.js';

export function MembersPage() {
  const { t } = useTranslation();
  const { projectId = '' } = useRouteParams();
  const client = useQueryClient();
  const project = useQuery(projectQuery(projectId));
  const known = useQuery(groupsQuery).data?.rows;
  const groups = known ?? [];
  const [adding, setAdding] = useState(false);
  const save = useAction({
    // From the list as it is now, so that what another tab has added in between stays.
    run: async (change: (now: Project) => Pick<Partial<Project>, 'users' | 'groups'>) =>
      updateProject(projectId, change(await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 }))),
    refresh: [['projects']],
    message: t('Members changed.'),
    onDone: () => setAdding(false),
    quiet: true,
  });
  const nameOf = (id: string) =>
    groups.find((group) => group.group_id === id)?.group_name ?? (known === undefined ? '…' : id);
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
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('Add people')}
          </Button>
        </>
      }
    >
      <QueryView query={project}>
        {(value) => (
          <Stack maw={720}>
            {save.isError && !adding ? <ErrorNote error={save.error} /> : null}
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
                  <div key={email} className={kit.listRow}>
                    <IconUser size={16} aria-hidden />
                    <Text style={{ flex: 1, overflowWrap: 'anywhere' }}>{email}</Text>
                    <ActionIcon
                      aria-label={t('Remove {{name}}', { name: email })}
                      onClick={() =>
                        save.mutate(({ users }) => ({ users: users.filter((entry) => entry !== email) }))
                      }
                    >
                      <IconX size={15} />
                    </ActionIcon>
                  </div>
                ))
              )}
            </Section>
            <Section title={t('Groups')} padded={false}>
              {value.groups.length === 0 ? (
                <EmptySmall icon={IconUsersGroup}>{t('No group was added yet.')}</EmptySmall>
              ) : (
                value.groups.map((id) => (
                  <div key={id} className={kit.listRow}>
                    <IconUsersGroup size={16} aria-hidden />
                    <Text style={{ flex: 1, overflowWrap: 'anywhere' }}>{nameOf(id)}</Text>
                    <ActionIcon
                      aria-label={t('Remove {{name}}', { name: nameOf(id) })}
                      onClick={() =>
                        save.mutate((now) => ({ groups: now.groups.filter((entry) => entry !== id) }))
                      }
                    >
                      <IconX size={15} />
                    </ActionIcon>
                  </div>
                ))
              )}
            </Section>
            <AddPeople
              key={String(adding)}
              opened={adding}
              onClose={() => setAdding(false)}
              groups={groups
                .map((group) => ({ value: group.group_id, label: group.group_name }))
                .filter((option) => !value.groups.includes(option.value))}
              error={save.error}
              saving={save.isPending}
              onAdd={(users, chosen) =>
                save.mutate((now) => ({
                  ...(users.length > 0 ? { users: [...now.users, ...users] } : {}),
                  ...(chosen.length > 0 ? { groups: [...new Set([...now.groups, ...chosen])] } : {}),
                }))
              }
            />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

interface AddPeopleProps {
  opened: boolean;
  onClose: () => void;
  groups: { value: string; label: string }[];
  error: unknown;
  saving: boolean;
  onAdd: (users: string[], groups: string[]) => void;
}

function AddPeople({ opened, onClose, groups, error, saving, onAdd }: AddPeopleProps) {
  const { t } = useTranslation();
  const [users, setUsers] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Add people')}>
      <Stack>
        {error instanceof ApiError ? <ErrorNote error={error} /> : null}
        <EmailTags
          label={t('E-mail addresses')}
          description={t('Enter after each.')}
          data-autofocus
          value={users}
          onChange={setUsers}
        />
        <MultiSelect
          label={t('Groups')}
          data={groups}
          value={chosen}
          onChange={setChosen}
          searchable
          nothingFoundMessage={t('No group')}
        />
        <Group justify="flex-end">
          <Button
            variant="filled"
            loading={saving}
            disabled={users.length + chosen.length === 0 || !users.every(isEmail)}
            onClick={() => onAdd(users, chosen)}
          >
            {t('Add')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
