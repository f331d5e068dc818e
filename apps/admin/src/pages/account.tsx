/** One's own account: name, password, second factor, theme, where one is signed in. */
import {
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteAllSessions, deleteSession, meQuery, sessionsQuery, updateMe } from '../api/auth.js';
import { session } from '../api/session.js';
import type { Person, SignInSession } from '../api/types.js';
import { formatNumber, formatTime } from '../i18n/format.js';
import { languages, setLanguage } from '../i18n/i18n.js';
import { Confirm } from '../kit/confirm.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { Page, Section } from '../kit/page.js';
import { StateBadge } from '../kit/state-badge.js';
import { SavedForm } from '../kit/saved-form.js';
import { ErrorNote, QueryView } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';
import kit from '../kit/kit.module.css';
import { browserOf } from './browser-name.js';
import { passwordFault } from './password.js';
import { SecondFactor } from './second-factor.js';

/** A number and a date, as this browser writes them. */
const formatExample = () => `${formatNumber(1234.5)} · ${formatTime('2026-01-31T13:00:00.000Z')}`;

export function AccountPage() {
  const { t, i18n } = useTranslation();
  const me = useQuery(meQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Page
      title={t('Account')}
      narrow
      actions={
        <CopyAsCall
          call={[
            {
              does: t('Save'),
              call: { method: 'POST', path: '/api/auth/me/update', body: { name: me.data?.name } },
            },
            {
              does: t('Change password'),
              call: {
                method: 'POST',
                path: '/api/auth/me/update',
                body: { old_password: '<OLD_PASSWORD>', password: '<NEW_PASSWORD>' },
              },
            },
            { does: t('Where you are signed in'), call: { method: 'GET', path: '/api/auth/sessions' } },
            {
              does: t('Sign out everywhere'),
              call: { method: 'POST', path: '/api/auth/sessions/delete_all' },
            },
          ]}
        />
      }
    >
      <Stack>
        <QueryView query={me} rows={3}>
          {(value) => <Profile key={value.user_id} me={value} />}
        </QueryView>
        <Section title={t('Appearance and language')}>
          <Stack gap="sm">
            <Group>
              <Text style={{ flex: 1 }}>{t('Theme')}</Text>
              <SegmentedControl
                size="xs"
                aria-label={t('Theme')}
                value={colorScheme}
                onChange={(value) => setColorScheme(value)}
                data={[
                  { value: 'auto', label: t('As the system') },
                  { value: 'light', label: t('Light') },
                  { value: 'dark', label: t('Dark') },
                ]}
              />
            </Group>
            <Group>
              <div style={{ flex: 1 }}>
                <Text>{t('Language')}</Text>
                <Text size="xs" c="dimmed">
                  {t('Numbers and dates follow the browser: {{example}}', { example: formatExample() })}
                </Text>
              </div>
              <Select
                size="xs"
                w={160}
                aria-label={t('Language')}
                allowDeselect={false}
                data={languages}
                value={i18n.language}
                onChange={(value) => void setLanguage(value ?? 'en')}
              />
            </Group>
          </Stack>
        </Section>
        <Password />
        {me.data ? <SecondFactor enabled={me.data.second_factor ?? false} /> : null}
        <Sessions />
      </Stack>
    </Page>
  );
}

function Profile({ me }: { me: Person }) {
  const { t } = useTranslation();
  const form = useCheckedForm({
    initialValues: { name: me.name },
    validate: { name: (value) => (value.trim() === '' ? t('Give your name.') : null) },
  });
  const kept = useKeptForm({ form, id: 'profile' });
  const save = useSave({
    form,
    keptAs: 'profile',
    save: async (values) => {
      await updateMe(values);
      session.update({ ...me, name: values.name });
    },
    message: t('Saved.'),
  });
  return (
    <Section title={t('Profile')}>
      <SavedForm kept={kept} save={save} action={t('Save')} plain disabled={!form.isDirty()}>
        <TextInput
          label={t('E-mail')}
          value={me.email}
          readOnly
          description={t('An admin can change it on the page of the users.')}
        />
        <TextInput label={t('Name')} {...form.getInputProps('name')} />
      </SavedForm>
    </Section>
  );
}

function Password() {
  const { t } = useTranslation();
  const form = useCheckedForm({
    initialValues: { old_password: '', password: '' },
    validate: {
      old_password: (value) => (value === '' ? t('Give the password you use now.') : null),
      password: (value) => {
        const fault = passwordFault(value);
        return fault === null ? null : t(fault);
      },
    },
  });
  const { submit, saving, error } = useSave({
    form,
    save: (values) => updateMe(values),
    message: t('Password changed.'),
    onSaved: () => form.reset(),
  });
  return (
    <Section title={t('Password')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {error ? <ErrorNote error={error} /> : null}
          <PasswordInput
            label={t('Password now')}
            autoComplete="current-password"
            {...form.getInputProps('old_password')}
          />
          <PasswordInput
            label={t('New password')}
            description={t('At least 12 characters.')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={saving}>
              {t('Change password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  /** One of them, or all. */
  const [ending, setEnding] = useState<SignInSession | 'all' | null>(null);
  const one = ending === 'all' ? null : ending;
  return (
    <Section
      title={t('Where you are signed in')}
      padded={false}
      actions={
        <Button
          size="compact-sm"
          c="var(--pw-bad)"
          onClick={() => {
            setEnding('all');
          }}
        >
          {t('Sign out everywhere')}
        </Button>
      }
    >
      <QueryView query={sessions} rows={2}>
        {(rows) =>
          rows.map((row) => (
            <div key={row.session_id} className={kit.listRow}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text truncate title={row.user_agent ?? undefined}>
                  {browserOf(row.user_agent) ?? t('Unknown browser')}
                </Text>
                <Text size="xs" c="dimmed">
                  {row.address} · {t('since')} <Time at={row.created_at} />
                </Text>
              </div>
              {row.current ? (
                <StateBadge tone="good">{t('This one')}</StateBadge>
              ) : (
                <Button size="xs" onClick={() => setEnding(row)}>
                  {t('Sign out')}
                </Button>
              )}
            </div>
          ))
        }
      </QueryView>
      <Confirm
        opened={one !== null}
        onClose={() => setEnding(null)}
        title={t('Sign out {{browser}}?', {
          browser: browserOf(one?.user_agent ?? null) ?? t('Unknown browser'),
        })}
        text={t('That browser must sign in again. What was typed there and not saved stays in it.')}
        action={t('Sign out')}
        run={async () => {
          if (one) await deleteSession(one.session_id);
          await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        }}
      />
      <Confirm
        opened={ending === 'all'}
        onClose={() => setEnding(null)}
        title={t('Sign out everywhere?')}
        text={t('Every browser is signed out, this one too. Access tokens go on working.')}
        action={t('Sign out everywhere')}
        run={async () => {
          await deleteAllSessions();
          session.signedOut('ended');
        }}
      />
    </Section>
  );
}
