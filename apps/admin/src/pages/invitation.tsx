/** Joining by an invitation link, and setting a new password by a reset link. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { acceptInvitation, resetPassword } from '../api/auth.js';
import { paths } from '../app/paths.js';
import { ErrorNote } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useSave } from '../kit/use-save.js';
import { Outside } from './outside.js';
import { passwordFault } from './password.js';
import { useRouteParams } from '../app/route.js';

function TokenForm({
  withName,
  action,
  save,
}: {
  withName: boolean;
  action: string;
  save: (values: { name: string; password: string }) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useCheckedForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (value) => (withName && value.trim() === '' ? t('Give your name.') : null),
      password: (value) => {
        const fault = passwordFault(value);
        return fault === null ? null : t(fault);
      },
    },
  });
  const { submit, saving, error } = useSave({
    form,
    save,
    onSaved: () => void navigate({ to: paths.home, replace: true }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error ? <ErrorNote error={error} /> : null}
        {withName ? (
          <TextInput label={t('Your name')} autoComplete="name" {...form.getInputProps('name')} />
        ) : null}
        <PasswordInput
          label={t('New password')}
          description={t('At least 12 characters.')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="filled" loading={saving} fullWidth>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

export function InvitationPage() {
  const { t } = useTranslation();
  const { token = '' } = useRouteParams();
  return (
    <Outside title={t('Join Pipewright')} lead={t('You were invited. Choose your name and a password.')}>
      <TokenForm
        withName
        action={t('Join')}
        save={(values) => acceptInvitation({ invitation_token: token, ...values })}
      />
    </Outside>
  );
}

export function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token = '' } = useRouteParams();
  return (
    <Outside title={t('Set a new password')} lead={t('The link works once and for one hour.')}>
      <TokenForm
        withName={false}
        action={t('Set password')}
        save={({ password }) => resetPassword({ reset_token: token, password })}
      />
    </Outside>
  );
}
