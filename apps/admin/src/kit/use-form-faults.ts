/**
 * What the service, or the form itself, finds wrong with a form: each fault at its field, the focus at the first, and
 * above the form what has no field in sight, under the words of its label.
 */
import { useState } from 'react';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ApiError, type FieldFault } from '../api/errors.js';
import { jsonOrText } from '../api/json.js';
import { dotted, labelOf, namesBy, type FieldLabels } from './field-labels.js';
import { useIsHere } from './use-is-here.js';

interface FormFaultsOptions<V> {
  form: UseFormReturnType<V>;
  /** Turns a field path of the API into the form's own, where they differ. */
  toFormPath?: ((field: string) => string) | undefined;
  /** Told the fields at fault, before the first of them gets the focus. */
  onFaults?: ((fields: string[]) => void) | undefined;
  /** By the paths of the form: for fields that may be out of sight. */
  labels?: FieldLabels | undefined;
}

/** With its path in the form. */
type PlacedFault = FieldFault & { path: string };

/** By then what was set is drawn. */
const DRAWN_MS = 60;
/** By then a tab is open that was opened for a fault, and an editor loaded. */
const SETTLED_MS = 240;

export function useFormFaults<V extends object>(options: FormFaultsOptions<V>) {
  const { form, toFormPath = dotted, onFaults, labels = {} } = options;
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>(null);
  const isHere = useIsHere();

  /** A member that has no field of its own is in that of the whole, as where it is shown as JSON. */
  const fieldAround = (path: string): HTMLElement | null => {
    const end = path.lastIndexOf('.');
    return end < 0 ? null : (form.getInputNode(path.slice(0, end)) ?? fieldAround(path.slice(0, end)));
  };
  /** The field may be on a tab that is being opened, or in an editor that is being loaded. */
  const focus = (path: string | undefined, tries = 10): void => {
    if (path === undefined) return;
    const field = form.getInputNode(path) ?? (tries < 8 ? fieldAround(path) : null);
    if (field) field.focus();
    else if (tries > 0) setTimeout(() => focus(path, tries - 1), DRAWN_MS);
  };
  const isInSight = (path: string): boolean =>
    (form.getInputNode(path) ?? fieldAround(path))?.checkVisibility() ?? false;
  /** The field of a whole may show what is wrong with its members, or not. */
  const isTold = ({ path, message }: PlacedFault, at: EventTarget | undefined): boolean => {
    const own = form.getInputNode(path);
    if (own) return own.checkVisibility();
    const shown = at instanceof HTMLElement ? at.innerText : '';
    return isInSight(path) && shown.includes(message);
  };
  const nameOf = (path: string): string | undefined =>
    namesBy(labels, t)(path) ?? wordsOfLabel(form.getInputNode(path));

  /** What failed is said in the form; it may be scrolled out of sight of the button. */
  const showFailure = (at: EventTarget | undefined): void => {
    setTimeout(() => {
      if (at instanceof Element) at.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    }, DRAWN_MS);
  };

  const tell = (
    faults: PlacedFault[],
    at: EventTarget | undefined,
    toError: (shown: FieldFault[]) => ApiError,
  ) => {
    const paths = faults.map(({ path }) => path);
    onFaults?.(paths);
    setTimeout(() => {
      focus(paths.find(isInSight) ?? paths[0]);
    });
    setTimeout(() => {
      const hidden = faults.filter((fault) => !isTold(fault, at));
      if (!isHere.current || hidden.length === 0) return;
      setError(toError(hidden.map((fault) => ({ ...fault, label: labelOf(fault.path, nameOf) }))));
      showFailure(at);
    }, SETTLED_MS);
  };
  const titleOf = (count: number): string =>
    t('Not saved: {{count, number}} fields need another value', { count });

  /** What the form found wrong itself, by the path of the field. */
  const tellErrors = (errors: FormErrors, at?: EventTarget): void => {
    setError(null);
    const faults = Object.entries(errors).map(([path, words]): PlacedFault => ({
      path,
      field: path,
      code: '',
      message: jsonOrText(words),
    }));
    tell(faults, at, (shown) => new ApiError(titleOf(faults.length), 400, '', shown));
  };

  const tellFailure = (failure: unknown, at: EventTarget | undefined): void => {
    if (!(failure instanceof ApiError) || failure.faults.length === 0) {
      setError(failure);
      return showFailure(at);
    }
    const faults = failure.faults.map((fault) => ({ ...fault, path: toFormPath(fault.field) }));
    form.setErrors(Object.fromEntries(faults.map(({ path, message }) => [path, message])));
    // the words of the service name the first field as the API calls it
    const isOfFields = failure.faults.some(({ message }) => failure.message.includes(message));
    const title = isOfFields ? titleOf(faults.length) : failure.message;
    const withFaults = (shown: FieldFault[]) =>
      new ApiError(title, failure.status, failure.code, shown, failure.requestId);
    setError(withFaults([]));
    tell(faults, at, withFaults);
  };

  return { error, setError, tellErrors, tellFailure, isHere };
}

function wordsOfLabel(field: HTMLElement | null): string | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const words = field.labels?.[0]?.textContent?.replace(/\*\s*$/, '').trim();
  return words || (field.getAttribute('aria-label') ?? undefined);
}
