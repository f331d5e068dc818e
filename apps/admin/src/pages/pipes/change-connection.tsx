/** Another connection to one system of a pipe: what it delivered stays known, and the next run uses it. */
import { useState } from 'react';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updatePipe } from '../../api/pipes.js';
import type { Credential, Pipe } from '../../api/types.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import { CredentialChoice } from './credential-choice.js';

interface ChangeConnectionProps {
  project: string;
  pipe: Pipe;
  /** Name of the system. */
  system: string;
  /** Its connections. */
  credentials: Credential[];
  onClose: () => void;
}

export function ChangeConnection({ project, pipe, system, credentials, onClose }: ChangeConnectionProps) {
  const { t } = useTranslation();
  const own = new Set(credentials.map((row) => row.credential_id));
  const current = pipe.credential_ids.find((id) => own.has(id)) ?? null;
  const [chosen, setChosen] = useState(current);
  const save = useAction<string>({
    quiet: true,
    run: (id) =>
      updatePipe(project, pipe.pipe_id, {
        credential_ids: [...pipe.credential_ids.filter((each) => !own.has(each)), id],
      }),
    refresh: [['p', project, 'pipes']],
    message: t('The connection is changed. It acts from the next run on.'),
    onDone: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={t('Connection to {{system}}', { system })}>
      <Stack>
        {credentials.length === 0 ? (
          <Text c="dimmed">{t('There is no connection to {{system}} yet.', { system })}</Text>
        ) : null}
        <Radio.Group
          aria-label={t('Connection to {{system}}', { system })}
          value={chosen ?? ''}
          onChange={setChosen}
        >
          <Stack gap="xs">
            {credentials.map((row) => (
              <CredentialChoice key={row.credential_id} credential={row} />
            ))}
          </Stack>
        </Radio.Group>
        {save.isError ? <ErrorNote error={save.error} /> : null}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={chosen === null || chosen === current}
            onClick={() => chosen !== null && save.mutate(chosen)}
          >
            {t('Use this connection')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
