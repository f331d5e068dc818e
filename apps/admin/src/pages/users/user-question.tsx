/** Asks before what cannot be taken back about a user, with what will happen. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meQuery } from '../../api/auth.js';
import { deleteUser, inviteUser, updateUser } from '../../api/people.js';
import { session } from '../../api/session.js';
import type { Person } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';

export interface AskedUser {
  what: 'hand_over' | 'suspend' | 'invite' | 'delete';
  user: Person;
}

interface UserQuestionProps {
  asked: AskedUser | null;
  onClose: () => void;
  /** Told the address of a new invitation; empty when it went by mail alone. */
  onLink: (link: string) => void;
}

export function UserQuestion({ asked, onClose, onLink }: UserQuestionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { what = 'delete', user } = asked ?? {};
  const name = user?.email ?? '';
  const id = user?.user_id ?? '';
  const reread = () => client.invalidateQueries({ queryKey: ['users'] });
  const questions = {
    hand_over: {
      title: t('Hand the ownership to {{name}}?', { name }),
      text: t('They become the owner, and you an admin. Only they can hand it back.'),
      action: t('Hand over'),
      typed: name,
      run: async () => {
        await updateUser(id, { role: 'owner' });
        session.update(await client.fetchQuery({ ...meQuery, staleTime: 0 }));
      },
    },
    suspend: {
      title: t('Suspend {{name}}?', { name }),
      text: t(
        'They are signed out everywhere at once, and their access tokens are refused until you let them in again. What they made stays, and pipes go on.',
      ),
      action: t('Suspend'),
      run: () => updateUser(id, { suspended: true }),
    },
    invite: {
      title: t('New invitation link for {{name}}?', { name }),
      text: t('The link that was sent before stops working.'),
      action: t('Make the link'),
      plain: true,
      run: async () => onLink((await inviteUser(id)).invitation_url ?? ''),
    },
    delete: {
      title: t('Delete {{name}}?', { name }),
      text: t('Their tokens and sessions end at once. What they made stays.'),
      action: t('Delete user'),
      run: () => deleteUser(id),
    },
  };
  const question = questions[what];
  return (
    <Confirm
      opened={asked !== null}
      onClose={onClose}
      {...question}
      run={async () => {
        await question.run();
        await reread();
      }}
    />
  );
}
