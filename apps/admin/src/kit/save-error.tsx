/** Why a form was not saved, but for what its fields say themselves. */
import { useLayoutEffect, useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { elsewhere } from './elsewhere.js';
import { ErrorNote } from './states.js';
import { dotted } from './use-save.js';

interface SaveErrorProps<V extends object> {
  error: unknown;
  form: Pick<UseFormReturnType<V>, 'getInputNode'>;
  /** What the page calls the members of the form, for faults of fields that are not shown just now. */
  labels: Record<string, string>;
  toFormPath?: (field: string) => string;
  onRetry?: () => void;
}

export function SaveError<V extends object>(props: SaveErrorProps<V>) {
  const { error, form, labels, toFormPath = dotted, onRetry } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<unknown>(null);
  // whether a field is there can be told once it is drawn
  useLayoutEffect(() => {
    setShown(elsewhere(error, (field) => form.getInputNode(toFormPath(field)) !== null));
  }, [error]);
  if (!shown) return null;
  const labelOf = (field: string): string | null => {
    const label = labels[toFormPath(field).replace(/\..*$/, '')];
    return label === undefined ? null : t(label);
  };
  return <ErrorNote error={shown} labelOf={labelOf} {...(onRetry ? { onRetry } : {})} />;
}
