/** The "More" button of a page's head; what deletes stands last, in red. */
import type { ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface MoreMenuProps {
  children?: ReactNode;
  remove?: { label: string; onClick: () => void };
}

export function MoreMenu({ children, remove }: MoreMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('More')}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {children && remove ? <Menu.Divider /> : null}
        {remove ? (
          <Menu.Item
            c="var(--pw-bad)"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={remove.onClick}
          >
            {remove.label}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
