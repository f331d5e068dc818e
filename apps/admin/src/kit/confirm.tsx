/** Asks before something that cannot be undone, naming what it hits; the answer runs inside the dialog. */
import { useRef, useState, type ReactNode } from 'react';
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../api/types.js';
import { Dialog } from './dialog.js';
import { resourceWords } from './resource-words.js';
import { ErrorNote } from './states.js';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  action: string;
  /** What it hits, one by one. */
  details?: ReactNode;
  /** What uses the thing: while there is any, nothing is deleted. */
  usages?: Usage[] | undefined;
  /** Must be typed to go on. */
  typed?: string;
  /** Nothing is destroyed: the button is an ordinary filled one. */
  plain?: boolean;
  run: () => Promise<unknown>;
}

export function Confirm({ opened, onClose, ...asked }: ConfirmProps) {
  // what is asked about may be gone while the dialog closes
  const last = useRef(asked);
  if (opened) last.current = asked;
  return (
    <Dialog opened={opened} onClose={onClose} title={last.current.title}>
      <Question {...last.current} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted with each opening, so that nothing of the last time stands in it. */
function Question(props: Omit<ConfirmProps, 'opened'>) {
  const { onClose, text, action, details, usages = [], typed, plain, run } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [written, setWritten] = useState('');
  const blocked = usages.length > 0;
  const go = async () => {
    setBusy(true);
    setError(null);
    try {
      await run();
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      {details}
      {blocked ? (
        <div>
          <Text fw={500}>{t('It is still used by:')}</Text>
          <List size="sm" mt={4}>
            {usages.map((usage) => (
              <List.Item key={usage.resource_id}>
                {usage.name}{' '}
                <Text span c="dimmed">
                  ({t(resourceWords[usage.resource_type] ?? usage.resource_type)})
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      ) : null}
      {typed && !blocked ? (
        <TextInput
          label={t('Type {{name}} to confirm', { name: typed })}
          value={written}
          onChange={(event) => {
            setWritten(event.currentTarget.value);
          }}
        />
      ) : null}
      {error ? <ErrorNote error={error} /> : null}
      <Group justify="flex-end">
        <Button onClick={onClose}>{blocked ? t('Close') : t('Cancel')}</Button>
        {blocked ? null : (
          <Button
            {...(plain ? { variant: 'filled' } : { c: 'var(--pw-bad)' })}
            loading={busy}
            disabled={typed !== undefined && written !== typed}
            onClick={() => void go()}
          >
            {action}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
