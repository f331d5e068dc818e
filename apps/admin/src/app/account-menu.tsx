/** One's own pages, the pages of the instance, and sign-out. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconInfoCircle,
  IconKey,
  IconLogout,
  IconShieldLock,
  IconUser,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signOut } from '../api/auth.js';
import { queryClient } from '../api/query-client.js';
import { useSession } from '../api/session.js';
import { paths } from './paths.js';

export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const manages = user?.role === 'owner' || user?.role === 'admin';
  const go = (to: string) => () => void navigate({ to });
  const leave = async () => {
    await signOut().catch(() => undefined);
    queryClient.clear();
    await navigate({ to: paths.signIn });
  };
  return (
    <Menu position="bottom-end" width={220} shadow="sm">
      <Menu.Target>
        <ActionIcon aria-label={t('Account')}>
          <IconUserCircle size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '6px 12px' }}>
          <Text fw={600} truncate>
            {user?.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user?.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={15} />} onClick={go(paths.account)}>
          {t('Account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={15} />} onClick={go(paths.tokens)}>
          {t('Access tokens')}
        </Menu.Item>
        {manages ? (
          <Menu.Item leftSection={<IconUsers size={15} />} onClick={go(paths.users)}>
            {t('Users')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconUsersGroup size={15} />} onClick={go(paths.groups)}>
          {t('Groups')}
        </Menu.Item>
        {user?.role === 'owner' ? (
          <Menu.Item leftSection={<IconShieldLock size={15} />} onClick={go(paths.securityLog)}>
            {t('Security log')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconInfoCircle size={15} />} onClick={go(paths.about)}>
          {t('About')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void leave()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
