/** The second factor of one's own account: set up with a QR code, recovery codes shown once, turned off by password. */
import { lazy, Suspense, useState } from 'react';
import { Button, Group, List, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirmSecondFactor, createSecondFactor, deleteSecondFactor, meQuery } from '../api/auth.js';
import { CopyButton } from '../kit/copy-button.js';
import { Note } from '../kit/note.js';
import { Section } from '../kit/page.js';
import { StateBadge } from '../kit/state-badge.js';
import { ErrorNote } from '../kit/states.js';
import { useAction } from '../kit/use-action.js';

const QrCode = lazy(() => import('../kit/qr-code.js'));

export function SecondFactor({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const refresh = [meQuery.queryKey];
  const create = useAction({ run: createSecondFactor, quiet: true });
  const confirm = useAction({ run: () => confirmSecondFactor(code.trim()), refresh, quiet: true });
  const remove = useAction({
    run: () => deleteSecondFactor(password),
    refresh,
    message: t('The second factor is off.'),
    onDone: () => {
      setPassword('');
      create.reset();
      confirm.reset();
    },
    quiet: true,
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
        <form
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          <Stack>
            <Text c="dimmed">
              {t(
                'Turned off, the password alone lets in, and the recovery codes end. Your password is asked for it.',
              )}
            </Text>
            {remove.isError ? <ErrorNote error={remove.error} /> : null}
            <Group align="end">
              <PasswordInput
                label={t('Password')}
                style={{ flex: 1 }}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" c="var(--pw-bad)" loading={remove.isPending} disabled={password === ''}>
                {t('Turn off')}
              </Button>
            </Group>
          </Stack>
        </form>
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
          {confirm.isError ? <ErrorNote error={confirm.error} /> : null}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              confirm.mutate();
            }}
          >
            <Group align="end">
              <TextInput
                label={t('One-time code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button
                type="submit"
                variant="filled"
                loading={confirm.isPending}
                disabled={code.trim() === ''}
              >
                {t('Turn on')}
              </Button>
            </Group>
          </form>
        </Stack>
      ) : (
        <Stack>
          {create.isError ? <ErrorNote error={create.error} /> : null}
          <Group justify="space-between">
            <Text c="dimmed">{t('A code of an app beside the password.')}</Text>
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {t('Set up')}
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  );
}
