/** The Redirect URL to register, with copy, and what would make a provider refuse it. */
import { Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.js';
import { Note } from '../../kit/note.js';
import { redirectFaults, type RedirectFault } from './redirect-check.js';

const words: Record<RedirectFault, string> = {
  other_origin:
    'This page is open under another address than the service is set to: a consent would come back to the address below. Open the page there, or set PUBLIC_URL.',
  plain_http:
    'Many providers accept plain http only for localhost. Serve the service over https, and set PUBLIC_URL.',
};

export function RedirectUrl({ value }: { value: string }) {
  const { t } = useTranslation();
  const faults = redirectFaults(value, window.location.origin);
  return (
    <div>
      {faults.map((fault) => (
        <Note key={fault} tone="warn">
          {t(words[fault])}
        </Note>
      ))}
      <TextInput
        label={t('Redirect URL')}
        readOnly
        value={value}
        description={t('Register exactly this value in the external application.')}
        classNames={{ input: 'mono' }}
        rightSection={<CopyButton value={value} label={t('Copy the Redirect URL')} />}
      />
      {faults.length === 0 ? (
        <Text size="xs" c="var(--pw-good)" mt={4} style={{ display: 'flex', gap: 4, alignItems: 'center' }}>
          <IconCircleCheck size={13} aria-hidden style={{ flexShrink: 0 }} />
          {t('Checked: it is the address of this page, and what a consent sends.')}
        </Text>
      ) : null}
    </div>
  );
}
