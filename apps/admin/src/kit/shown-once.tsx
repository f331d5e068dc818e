/** What is shown only once, to be copied now: a token, the link of an invitation. */
import type { ReactNode } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.js';
import { Note } from './note.js';

interface ShownOnceProps {
  title: string;
  value: string;
  /** Of the button that copies it. */
  copy: string;
  children?: ReactNode;
  onDone: () => void;
}

export function ShownOnce({ title, value, copy, children, onDone }: ShownOnceProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Note tone="good" live title={title} action={<CopyButton value={value} label={copy} />}>
        <span className="mono">{value}</span>
      </Note>
      {children}
      <Group justify="flex-end">
        <Button variant="filled" onClick={onDone}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  );
}
