/** Keeps what is typed into a form in this tab: a reload, the back button or a visit elsewhere loses nothing. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { clearCopy, readCopy, useDraftCopy } from '../editors/use-draft-copy.js';
import { Note } from './note.js';
import { dropCreateKey, saveUnderWay } from './saves-under-way.js';

interface KeptForm<V> {
  form: UseFormReturnType<V>;
  /** Kind and id of what is edited; it ends in ` new` for what is not made yet. */
  id: string;
  /** When it was last saved; another time than that of the copy means that someone saved in between. */
  savedAt?: string | undefined;
  /** Never written down. */
  secrets?: readonly (keyof V)[];
  /** Members that nobody types into, and the typed one that each is kept with. */
  keptWith?: Partial<Record<keyof V, keyof V>>;
  /** Whether there is something to keep, where the page knows it better than the form. */
  isDirty?: boolean;
  /** Told when the values that came back were typed on the version of that time; else a warning stands above the form. */
  onOld?: (savedAt: string) => void;
  /** Puts back what is saved, where that is not what the form began with. */
  onDiscard?: () => void;
}

const none: readonly never[] = [];
/** Of what is not made yet. */
const NEW_END = ' new';

/** Members that the form still has: a copy may be of the version before an upgrade, which held them in another form. */
function sameKind<V extends object>(copy: V, now: V): Partial<V> {
  const kind = (value: unknown): string | null =>
    Array.isArray(value) ? 'list' : value === null ? null : typeof value;
  const isOf = ([name, value]: [string, unknown]): boolean => {
    const kinds = [kind(value), kind(now[name as keyof V])];
    return name in now && (kinds[0] === kinds[1] || kinds.includes(null));
  };
  return Object.fromEntries(Object.entries(copy).filter(isOf)) as Partial<V>;
}

/** Answers what to show above the form when typed values came back. */
export function useKeptForm<V extends object>(options: KeptForm<V>): ReactNode {
  const { form, id, savedAt, secrets = none, keptWith, onOld, onDiscard } = options;
  const { t } = useTranslation();
  const base = savedAt === undefined ? null : Date.parse(savedAt);
  const [copy] = useState(() => readCopy<V>(id));
  const [isOld] = useState(copy !== null && copy.version !== base);
  const [isShown, setIsShown] = useState(copy !== null);
  useEffect(() => {
    if (copy === null) return;
    const now = form.getValues();
    const kept = Object.fromEntries(secrets.map((name) => [name, now[name]]));
    form.setValues({ ...now, ...sameKind(copy.document, now), ...kept });
    if (isOld && copy.version !== null) onOld?.(new Date(copy.version).toISOString());
    // once, when the form is first shown
  }, []);
  // It was being saved when its page was left: once that is done it is not to be saved again.
  useEffect(() => {
    if (copy === null) return;
    const cameBack = form.getValues();
    void saveUnderWay(id)?.then((isSaved) => {
      if (!isSaved || form.getValues() !== cameBack) return;
      clearCopy(id);
      // what is there now is not to be made again; what was changed is as it stands in the form
      if (id.endsWith(NEW_END)) form.reset();
      else form.resetDirty();
      setIsShown(false);
    });
    // once, for the save that was under way then
  }, []);
  const { values } = form;
  const comparesOld = onOld !== undefined;
  // A new object only when something was typed, so that nothing is written down without need. Where no comparison with
  // what others saved follows, only what was touched comes back: the rest is theirs.
  const document = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(values).filter(
          ([name]) =>
            !secrets.some((secret) => secret === name) &&
            (comparesOld || form.isDirty(String(keptWith?.[name as keyof V] ?? name))),
        ),
      ),
    [values, secrets, keptWith, comparesOld],
  );
  const isDirty = options.isDirty ?? form.isDirty();
  // where a comparison follows, `base` is the version that was typed on
  const typedOn = isOld && isShown && copy !== null && !comparesOld ? copy.version : base;
  useDraftCopy(id, document, typedOn, isDirty);
  // What is saved or undone is not "back" any more, whatever is typed next.
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !isDirty) setIsShown(false);
    wasDirty.current = isDirty;
  }, [isDirty]);
  if (!isShown || !isDirty) return null;
  const replaces = isOld && !comparesOld;
  return (
    <Note
      tone={replaces ? 'warn' : 'info'}
      live
      title={t('What you typed before is back, not saved yet.')}
      action={
        <Button
          size="xs"
          onClick={() => {
            if (onDiscard) onDiscard();
            else form.reset();
            clearCopy(id);
            dropCreateKey(id);
            setIsShown(false);
          }}
        >
          {t('Discard it')}
        </Button>
      }
    >
      {replaces ? t('It was saved in between: your save replaces the fields shown here.') : null}
    </Note>
  );
}
