/** One's own pages, the pages of the instance, and sign-out. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signOut } from '../api/auth.js';
import { queryClient } from '../api/query-client.js';
import { useSession } from '../api/session.js';
import { instancePagesOf } from './instance-pages.js';
import { paths } from './paths.js';

export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
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
        {instancePagesOf(user).map((page) => (
          <Menu.Item key={page.to} leftSection={<page.icon size={15} />} onClick={go(page.to)}>
            {t(page.label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void leave()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
