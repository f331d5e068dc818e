/** Shows what a page does as the API calls that do the same, ready for a shell. */
import { useState } from 'react';
import { ActionIcon, Group, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.js';
import { curlOf, type ApiCall } from './curl.js';
import { useFocusBack } from './use-focus-back.js';
import classes from './kit.module.css';

/** One thing that can be done here, by its name on the page. */
export interface NamedCall {
  does: string;
  call: ApiCall;
}

interface CopyAsCallProps {
  /** Of the page's main action, or of all that it offers; a function where they carry what stands in a form. */
  call: ApiCall | NamedCall[] | (() => NamedCall[]);
}

function namedCalls(call: CopyAsCallProps['call'], does: string): NamedCall[] {
  if (typeof call === 'function') return call();
  return Array.isArray(call) ? call : [{ does, call }];
}

export function CopyAsCall({ call }: CopyAsCallProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useFocusBack(opened);
  const calls = opened ? namedCalls(call, t('The same by API')) : [];
  return (
    <Popover
      position="bottom-end"
      width={Math.min(460, window.innerWidth - 24)}
      shadow="sm"
      withinPortal
      trapFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Tooltip label={t('Copy as API call')}>
          <ActionIcon
            aria-label={t('Copy as API call')}
            variant="default"
            size={36}
            onClick={() => setOpened(!opened)}
          >
            <IconTerminal2 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" mah="70vh" style={{ overflowY: 'auto' }}>
          {calls.map((one) => {
            const text = curlOf(window.location.origin, one.call);
            return (
              <div key={one.does} style={{ flexShrink: 0 }}>
                <Group justify="space-between" mb={4} wrap="nowrap">
                  <Text fw={600}>{one.does}</Text>
                  <CopyButton
                    value={text}
                    label={
                      calls.length > 1 ? t('Copy the call: {{does}}', { does: one.does }) : t('Copy the call')
                    }
                  />
                </Group>
                <pre className={classes.code} tabIndex={0}>
                  {text}
                </pre>
              </div>
            );
          })}
        </Stack>
        <Text size="xs" c="dimmed" mt={6}>
          {t('Make an access token under the account menu.')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
