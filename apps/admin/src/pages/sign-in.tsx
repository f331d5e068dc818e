/** Sign-in, with the reason of the last sign-out and the way back in for one who is locked out. */
import { useEffect, useState } from 'react';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { authStateQuery, forgotPassword } from '../api/auth.js';
import { useSession } from '../api/session.js';
import { paths } from '../app/paths.js';
import { Note } from '../kit/note.js';
import { ErrorNote } from '../kit/states.js';
import { useAction } from '../kit/use-action.js';
import kit from '../kit/kit.module.css';
import { Outside } from './outside.js';
import { SignInForm } from './sign-in-form.js';
import { useRouteSearch } from '../app/route.js';

function LockedOut() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const forgot = useAction({ run: () => forgotPassword(email), quiet: true });
  return (
    <Stack gap="xs" mt="xs">
      <Group align="end" gap="xs">
        <TextInput
          label={t('Your e-mail')}
          style={{ flex: 1 }}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
          }}
        />
        <Button
          loading={forgot.isPending}
          disabled={email === ''}
          onClick={() => {
            forgot.mutate();
          }}
        >
          {t('Send a link')}
        </Button>
      </Group>
      {forgot.isError ? <ErrorNote error={forgot.error} onRetry={() => forgot.mutate()} /> : null}
      {forgot.isSuccess ? (
        <Note tone="good" live>
          {t('If the address has an account and mail is set up, a link is on its way.')}
        </Note>
      ) : null}
      <Text size="xs" c="dimmed">
        {t('No mail set up? On the machine that runs the service:')}
      </Text>
      <pre className={kit.code}>npx pipewright reset-password {email || '<e-mail>'}</pre>
    </Stack>
  );
}

export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { next } = useRouteSearch();
  const reason = useSession((state) => state.reason);
  const state = useQuery(authStateQuery);
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (state.data?.setup_needed) void navigate({ to: paths.setup, replace: true });
  }, [state.data, navigate]);
  const insecure = window.location.protocol === 'http:' && state.data?.public_url?.startsWith('https:');
  const target = next?.startsWith('/') && !next.startsWith('//') ? next : paths.home;
  return (
    <Outside title={t('Sign in')}>
      <Stack mt="md">
        {reason === 'signed_out' ? <Note tone="good">{t('You have signed out.')}</Note> : null}
        {reason === 'ended' ? <Note tone="warn">{t('Your session has ended. Sign in again.')}</Note> : null}
        {insecure ? (
          <Note tone="warn">
            {t('The service is set to {{url}}: sign-in is kept only under that address.', {
              url: state.data?.public_url,
            })}
          </Note>
        ) : null}
        <SignInForm onSignedIn={() => void navigate({ to: target, replace: true })} />
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={locked}
          onClick={() => {
            setLocked(!locked);
          }}
        >
          {t('Locked out?')}
        </Anchor>
        {locked ? <LockedOut /> : null}
      </Stack>
    </Outside>
  );
}
