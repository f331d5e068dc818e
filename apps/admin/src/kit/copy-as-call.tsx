/** Shows what a page does as the API call that does the same, ready for a shell. */
import { ActionIcon, Group, Popover, Text, Tooltip } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.js';
import { curlOf, type ApiCall } from './curl.js';
import classes from './kit.module.css';

export function CopyAsCall({ call }: { call: ApiCall }) {
  const { t } = useTranslation();
  const text = curlOf(window.location.origin, call);
  return (
    <Popover
      position="bottom-end"
      width={Math.min(460, window.innerWidth - 24)}
      shadow="sm"
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={t('Copy as API call')}>
          <ActionIcon aria-label={t('Copy as API call')} variant="default" size={36}>
            <IconTerminal2 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Group justify="space-between" mb={6}>
          <Text fw={600}>{t('The same by API')}</Text>
          <CopyButton value={text} label={t('Copy the call')} />
        </Group>
        <pre className={classes.code} tabIndex={0}>
          {text}
        </pre>
        <Text size="xs" c="dimmed" mt={6}>
          {t('Make an access token under the account menu.')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
