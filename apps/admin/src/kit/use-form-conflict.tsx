/**
 * A form whose resource somebody else saves meanwhile: seen when the newest comes in and before one's own save. A form
 * without edits takes it over; else a person chooses, field by field, and saves. What this tab saved itself is never met.
 */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { noteSaved, noteSending, saverOf } from '../editors/own-saves.js';
import { ConflictNote } from './conflict-note.js';
import { differencesOfForms, mergedForm, sameForm, type FormWords, type Side } from './field-differences.js';

const FieldChoices = lazy(() => import('./field-choices.js'));

interface Resource {
  updated_at: string;
}
/** The version that is edited here. */
interface Base<V, R> {
  newest: R | undefined;
  at: string | undefined;
  /** What both began with, where that is known. */
  values: V | null;
}
interface FormConflictOptions<V, R extends Resource> {
  form: UseFormReturnType<V>;
  /** Kind and id of what is edited, as its kept copy has it. */
  id: string;
  /** As the page holds it now; undefined for one that is not made yet. */
  resource: R | undefined;
  toForm: (resource: R) => V;
  /** What a save sends of it, without secrets. */
  toBody: (values: V) => object;
  /** Asks the service. */
  newest: () => Promise<R>;
  fields: FormWords<V>;
  title: string;
}
/** What was saved meanwhile; `isOwn`: in another tab, by the same person. */
interface Met<R> {
  resource: R;
  isOwn: boolean;
}
interface FormConflict<V, R> {
  /** When the version was saved that is edited here. */
  savedAt: string | undefined;
  /** Whether the form says something else than what is saved. */
  isDirty: boolean;
  /** What to show above the form while there is a choice to make. */
  note: ReactNode;
  /** Asks before a save. False: a choice has to be made first. */
  isCurrent: () => Promise<boolean>;
  /** One's own save of `sent`; what was typed since then stays. */
  saved: (answer: R, sent: V) => void;
  /** One's own change of some fields beside the form. */
  changed: (answer: R, names: (keyof V & string)[]) => void;
  /** The values in the form were typed on the version of that time. */
  meetOld: (savedAt: string) => void;
  /** Puts back what is saved. */
  discard: () => void;
}

export function useFormConflict<V extends object, R extends Resource>(
  options: FormConflictOptions<V, R>,
): FormConflict<V, R> {
  const { form, id, resource, toForm, toBody, newest, fields, title } = options;
  const { t } = useTranslation();
  const [base] = useState((): { current: Base<V, R> } => ({
    current: { newest: resource, at: resource?.updated_at, values: form.getInitialValues() },
  }));
  const [met, setMet] = useState<Met<R> | null>(null);
  const theirs = met?.resource ?? null;
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const [refused, setRefused] = useState(0);

  const hold = (now: R) => {
    const values = toForm(now);
    base.current = { newest: now, at: now.updated_at, values };
    form.resetDirty(values);
    setMet(null);
    setChosen({});
    return values;
  };
  const isDirty = (): boolean =>
    base.current.values === null || !sameForm(form.getValues(), base.current.values);
  /** True when somebody else's save meets edits of this form. */
  const meet = (now: R): boolean => {
    if (now.updated_at === base.current.at) return false;
    const values = toForm(now);
    const isUntouched = base.current.values !== null && sameForm(values, base.current.values);
    if (isUntouched || differencesOfForms(fields, form.getValues(), values, null).length === 0) {
      hold(now);
      return false;
    }
    if (!isDirty()) {
      form.setValues(hold(now));
      return false;
    }
    const saver = saverOf(id, now.updated_at, toBody(values));
    if (saver === 'here') {
      // the form was typed on from what this tab had sent, though its answer has not come
      hold(now);
      return false;
    }
    setMet({ resource: now, isOwn: saver === 'my_tab' });
    return true;
  };
  useEffect(() => {
    if (resource) meet(resource);
    // `meet` reads what is held when it is called
  }, [resource?.updated_at]);

  const merge = (choice: Record<string, Side>) => {
    if (theirs === null) return;
    const mine = form.getValues();
    const differences = differencesOfForms(fields, mine, toForm(theirs), base.current.values);
    form.setValues(mergedForm(mine, hold(theirs), differences, choice));
  };
  const all = (side: Side) => {
    const names = Object.keys(fields);
    merge(Object.fromEntries(names.map((name) => [name, side])));
  };
  const differences =
    theirs === null ? [] : differencesOfForms(fields, form.values, toForm(theirs), base.current.values);
  const note = theirs ? (
    <ConflictNote
      title={title}
      isOwn={met?.isOwn ?? false}
      attention={refused}
      help={t('Choose for each field, then save. Until then nothing of yours is sent.')}
      onTake={() => all('theirs')}
      onKeep={() => all('mine')}
      action={
        <Button size="xs" onClick={() => merge(chosen)}>
          {t('Use what is chosen')}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <FieldChoices
          differences={differences}
          chosen={chosen}
          isOwn={met?.isOwn ?? false}
          onChoose={(name, side) => setChosen({ ...chosen, [name]: side })}
        />
      </Suspense>
    </ConflictNote>
  ) : null;
  return {
    savedAt: base.current.at,
    isDirty: isDirty(),
    note,
    isCurrent: async () => {
      if (theirs === null) {
        if (!resource) return true;
        if (meet(await newest())) return false;
        noteSending(id, toBody(form.getValues()));
        return true;
      }
      setRefused((times) => times + 1);
      return false;
    },
    saved: (answer, sent) => {
      const isAsSent = sameForm(form.getValues(), sent);
      if (resource) noteSaved(id, answer.updated_at);
      const values = hold(answer);
      if (isAsSent) form.setValues(values);
    },
    changed: (answer, names) => {
      const values = hold(answer);
      noteSaved(id, answer.updated_at, toBody(values));
      form.setValues((now) => ({
        ...now,
        ...Object.fromEntries(names.map((name) => [name, values[name]])),
      }));
    },
    meetOld: (at) => {
      base.current = { newest: resource, at, values: null };
      if (resource) meet(resource);
    },
    discard: () => {
      const newestSeen = theirs ?? base.current.newest;
      if (newestSeen) form.setValues(hold(newestSeen));
      else form.reset();
    },
  };
}
