/** Where a webhook is called, its secret right after it was made, and a call to try it. */
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Trigger } from '../../api/types.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Note } from '../../kit/note.js';
import kit from '../../kit/kit.module.css';
import { hookExample } from './hook-example.js';

interface HookAddressProps {
  trigger: Trigger;
  secret: string | undefined;
  isNew?: boolean;
}

export function HookAddress({ trigger, secret, isNew }: HookAddressProps) {
  const { t } = useTranslation();
  const example = hookExample(trigger, secret);
  const url = trigger.url ?? '';
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500}>{t('Address')}</Text>
        <Group gap={4} wrap="nowrap">
          <span className="mono">{url}</span>
          <CopyButton value={url} label={t('Copy the URL')} />
        </Group>
      </div>
      {isNew && secret ? (
        <Note
          tone="warn"
          live
          title={t('Copy the secret now: it is shown only once.')}
          action={<CopyButton value={secret} label={t('Copy the secret')} />}
        >
          <span className="mono">{secret}</span>
        </Note>
      ) : null}
      <div>
        <Group justify="space-between" gap="xs">
          <Text fw={500}>{t('Try it from a shell')}</Text>
          <CopyButton value={example} label={t('Copy the call')} />
        </Group>
        <pre className={kit.code} tabIndex={0}>
          {example}
        </pre>
      </div>
    </Stack>
  );
}
