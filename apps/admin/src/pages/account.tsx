/** One's own account: name, password, second factor, theme, where one is signed in. */
import { lazy, Suspense, useState } from 'react';
import {
  Button,
  Group,
  List,
  PasswordInput,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  confirmSecondFactor,
  createSecondFactor,
  deleteAllSessions,
  deleteSecondFactor,
  deleteSession,
  meQuery,
  sessionsQuery,
  updateMe,
} from '../api/auth.js';
import { session } from '../api/session.js';
import type { Person } from '../api/types.js';
import { formatNumber, formatTime } from '../i18n/format.js';
import { languages, setLanguage } from '../i18n/i18n.js';
import { CopyButton } from '../kit/copy-button.js';
import { Note } from '../kit/note.js';
import { Page, Section } from '../kit/page.js';
import { StateBadge } from '../kit/state-badge.js';
import { ErrorNote, QueryView } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { useAction } from '../kit/use-action.js';
import { useSave } from '../kit/use-save.js';
import { browserOf } from './browser-name.js';
import { passwordFault } from './password.js';

const QrCode = lazy(() => import('../kit/qr-code.js'));
/** A number and a date, as this browser writes them. */
const formatExample = () => `${formatNumber(1234.5)} · ${formatTime('2026-01-31T13:00:00.000Z')}`;

export function AccountPage() {
  const { t, i18n } = useTranslation();
  const me = useQuery(meQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Page title={t('Account')} narrow>
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
  const form = useForm({
    initialValues: { name: me.name },
    validate: { name: (value) => (value.trim() === '' ? t('Give your name.') : null) },
  });
  const { submit, saving, error } = useSave({
    form,
    save: updateMe,
    message: t('Saved.'),
    onSaved: (_answer, values) => session.update({ ...me, name: values.name }),
  });
  return (
    <Section title={t('Profile')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {error ? <ErrorNote error={error} /> : null}
          <TextInput
            label={t('E-mail')}
            value={me.email}
            readOnly
            description={t('Only an admin can change it.')}
          />
          <TextInput label={t('Name')} {...form.getInputProps('name')} />
          <Group justify="flex-end">
            <Button type="submit" loading={saving} disabled={!form.isDirty()}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Password() {
  const { t } = useTranslation();
  const form = useForm({
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
    save: updateMe,
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

function SecondFactor({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const refresh = [meQuery.queryKey];
  const create = useAction({ run: createSecondFactor });
  const confirm = useAction({ run: () => confirmSecondFactor(code), refresh });
  const remove = useAction({
    run: () => deleteSecondFactor(password),
    refresh,
    message: t('The second factor is off.'),
  });
  return (
    <Section
      title={t('Second factor')}
      actions={
        enabled ? (
          <StateBadge tone="good">{t('On')}</StateBadge>
        ) : (
          <StateBadge tone="quiet">{t('Off')}</StateBadge>
        )
      }
    >
      {enabled && !confirm.data ? (
        <Group align="end">
          <PasswordInput
            label={t('Password')}
            style={{ flex: 1 }}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button
            c="var(--pw-bad)"
            loading={remove.isPending}
            disabled={password === ''}
            onClick={() => remove.mutate()}
          >
            {t('Turn off')}
          </Button>
        </Group>
      ) : confirm.data ? (
        <Note
          tone="good"
          live
          title={t('On. Keep these recovery codes: each works once.')}
          action={<CopyButton value={confirm.data.recovery_codes.join('\n')} label={t('Copy the codes')} />}
        >
          <List size="sm" className="mono">
            {confirm.data.recovery_codes.map((entry) => (
              <List.Item key={entry}>{entry}</List.Item>
            ))}
          </List>
        </Note>
      ) : create.data ? (
        <Stack>
          <Text>{t('Scan this with your authenticator app, then type the code it shows.')}</Text>
          <Group align="flex-start">
            <Suspense fallback={<Skeleton width={168} height={168} />}>
              <QrCode text={create.data.otpauth_url} label={t('QR code of the key')} />
            </Suspense>
            <div style={{ flex: 1, minWidth: 180 }}>
              <Text size="xs" c="dimmed">
                {t('No camera? Type this key into the app:')}
              </Text>
              <Group gap={4} wrap="nowrap">
                <span className="mono">{create.data.secret}</span>
                <CopyButton value={create.data.secret} label={t('Copy the key')} />
              </Group>
            </div>
          </Group>
          <Group align="end">
            <TextInput
              label={t('One-time code')}
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('Turn on')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Group justify="space-between">
          <Text c="dimmed">{t('A code of an app beside the password.')}</Text>
          <Button loading={create.isPending} onClick={() => create.mutate()}>
            {t('Set up')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const refresh = [sessionsQuery.queryKey];
  const end = useAction({ run: deleteSession, refresh });
  const endAll = useAction({ run: deleteAllSessions, onDone: () => session.signedOut('ended') });
  return (
    <Section
      title={t('Where you are signed in')}
      padded={false}
      actions={
        <Button
          size="compact-sm"
          c="var(--pw-bad)"
          loading={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          {t('Sign out everywhere')}
        </Button>
      }
    >
      <QueryView query={sessions} rows={2}>
        {(rows) =>
          rows.map((row) => (
            <Group
              key={row.session_id}
              p="8px 16px"
              wrap="nowrap"
              style={{ borderTop: '1px solid var(--pw-border)' }}
            >
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
                <Button size="xs" onClick={() => end.mutate(row.session_id)}>
                  {t('Sign out')}
                </Button>
              )}
            </Group>
          ))
        }
      </QueryView>
    </Section>
  );
}
