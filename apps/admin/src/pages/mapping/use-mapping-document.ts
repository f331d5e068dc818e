/** The document in the editor: undo, saving with its version, the unsaved copy in this browser, and conflicts. */
import { useCallback, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ApiError } from '../../api/errors.js';
import { mappingQuery, updateMapping, type Mapping, type SavedMapping } from '../../api/mappings.js';
import { createHistory, useHistory } from '../../editors/history.js';
import { noteSaved, noteSending, saverOf } from '../../editors/own-saves.js';
import { emptyDocument, sameDocument, type MappingDocument } from '../../editors/mapping/document.js';
import { useUnreadText } from '../../editors/mapping/unread-text.js';
import type { Saving } from '../../editors/save-state.js';
import { readCopy, useDraftCopy } from '../../editors/use-draft-copy.js';
import { useAction } from '../../kit/use-action.js';

export const documentOf = (mapping: Mapping): MappingDocument => ({
  ...emptyDocument(),
  ...mapping.document,
  links: mapping.document?.links ?? [],
});

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'version_conflict';

/** What was saved meanwhile; `isOwn`: in another tab, by the same person. */
interface Met {
  mapping: Mapping;
  isOwn: boolean;
}
const metOf = (mapping: Mapping, saver: ReturnType<typeof saverOf>): Met => ({
  mapping,
  isOwn: saver === 'my_tab',
});

export function useMappingDocument(project: string, pipe: string, mapping: Mapping) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const handler = mapping.handler_id;
  const copyId = `${pipe}/${handler}`;
  const [start] = useState(() => {
    const history = createHistory(documentOf(mapping));
    const copy = readCopy<MappingDocument>(copyId);
    if (copy && !sameDocument(copy.document, documentOf(mapping)))
      history.getState().edit(() => copy.document);
    // Edits that were made on an older version than the saved one meet it as a conflict, at once.
    const base = copy ? (copy.version ?? 0) : mapping.version;
    const saver = base === mapping.version ? 'here' : saverOf(copyId, mapping.version, documentOf(mapping));
    const isMet = saver !== 'here' && !(copy && sameDocument(copy.document, documentOf(mapping)));
    return { history, version: isMet ? base : mapping.version, met: isMet ? metOf(mapping, saver) : null };
  });
  const { history } = start;
  const document = useStore(history, (state) => state.document);
  const steps = useHistory(history);
  const [saved, setSaved] = useState({ document: documentOf(mapping), version: start.version });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [met, setMet] = useState<Met | null>(start.met);
  const theirs = met?.mapping ?? null;
  /** Why what somebody else saved could not be loaded. */
  const [unseen, setUnseen] = useState<unknown>(null);
  /** What the last save sent: what was found fault with is of that, whatever is edited since. */
  const [sent, setSent] = useState(document);
  const typed = useUnreadText(copyId, document);
  const { unread } = typed;
  const changed = !sameDocument(document, saved.document);
  useDraftCopy(copyId, document, saved.version, changed);

  const mutation = useAction<number, SavedMapping>({
    quiet: true,
    run: async (version) => {
      const now = history.getState().document;
      setSent(now);
      noteSending(copyId, now);
      const answer = await updateMapping(project, pipe, handler, { version, document: now });
      noteSaved(copyId, answer.version);
      setSaved({ document: now, version: answer.version });
      setSavedAt(Date.now());
      return answer;
    },
    message: t('Mapping saved. It acts from the next run on.'),
    refresh: [['p', project, 'pipes']],
  });
  const { mutateAsync, reset, isPending, isError, error } = mutation;
  const newest = useCallback(
    () => client.fetchQuery({ ...mappingQuery(project, pipe, handler), staleTime: 0 }),
    [client, project, pipe, handler],
  );
  /** True: what this tab had sent itself is what is saved, though its answer has not come. */
  const meet = useCallback(
    (now: Mapping): boolean => {
      const saver = saverOf(copyId, now.version, documentOf(now));
      if (saver !== 'here') setMet(metOf(now, saver));
      else setSaved({ document: documentOf(now), version: now.version });
      return saver === 'here';
    },
    [copyId],
  );
  const send = useCallback(
    async (version: number): Promise<void> => {
      setUnseen(null);
      try {
        await mutateAsync(version);
      } catch (failure) {
        if (!isConflict(failure)) return;
        // Without theirs there is nothing to compare with: that stays on the page until it is tried again.
        await newest().then(async (now) => {
          if (meet(now)) await send(now.version);
        }, setUnseen);
      }
    },
    [meet, mutateAsync, newest],
  );
  const save = useCallback(() => {
    if (isPending || theirs !== null || sameDocument(history.getState().document, saved.document)) return;
    void send(saved.version);
  }, [history, isPending, saved, send, theirs]);

  /** The saved document of another person or version becomes the one that is edited; one step back undoes it. */
  const take = useCallback(
    (other: Mapping) => {
      history.getState().edit(() => documentOf(other));
      setSaved({ document: documentOf(other), version: other.version });
      setMet(null);
      setUnseen(null);
      reset();
    },
    [history, reset],
  );
  // A save of somebody else is seen when one comes back to this tab, not only at one's own save.
  useEffect(() => {
    const look = () => {
      if (window.document.visibilityState !== 'visible' || isPending || theirs !== null) return;
      newest().then(
        (now) => {
          if (now.version <= saved.version) return;
          if (unread === null && sameDocument(history.getState().document, saved.document)) take(now);
          else meet(now);
        },
        // Without an answer nothing is known; the next save tells.
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('focus', look);
    };
  }, [history, isPending, meet, newest, saved, take, theirs, unread]);

  const state: Saving = isPending
    ? 'saving'
    : theirs
      ? 'met'
      : isError && changed && document === sent
        ? 'failed'
        : changed
          ? 'changed'
          : 'saved';
  return {
    document,
    typed,
    edit: history.getState().edit,
    steps,
    saved,
    savedAt,
    changed,
    state,
    saving: isPending,
    /** What a save failed with; a conflict is shown as one, unless theirs could not be loaded. */
    failure: unseen ?? (isError && !isConflict(error) ? error : null),
    sent,
    theirs,
    isTheirsOwn: met?.isOwn ?? false,
    save,
    take,
    keepMine: () => {
      const other = theirs;
      setMet(null);
      if (other) void send(other.version);
    },
    newest,
  };
}
