/**
 * Saving a form: validate, send, tell the answer's faults at their fields. A save whose form is gone by the time it is
 * answered takes nobody anywhere: what was kept of it goes, and a toast tells.
 */
import { useRef, useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clearCopy } from '../editors/use-draft-copy.js';
import type { FieldLabels } from './field-labels.js';
import { sendOnce } from './saves-under-way.js';
import { showError } from './use-action.js';
import { useFormFaults } from './use-form-faults.js';

interface SaveOptions<V, R> {
  form: UseFormReturnType<V>;
  /** `key`: makes a create that is sent once more, after a reload too, the same one. */
  save: (values: V, key: string | undefined) => Promise<R>;
  onSaved?: (answer: R, values: V) => void;
  /** The form is gone meanwhile: for an answer that is shown only once, which it tells of itself. */
  onAway?: (answer: R) => void;
  /** Of the kept copy of the form (`useKeptForm`). */
  keptAs?: string | undefined;
  /** Asked before it is sent; false: nothing is sent, and the page says why. */
  ready?: () => Promise<boolean>;
  /** Toast on success; left out where the page itself shows it. */
  message?: string;
  /** Told the fields at fault, before the first of them gets the focus. */
  onFaults?: (fields: string[]) => void;
  /** Turns a field path of the API into the form's own, where they differ. */
  toFormPath?: (field: string) => string;
  /** Of fields that may be out of sight. */
  labels?: FieldLabels;
}

export function useSave<V extends object, R>(options: SaveOptions<V, R>) {
  const { form, save, onSaved, onAway, keptAs, ready, message, onFaults, toFormPath, labels } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  // a second press of the keys comes before the button is drawn as busy
  const isSaving = useRef(false);
  const { error, setError, tellErrors, tellFailure, isHere } = useFormFaults({
    form,
    onFaults,
    toFormPath,
    labels,
  });

  const send = async (values: V, at: EventTarget | undefined): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setSaving(true);
    setError(null);
    try {
      if (ready && !(await ready())) return;
      // asking may have brought what somebody else saved into a form without edits
      const sent = ready ? form.getValues() : values;
      if (ready) {
        const { hasErrors, errors } = form.validate();
        if (hasErrors) return tellErrors(errors, at);
      }
      const answer = await (keptAs === undefined
        ? save(sent, undefined)
        : sendOnce(keptAs, (key) => save(sent, key), t));
      // a form that keeps nothing, as that of the sign-in, may be gone by its own success
      const isAway = keptAs !== undefined && !isHere.current;
      if (isAway ? !onAway : message) notifications.show({ message: message ?? t('Saved.'), color: 'green' });
      if (isAway) {
        clearCopy(keptAs);
        void client.invalidateQueries();
        return onAway?.(answer);
      }
      form.resetDirty(sent);
      onSaved?.(answer, sent);
    } catch (failure) {
      // what was typed is kept; why it is not saved is told where one is now
      if (isHere.current) tellFailure(failure, at);
      else showError(failure);
    } finally {
      isSaving.current = false;
      setSaving(false);
    }
  };

  return {
    saving,
    error,
    submit: form.onSubmit(
      (values, event) => void send(values, event?.target),
      (errors, _values, event) => tellErrors(errors, event?.target),
    ),
  };
}
