/** Saving a form: validate, send, put the answer's faults on their fields, move the focus to the first fault. */
import { useRef, useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/errors.js';

interface SaveOptions<V, R> {
  form: UseFormReturnType<V>;
  save: (values: V) => Promise<R>;
  onSaved?: (answer: R, values: V) => void;
  /** Asked before it is sent; false: nothing is sent, and the page says why. */
  ready?: () => Promise<boolean>;
  /** Toast on success; left out where the page itself shows it. */
  message?: string;
  /** Told the fields at fault, before the first of them gets the focus. */
  onFaults?: (fields: string[]) => void;
  /** Turns a field path of the API into the form's own, where they differ. */
  toFormPath?: (field: string) => string;
}

/** By then what was set is drawn. */
const DRAWN_MS = 60;

export function useSave<V extends object, R>(options: SaveOptions<V, R>) {
  const { form, save, onSaved, ready, message, onFaults, toFormPath = dotted } = options;
  const [saving, setSaving] = useState(false);
  // a second press of the keys comes before the button is drawn as busy
  const isSaving = useRef(false);
  const [error, setError] = useState<unknown>(null);

  /** The field may be on a tab that is being opened, or in an editor that is being loaded. */
  const focus = (path: string | undefined, tries = 10): void => {
    if (path === undefined) return;
    const field = form.getInputNode(path) ?? (tries < 8 ? fieldAround(path) : null);
    if (field) field.focus();
    else if (tries > 0) setTimeout(() => focus(path, tries - 1), DRAWN_MS);
  };
  /** A member that has no field of its own is in that of the whole, as where it is shown as JSON. */
  const fieldAround = (path: string): HTMLElement | null => {
    const end = path.lastIndexOf('.');
    return end < 0 ? null : (form.getInputNode(path.slice(0, end)) ?? fieldAround(path.slice(0, end)));
  };

  /** What failed is said in the form; it may be scrolled out of sight of the button. */
  const showFailure = (at: EventTarget | undefined): void => {
    setTimeout(() => {
      if (at instanceof Element) at.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    }, DRAWN_MS);
  };

  const tellFaults = (paths: string[]): void => {
    onFaults?.(paths);
    setTimeout(() => {
      focus(paths[0]);
    });
  };

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
        if (hasErrors) return tellFaults(Object.keys(errors));
      }
      const answer = await save(sent);
      form.resetDirty(sent);
      if (message) notifications.show({ message, color: 'green' });
      onSaved?.(answer, sent);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.faults.length > 0) {
        const faults = Object.fromEntries(
          failure.faults.map((fault) => [toFormPath(fault.field), fault.message]),
        );
        form.setErrors(faults);
        tellFaults(Object.keys(faults));
      } else showFailure(at);
    } finally {
      isSaving.current = false;
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
      (values, event) => void send(values, event?.target),
      (errors) => tellFaults(Object.keys(errors)),
    ),
  };
}

/** `users[2].name` of the API is `users.2.name` of the form. */
export const dotted = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1');
