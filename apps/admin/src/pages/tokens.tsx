/** Personal access tokens for REST clients; a token is shown once, with a call to try it. */
import { useMemo, useState } from 'react';
import { Button, Group, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createToken, deleteToken, tokensQuery } from '../api/auth.js';
import type { AccessToken } from '../api/types.js';
import { Confirm } from '../kit/confirm.js';
import { CopyButton } from '../kit/copy-button.js';
import { ACTIONS, type Column } from '../kit/data-table.js';
import { Dialog } from '../kit/dialog.js';
import { ListView } from '../kit/list-view.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { Page, Section } from '../kit/page.js';
import { SavedForm } from '../kit/saved-form.js';
import { ShownOnce } from '../kit/shown-once.js';
import { Empty } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { showError } from '../kit/use-action.js';
import { useIsHere } from '../kit/use-is-here.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptDialog } from '../kit/use-kept-dialog.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useShownOnce } from '../kit/use-shown-once.js';
import { useSave } from '../kit/use-save.js';
import { ProjectsSelect } from './projects-select.js';
import kit from '../kit/kit.module.css';

const textOf = (row: AccessToken) => row.token_name;

export function TokensPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const tokens = useQuery(tokensQuery);
  const creating = useKeptDialog('access token', { byAddress: true });
  const created = useShownOnce();
  const [deleting, setDeleting] = useState<AccessToken | null>(null);
  const columns = useMemo(
    (): Column<AccessToken>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.token_name,
        cell: (row) => <b>{row.token_name}</b>,
      },
      { id: 'may', header: t('May'), cell: (row) => (row.read_only ? t('Read') : t('Read and change')) },
      {
        id: 'projects',
        header: t('Projects'),
        cell: (row) => (row.project_ids?.length ? row.project_ids.length : t('All of mine')),
      },
      {
        id: 'used',
        header: t('Last used'),
        cell: (row) => <Time at={row.last_used_at} empty={t('Never')} />,
      },
      { id: 'ends', header: t('Ends'), cell: (row) => <Time at={row.expires_at} empty={t('Never')} /> },
      {
        id: ACTIONS,
        header: t('Actions'),
        width: 90,
        align: 'right',
        cell: (row) => (
          <Button size="compact-sm" c="var(--pw-bad)" onClick={() => setDeleting(row)}>
            {t('Delete')}
          </Button>
        ),
      },
    ],
    [t],
  );
  const isHere = useIsHere();
  const takeBack = async (id: string) => {
    try {
      await deleteToken(id);
    } catch (failure) {
      return showError(failure);
    }
    notifications.show({
      message: t('No token was made: you left the page before it could be shown.'),
      color: 'yellow',
    });
  };
  const close = () => {
    creating.close();
    created.close();
  };
  const open = () => {
    created.forget();
    creating.open();
  };
  return (
    <Page
      title={t('Access tokens')}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('Create token'),
                call: {
                  method: 'POST',
                  path: '/api/access_tokens/create',
                  body: { token_name: 'My program', expires_in_days: 90, project_ids: [], read_only: false },
                },
              },
              { does: t('Read the list'), call: { method: 'GET', path: '/api/access_tokens' } },
              {
                does: t('Delete token'),
                call: { method: 'POST', path: '/api/access_tokens/delete/<token_id>' },
              },
            ]}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
            {t('Create token')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <ListView
          label={t('Access tokens')}
          query={tokens}
          columns={columns}
          rowKey={(row) => row.token_id}
          textOf={textOf}
          empty={
            <Empty
              icon={IconKey}
              title={t('No access tokens yet')}
              action={
                <Button variant="filled" onClick={open}>
                  {t('Create token')}
                </Button>
              }
            >
              {t('A token lets a program do by the API what you can do here.')}
            </Empty>
          }
        />
      </Section>
      <Dialog
        opened={creating.opened || created.isOpen}
        onClose={close}
        onExitTransitionEnd={created.forget}
        // the token cannot be had again: a click beside the dialog must not lose it
        closeOnClickOutside={created.value === null}
        closeOnEscape={created.value === null}
        title={t('Create token')}
      >
        {created.value === null ? (
          <TokenForm
            draftId={creating.draftId}
            onCreated={(answer) => {
              // nobody would ever see it
              if (!isHere.current) return void takeBack(answer.token_id);
              creating.done();
              created.show(answer.access_token);
            }}
          />
        ) : (
          <CreatedToken token={created.value} onDone={close} />
        )}
      </Dialog>
      <Confirm
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('Delete {{name}}?', { name: deleting?.token_name })}
        text={t('Programs that use it are refused from now on.')}
        action={t('Delete token')}
        run={async () => {
          if (deleting) await deleteToken(deleting.token_id);
          await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
        }}
      />
    </Page>
  );
}

type CreatedAnswer = Awaited<ReturnType<typeof createToken>>;

function TokenForm({ draftId, onCreated }: { draftId: string; onCreated: (answer: CreatedAnswer) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { token_name: '', expires_in_days: 90, project_ids: [] as string[], read_only: false },
    validate: { token_name: (value) => (value.trim() === '' ? t('Give the token a name.') : null) },
  });
  const kept = useKeptForm({ form, id: draftId });
  const save = useSave({
    form,
    keptAs: draftId,
    save: ({ project_ids, ...values }, key) =>
      createToken({ ...values, ...(project_ids.length > 0 ? { project_ids } : {}) }, key),
    onSaved: (answer) => {
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      onCreated(answer);
    },
    onAway: onCreated,
  });
  return (
    <SavedForm kept={kept} save={save} action={t('Create token')}>
      <TextInput label={t('Name')} data-autofocus {...form.getInputProps('token_name')} />
      <NumberInput
        label={t('Ends after (days)')}
        description={t('0: never.')}
        min={0}
        {...form.getInputProps('expires_in_days')}
      />
      <ProjectsSelect
        label={t('Projects')}
        description={t('None chosen: all of mine.')}
        {...form.getInputProps('project_ids')}
      />
      <Switch label={t('Read only')} {...form.getInputProps('read_only', { type: 'checkbox' })} />
    </SavedForm>
  );
}

function CreatedToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  const example = `curl -H 'Authorization: Bearer ${token}' ${window.location.origin}/api/projects`;
  return (
    <ShownOnce
      title={t('Copy the token now: it is shown only once.')}
      value={token}
      copy={t('Copy the token')}
      onDone={onDone}
    >
      <Group justify="space-between">
        <Text fw={500}>{t('Try it')}</Text>
        <CopyButton value={example} label={t('Copy the call')} />
      </Group>
      <pre className={kit.code} tabIndex={0}>
        {example}
      </pre>
    </ShownOnce>
  );
}
