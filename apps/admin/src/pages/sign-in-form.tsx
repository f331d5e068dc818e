/** E-mail and password, and the second factor when the account has one. */
import { useState } from 'react';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { signIn } from '../api/auth.js';
import { ApiError } from '../api/errors.js';
import { useSession } from '../api/session.js';
import { Note } from '../kit/note.js';
import { ErrorNote } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useSave } from '../kit/use-save.js';

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const [asksCode, setAsksCode] = useState(false);
  const email = useSession((state) => state.last?.email ?? '');
  const form = useCheckedForm({
    initialValues: { email, password: '', one_time_code: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('Give your e-mail address.') : null),
      password: (value) => (value === '' ? t('Give your password.') : null),
    },
  });
  const { submit, saving, error } = useSave({
    form,
    save: async ({ one_time_code, ...values }) => {
      try {
        return await signIn(one_time_code ? { ...values, one_time_code } : values);
      } catch (failure) {
        if (
          failure instanceof ApiError &&
          /one.time.code|second factor/i.test(failure.message + failure.code)
        )
          setAsksCode(true);
        throw failure;
      }
    },
    onSaved: onSignedIn,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error instanceof ApiError && error.status === 401 ? (
          <Note tone="bad" live title={reasonOf(error)} />
        ) : error ? (
          <ErrorNote error={error} />
        ) : null}
        <TextInput
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {asksCode ? (
          <TextInput
            label={t('One-time code')}
            description={t('From your authenticator app, or a recovery code.')}
            autoComplete="one-time-code"
            autoFocus
            {...form.getInputProps('one_time_code')}
          />
        ) : null}
        <Button type="submit" variant="filled" loading={saving} fullWidth>
          {t('Sign in')}
        </Button>
      </Stack>
    </form>
  );
}

/** A person who mistypes is no suspect, though the service says so of every refusal. */
function reasonOf({ message }: ApiError): string {
  const reason = message.replace(/^Suspicious login attempt: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
