/** When the session ends under an open page: sign in over it, so that nothing typed is lost. */
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/query-client.js';
import { hasEnded, session, useSession } from '../api/session.js';
import { Dialog } from '../kit/dialog.js';
import { Note } from '../kit/note.js';
import { SignInForm } from '../pages/sign-in-form.js';
import { paths } from './paths.js';

export default function SignInAgain() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ended = useSession(hasEnded);
  const last = useSession((state) => state.last);
  const other = useSession((state) => state.other);
  const goOn = () => {
    const isSomeoneElse = last !== null && last.user_id !== useSession.getState().user?.user_id;
    if (!isSomeoneElse) {
      void queryClient.invalidateQueries();
      return;
    }
    void leave();
  };
  /** What the page shows and holds is the other person's. */
  const leave = async () => {
    queryClient.clear();
    await navigate({ to: paths.home });
  };
  const goOnAsOther = () => {
    session.forget();
    void leave();
  };
  return (
    <Dialog
      opened={ended}
      // over any dialog that is open
      zIndex={350}
      overlayProps={{ backgroundOpacity: 0.75, blur: 3 }}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('Your session has ended')}
    >
      {other ? (
        <Note
          tone="warn"
          live
          title={t('{{name}} has signed in in this browser', { name: other.name || other.email })}
          action={
            <Button size="xs" onClick={goOnAsOther}>
              {t('Go on as {{name}}', { name: other.name || other.email })}
            </Button>
          }
        >
          {t('Nothing of this page was done in that name. What you were editing is kept for you.')}
        </Note>
      ) : null}
      <Text c="dimmed" mb="md">
        {t('Sign in again to go on. What you were editing is still here.')}
      </Text>
      <SignInForm onSignedIn={goOn} />
    </Dialog>
  );
}
