/** First start: the owner's account, and the sample project when the sample systems run. */
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { authStateQuery, setUp } from '../api/auth.js';
import { projectsQuery } from '../api/projects.js';
import { queryClient } from '../api/query-client.js';
import { useSession } from '../api/session.js';
import { paths } from '../app/paths.js';
import { Note } from '../kit/note.js';
import { ErrorNote } from '../kit/states.js';
import { useCheckedForm } from '../kit/use-checked-form.js';
import { useKeptForm } from '../kit/use-kept-form.js';
import { useSave } from '../kit/use-save.js';
import { Outside } from './outside.js';
import { passwordFault } from './password.js';

/** Never written down in the browser. */
const neverWritten = ['setup_token', 'password'] as const;

export function SetupPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = useQuery(authStateQuery);
  const phase = useSession((value) => value.phase);
  const form = useCheckedForm({
    initialValues: { setup_token: '', name: '', email: '', password: '', create_sample_project: true },
    validate: {
      setup_token: (value) =>
        value.trim() === '' ? t('Copy the token from the console of the service.') : null,
      name: (value) => (value.trim() === '' ? t('Give your name.') : null),
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t('Give an e-mail address.')),
      password: (value) => {
        const fault = passwordFault(value);
        return fault === null ? null : t(fault);
      },
    },
  });
  const kept = useKeptForm({ form, id: 'setup', secrets: neverWritten });
  const hasSamples = state.data?.sample_systems ?? false;
  const { submit, saving, error } = useSave({
    form,
    save: ({ create_sample_project, ...owner }) =>
      setUp({
        ...owner,
        setup_token: owner.setup_token.trim(),
        ...(hasSamples ? { create_sample_project } : {}),
      }),
    onSaved: () => {
      void (async () => {
        await queryClient.invalidateQueries({ queryKey: authStateQuery.queryKey });
        const projects = await queryClient.fetchQuery(projectsQuery());
        const first = projects.rows[0];
        await navigate({ to: first ? paths.start(first.project_id) : paths.projects, replace: true });
      })();
    },
  });
  if (state.data && !state.data.setup_needed && phase !== 'signed_in')
    return <Navigate to={paths.signIn} replace />;
  const publicUrl = state.data?.public_url;
  const elsewhere = publicUrl !== undefined && new URL(publicUrl).origin !== window.location.origin;
  return (
    <Outside
      wide
      title={t('Set up Pipewright')}
      lead={t('Create the owner account. The owner sees every project and can add people.')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {publicUrl ? (
            <Note tone={elsewhere ? 'warn' : 'good'}>
              {elsewhere
                ? t(
                    'The service is set to {{url}}, but this page is open under {{here}}. Redirect URLs will use the first.',
                    {
                      url: publicUrl,
                      here: window.location.origin,
                    },
                  )
                : t('Public address: {{url}}', { url: publicUrl })}
            </Note>
          ) : null}
          {kept}
          {error ? <ErrorNote error={error} /> : null}
          <TextInput
            label={t('Set-up token')}
            description={t('Printed by the first start of the service.')}
            autoComplete="off"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('setup_token')}
          />
          <TextInput label={t('Your name')} autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t('E-mail')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('Password')}
            description={t('At least 12 characters.')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {hasSamples ? (
            <Checkbox
              label={t('Add the sample shop and ERP')}
              description={t(
                'A project with two small systems that run beside the service, to try everything at once.',
              )}
              {...form.getInputProps('create_sample_project', { type: 'checkbox' })}
            />
          ) : null}
          <Button type="submit" variant="filled" loading={saving} fullWidth>
            {t('Create owner')}
          </Button>
        </Stack>
      </form>
    </Outside>
  );
}
