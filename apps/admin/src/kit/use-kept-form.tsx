/** Keeps what is typed into a form in this tab: a reload, the back button or a visit elsewhere loses nothing. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { clearCopy, readCopy, useDraftCopy } from '../editors/use-draft-copy.js';
import { Note } from './note.js';

interface KeptForm<V> {
  form: UseFormReturnType<V>;
  /** Kind and id of what is edited. */
  id: string;
  /** When it was last saved; another time than that of the copy means that someone saved in between. */
  savedAt: string | undefined;
  /** Never written down. */
  secrets?: readonly (keyof V)[];
}

const none: readonly never[] = [];

/** Answers what to show above the form when typed values came back. */
export function useKeptForm<V extends object>({ form, id, savedAt, secrets = none }: KeptForm<V>): ReactNode {
  const { t } = useTranslation();
  const base = savedAt === undefined ? null : Date.parse(savedAt);
  const [copy] = useState(() => readCopy<V>(id));
  const [isShown, setIsShown] = useState(copy !== null);
  useEffect(() => {
    if (copy === null) return;
    const now = form.getValues();
    const kept = Object.fromEntries(secrets.map((name) => [name, now[name]]));
    form.setValues({ ...now, ...copy.document, ...kept });
    // once, when the form is first shown
  }, []);
  const { values } = form;
  // a new object only when something was typed, so that nothing is written down without need
  const document = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(values).filter(([name]) => !secrets.some((secret) => secret === name)),
      ),
    [values, secrets],
  );
  const isDirty = form.isDirty();
  useDraftCopy(id, document, base, isDirty);
  if (!isShown || !isDirty) return null;
  return (
    <Note
      tone={copy?.version === base ? 'info' : 'warn'}
      live
      title={t('What you typed before is back, not saved yet.')}
      action={
        <Button
          size="xs"
          onClick={() => {
            form.reset();
            clearCopy(id);
            setIsShown(false);
          }}
        >
          {t('Discard it')}
        </Button>
      }
    >
      {copy?.version === base
        ? null
        : t('Someone saved in between: your save replaces the fields shown here.')}
    </Note>
  );
}
