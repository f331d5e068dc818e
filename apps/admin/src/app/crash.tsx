/** What a page shows when it could not be drawn or loaded; an upgrade under an open tab is the usual cause. */
import { Button, Container } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/errors.js';
import { Note } from '../kit/note.js';

export function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Container size="sm" py="xl">
      <Note
        tone="bad"
        live
        title={t('This page could not be shown.')}
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
        {messageOf(error)}
      </Note>
    </Container>
  );
}
