/** What a page shows when it could not be drawn or loaded; an upgrade under an open tab is the usual cause. */
import { Button, Container } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/errors.js';
import { Note } from '../kit/note.js';
import { useOutdated } from './outdated.js';

export function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const outdated = useOutdated((state) => state.outdated);
  return (
    <Container size="sm" py="xl">
      <Note
        tone={outdated ? 'warn' : 'bad'}
        live
        title={outdated ? t('This page comes with the new version.') : t('This page could not be shown.')}
        action={
          <Button
            size="xs"
            onClick={() => {
              window.location.reload();
            }}
          >
            {t('Reload')}
          </Button>
        }
      >
        {outdated ? t('Reload to get it. Your edits are kept.') : messageOf(error)}
      </Note>
    </Container>
  );
}
