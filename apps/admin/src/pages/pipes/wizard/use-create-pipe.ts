/** Makes the pipe, then its schedule and its first run; what fails after the first is tried again without making another pipe. */
import { useRef, useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createPipe, createTrigger, runPipe } from '../../../api/pipes.js';
import { paths } from '../../../app/paths.js';
import { clearCopy } from '../../../editors/use-draft-copy.js';
import { dropCreateKey } from '../../../kit/saves-under-way.js';
import { useSave } from '../../../kit/use-save.js';
import {
  pipeBody,
  runsAtOnce,
  scheduleBody,
  toWizardPath,
  wizardLabels,
  type WizardForm,
} from './wizard-form.js';
import type { Wizard } from './use-wizard.js';

interface CreatePipeOptions {
  project: string;
  form: UseFormReturnType<WizardForm>;
  /** Id of the kept copy of the form. */
  keptAs: string;
  wizard: Pick<Wizard, 'open' | 'hasMapping'>;
}

export function useCreatePipe({ project, form, keptAs, wizard }: CreatePipeOptions) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [made, setMade] = useState<string | null>(null);
  const done = useRef<{ pipe: string | null; key: string | undefined; isScheduled: boolean }>({
    pipe: null,
    key: undefined,
    isScheduled: false,
  });
  const { submit, saving, error } = useSave({
    form,
    keptAs,
    message: t('Pipe created.'),
    toFormPath: toWizardPath,
    labels: wizardLabels,
    save: async (values, key) => {
      const now = done.current;
      now.pipe ??= (await createPipe(project, pipeBody(values, wizard.open), key)).pipe_id;
      // the key of the first try also makes a schedule whose answer was lost the same one
      now.key ??= key;
      try {
        if (values.when !== '' && !now.isScheduled)
          await createTrigger(project, now.pipe, scheduleBody(values), now.key);
        now.isScheduled = true;
        const isRun = runsAtOnce(values, wizard.hasMapping);
        return {
          pipe: now.pipe,
          run: isRun ? (await runPipe(project, now.pipe, { dry_run: true })).run_id : null,
        };
      } catch (failure) {
        // The pipe is there: nothing of the form is left to keep.
        form.resetDirty(values);
        clearCopy(keptAs);
        dropCreateKey(keptAs);
        setMade(now.pipe);
        void client.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
        throw failure;
      }
    },
    onSaved: ({ pipe, run }) => {
      void client.invalidateQueries({ queryKey: ['p', project] });
      void navigate({ to: run === null ? paths.pipe(project, pipe) : paths.run(project, run) });
    },
  });
  return {
    submit,
    saving,
    error,
    /** The pipe that is there although the rest did not work. */
    made,
  };
}
