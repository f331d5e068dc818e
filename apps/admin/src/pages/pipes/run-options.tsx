/** A run with options: a limit, chosen records, sending again what was delivered, reading from the start. */
import { useState } from 'react';
import { Button, Checkbox, Group, NumberInput, Stack, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunBody } from '../../api/pipes.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';

/** By member; of what keeps the pipe from a run the message names the step. */
const labels = {
  limit: 'At most … records',
  record_keys: 'Only these record keys',
  force_resend: 'Send again what was delivered already',
  reset_cursor: 'Read from the start',
  dry_run: 'Dry run: send nothing',
};
const labelOf = (field: string): string =>
  (labels as Record<string, string>)[field.replace(/[.[].*$/, '')] ?? '';

export function RunOptions({
  opened,
  onClose,
  run,
}: {
  opened: boolean;
  onClose: () => void;
  /** Starts the run and goes to its page. */
  run: (body: RunBody) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState<number | ''>('');
  const [keys, setKeys] = useState<string[]>([]);
  const [resend, setResend] = useState(false);
  const [reset, setReset] = useState(false);
  const [dry, setDry] = useState(false);
  const start = useAction<RunBody>({ quiet: true, run });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Run with options')}>
      <Stack>
        <NumberInput
          label={t(labels.limit)}
          min={1}
          value={limit}
          onChange={(value) => setLimit(value === '' ? '' : Number(value))}
        />
        <TagsInput
          dropdownOpened={false}
          label={t(labels.record_keys)}
          description={t('Enter after each.')}
          value={keys}
          onChange={setKeys}
        />
        <Checkbox
          label={t(labels.force_resend)}
          description={t('May make doubles in the destination.')}
          checked={resend}
          onChange={(event) => setResend(event.currentTarget.checked)}
        />
        <Checkbox
          label={t(labels.reset_cursor)}
          description={t('Forgets how far the incremental reading was.')}
          checked={reset}
          onChange={(event) => setReset(event.currentTarget.checked)}
        />
        <Checkbox
          label={t(labels.dry_run)}
          checked={dry}
          onChange={(event) => setDry(event.currentTarget.checked)}
        />
        {start.isError ? <ErrorNote error={start.error} labelOf={(field) => t(labelOf(field))} /> : null}
        <Group justify="flex-end">
          <Button
            variant="filled"
            loading={start.isPending}
            onClick={() =>
              start.mutate({
                ...(limit === '' ? {} : { limit }),
                ...(keys.length > 0 ? { record_keys: keys } : {}),
                ...(resend ? { force_resend: true } : {}),
                ...(reset ? { reset_cursor: true } : {}),
                ...(dry ? { dry_run: true } : {}),
              })
            }
          >
            {t('Run')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
