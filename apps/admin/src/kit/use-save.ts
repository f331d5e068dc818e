/** Saving a form: validate, send, put the answer's faults on their fields, move the focus to the first fault. */
import { useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/errors.js';

interface SaveOptions<V, R> {
  form: UseFormReturnType<V>;
  save: (values: V) => Promise<R>;
  onSaved?: (answer: R, values: V) => void;
  /** Toast on success; left out where the page itself shows it. */
  message?: string;
  /** Turns a field path of the API into the form's own, where they differ. */
  toFormPath?: (field: string) => string;
}

export function useSave<V extends object, R>(options: SaveOptions<V, R>) {
  const { form, save, onSaved, message, toFormPath = dotted } = options;
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const focus = (path: string | undefined): void => {
    if (path) form.getInputNode(path)?.focus();
  };

  const send = async (values: V): Promise<void> => {
    setSaving(true);
    setError(null);
    try {
      const answer = await save(values);
      form.resetDirty(values);
      if (message) notifications.show({ message, color: 'green' });
      onSaved?.(answer, values);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.faults.length > 0) {
        const faults = Object.fromEntries(
          failure.faults.map((fault) => [toFormPath(fault.field), fault.message]),
        );
        form.setErrors(faults);
        setTimeout(() => {
          focus(Object.keys(faults)[0]);
        });
      }
    } finally {
      setSaving(false);
    }
  };

  return {
    saving,
    error,
    clearError: () => {
      setError(null);
    },
    submit: form.onSubmit(
      (values) => void send(values),
      (errors) => {
        focus(Object.keys(errors)[0]);
      },
    ),
  };
}

/** `users[2].name` of the API is `users.2.name` of the form. */
export const dotted = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1');
