/** When the session ends under an open page: sign in over it, so that nothing typed is lost. */
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/query-client.js';
import { useSession } from '../api/session.js';
import { Dialog } from '../kit/dialog.js';
import { SignInForm } from '../pages/sign-in-form.js';
import { paths } from './paths.js';

export function SignInAgain() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ended = useSession((state) => state.phase === 'signed_out' && state.reason === 'ended');
  const last = useSession((state) => state.last);
  const goOn = () => {
    const isSomeoneElse = last !== null && last.user_id !== useSession.getState().user?.user_id;
    if (!isSomeoneElse) {
      void queryClient.invalidateQueries();
      return;
    }
    // What the page shows and holds is the other person's.
    queryClient.clear();
    void navigate({ to: paths.home });
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
      <Text c="dimmed" mb="md">
        {t('Sign in again to go on. What you were editing is still here.')}
      </Text>
      <SignInForm onSignedIn={goOn} />
    </Dialog>
  );
}
