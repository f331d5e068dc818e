/** An answer becomes the sample: asked before where mappings lose fields by it, and taken back by a toast. */
import { useState } from 'react';
import { List } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiDefinition, Json, Usage } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';
import { useAction } from '../../kit/use-action.js';
import { useQuestion } from '../../kit/use-question.js';
import { useUndo } from '../../kit/use-undo.js';
import { sampleLosses, type SampleLoss } from './sample-losses.js';

interface ReplaceSampleOptions {
  project: string;
  api: ApiDefinition;
  usages: readonly Usage[];
  /** The sample response was typed into and is not saved. */
  isSampleTyped: boolean;
  keepSample: (answer: Json, isOneMore: boolean) => Promise<void>;
}

/** Of one mapping no more are named. */
const MOST_NAMED = 6;

export function useReplaceSample({ project, api, usages, isSampleTyped, keepSample }: ReplaceSampleOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = useUndo();
  const asking = useQuestion();
  const [losses, setLosses] = useState<SampleLoss[]>([]);
  const before = api.sample_response ?? null;
  const refresh = () => client.invalidateQueries({ queryKey: ['p', project, 'apis'] });
  const action = useAction<Json, boolean>({
    quiet: true,
    run: async (sample) => {
      const found = before === null ? [] : await sampleLosses(client, project, api, usages, sample);
      setLosses(found);
      if ((found.length > 0 || isSampleTyped) && !(await asking.ask())) return false;
      await keepSample(sample, false);
      return true;
    },
    refresh: [['p', project, 'apis']],
    onDone: (isKept) => {
      const message = t('The answer is now the sample response.');
      if (!isKept) return;
      if (before === null) notifications.show({ message, color: 'green' });
      else
        undo(message, async () => {
          await keepSample(before, false);
          await refresh();
        });
    },
  });
  const question = (
    <Confirm
      opened={asking.isOpen}
      onClose={() => asking.answer(false)}
      title={t('Replace the sample response?')}
      text={
        losses.length > 0
          ? t('The answer lacks fields that mappings read. Their links find nothing any more:')
          : t('What you typed as the sample response and did not save is gone then.')
      }
      details={
        losses.length > 0 ? (
          <List size="sm">
            {losses.map(({ id, name, fields }) => (
              <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
                {name}: <span className="mono">{fields.slice(0, MOST_NAMED).join(', ')}</span>{' '}
                {fields.length > MOST_NAMED
                  ? t('{{count, number}} more', { count: fields.length - MOST_NAMED })
                  : null}
              </List.Item>
            ))}
          </List>
        ) : null
      }
      action={t('Replace it')}
      run={() => {
        asking.answer(true);
        return Promise.resolve();
      }}
    />
  );
  return { action, question };
}
