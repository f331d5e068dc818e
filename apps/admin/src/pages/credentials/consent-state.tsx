/** What a waiting or failed consent shows. */
import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../kit/note.js';
import { noteWayBack } from '../way-back.js';
import type { Consent } from './use-consent.js';

export function ConsentState({ consent, onCancel }: { consent: Consent; onCancel: () => void }) {
  const { t } = useTranslation();
  if (consent.phase === 'waiting') {
    return (
      <Note
        tone="info"
        live
        title={
          consent.blocked
            ? t('Your browser blocked the window')
            : t('Waiting for your consent in the other window')
        }
        action={
          <Button size="xs" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        }
      >
        <Group gap="xs" wrap="nowrap">
          {consent.blocked ? null : <Loader size={12} />}
          <Text size="sm">
            {consent.blocked
              ? t('Open the sign-in yourself:')
              : t('This page notices when it is done. No window?')}{' '}
            <Anchor size="sm" href={consent.url} target="_blank" rel="noreferrer">
              {t('Open it in a new tab')}
            </Anchor>{' '}
            ·{' '}
            <Anchor size="sm" href={consent.url} onClick={noteWayBack}>
              {t('in this tab instead')}
            </Anchor>
          </Text>
        </Group>
      </Note>
    );
  }
  if (consent.phase === 'failed') {
    return (
      <Note tone="bad" live title={t('No connection was made')}>
        {consent.error}
      </Note>
    );
  }
  return null;
}
