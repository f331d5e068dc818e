/** What can be done about one user. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../api/types.js';
import type { AskedUser } from './user-question.js';

interface UserMenuProps {
  user: Person;
  me: Person | null;
  onEdit: () => void;
  /** Done at once, since it can be taken back. */
  onChange: (change: { role: 'admin' | 'member' } | { suspended: false }) => void;
  onAsk: (what: AskedUser['what']) => void;
}

export function UserMenu({ user, me, onEdit, onChange, onAsk }: UserMenuProps) {
  const { t } = useTranslation();
  const isAdmin = user.role === 'admin';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('Change {{name}}', { name: user.email })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('Name and e-mail')}</Menu.Item>
        {user.user_id === me?.user_id ? null : (
          <>
            <Menu.Item onClick={() => onChange({ role: isAdmin ? 'member' : 'admin' })}>
              {isAdmin ? t('Make a member') : t('Make an admin')}
            </Menu.Item>
            {me?.role === 'owner' && user.accepted !== false && !user.suspended ? (
              <Menu.Item onClick={() => onAsk('hand_over')}>{t('Make the owner')}</Menu.Item>
            ) : null}
            {user.accepted === false ? (
              <Menu.Item onClick={() => onAsk('invite')}>{t('New invitation link')}</Menu.Item>
            ) : null}
            {user.suspended ? (
              <Menu.Item onClick={() => onChange({ suspended: false })}>{t('Let in again')}</Menu.Item>
            ) : (
              <Menu.Item onClick={() => onAsk('suspend')}>{t('Suspend')}</Menu.Item>
            )}
            <Menu.Item c="var(--pw-bad)" onClick={() => onAsk('delete')}>
              {t('Delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
