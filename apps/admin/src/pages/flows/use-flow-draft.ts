/** The draft of a flow in the editor: undo, autosave with its version, conflicts shown as soon as they happen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { ApiError } from '../../api/errors.js';
import { flowQuery, updateFlow } from '../../api/flows.js';
import { useAgain } from '../../api/use-again.js';
import type { Flow } from '../../api/types.js';
import { sameDraft, type FlowDraft } from '../../editors/flow/model.js';
import { createHistory, useHistory } from '../../editors/history.js';
import { noteSaved, noteSending, saverOf } from '../../editors/own-saves.js';
import { readCopy, useDraftCopy } from '../../editors/use-draft-copy.js';
import type { Saving } from '../../editors/save-state.js';

export const draftOf = (flow: Flow): FlowDraft => ({
  flow_name: flow.flow_name,
  description: flow.description ?? '',
  handlers: flow.handlers,
});
const savedOf = (flow: Flow) => ({
  draft: draftOf(flow),
  version: flow.version,
  published: flow.published_version,
  isPublished: flow.published_version !== null && flow.has_unpublished_changes === false,
  problems: flow.problems ?? [],
});
type Saved = ReturnType<typeof savedOf>;
const autosaveMs = 800;

/** What was saved meanwhile; `isOwn`: in another tab, by the same person. */
interface Met {
  flow: Flow;
  isOwn: boolean;
}
const metOf = (flow: Flow, saver: ReturnType<typeof saverOf>): Met => ({ flow, isOwn: saver === 'my_tab' });

/** `sendable` says of a draft whether the service can hold it; another stays in this browser until it can. */
export function useFlowDraft(project: string, flow: Flow, sendable: (draft: FlowDraft) => boolean) {
  const client = useQueryClient();
  const [start] = useState(() => {
    const history = createHistory(draftOf(flow));
    const copy = readCopy<FlowDraft>(flow.flow_id);
    if (copy && !sameDraft(copy.document, draftOf(flow))) history.getState().edit(() => copy.document);
    // Edits that were made on an older version than the saved one meet it as a conflict, at once.
    const isOld = copy !== null && copy.version !== flow.version && !sameDraft(copy.document, draftOf(flow));
    const saver = isOld ? saverOf(flow.flow_id, flow.version, draftOf(flow)) : 'here';
    return {
      history,
      version: saver === 'here' ? flow.version : (copy?.version ?? 0),
      met: saver === 'here' ? null : metOf(flow, saver),
    };
  });
  const { history } = start;
  const draft = useStore(history, (state) => state.document);
  const [saved, setSaved] = useState<Saved>({ ...savedOf(flow), version: start.version });
  // What the service holds as soon as it has answered, before the page is drawn with it.
  const latest = useRef(saved);
  const hold = useCallback((next: Saved) => {
    latest.current = next;
    setSaved(next);
  }, []);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [met, setMet] = useState<Met | null>(start.met);
  const theirs = met?.flow ?? null;
  const running = useRef<Promise<number | null> | null>(null);
  const changed = !sameDraft(draft, saved.draft);
  const isHeld = changed && !sendable(draft);
  useDraftCopy(flow.flow_id, draft, saved.version, changed);

  const newest = useCallback(
    () => client.fetchQuery({ ...flowQuery(project, flow.flow_id), staleTime: 0 }),
    [client, project, flow.flow_id],
  );
  /** What this tab had sent itself, though its answer has not come, is what is saved; else a person has to choose. */
  const meet = useCallback(
    (now: Flow): void => {
      const saver = saverOf(flow.flow_id, now.version, draftOf(now));
      if (saver !== 'here') return setMet(metOf(now, saver));
      setFailure(null);
      hold(savedOf(now));
    },
    [flow.flow_id, hold],
  );
  const send = useCallback(
    async (version: number): Promise<number | null> => {
      const sent = history.getState().document;
      setSaving(true);
      setFailure(null);
      noteSending(flow.flow_id, sent);
      try {
        const answer = await updateFlow(project, flow.flow_id, { ...sent, version });
        noteSaved(flow.flow_id, answer.version);
        hold({ ...savedOf(answer), draft: sent });
        setSavedAt(Date.now());
        void client.invalidateQueries({ queryKey: ['p', project, 'flows', 'list'] });
        return answer.version;
      } catch (error) {
        setFailure(error);
        // Without an answer there is nothing to compare with: the failure itself stays on the page.
        if (error instanceof ApiError && error.code === 'version_conflict')
          await newest().then(meet, () => undefined);
        return null;
      } finally {
        setSaving(false);
      }
    },
    [client, flow.flow_id, history, hold, meet, newest, project],
  );
  /** Saves what differs; answers the version that the service holds then, or null when it did not work. */
  const save = useCallback(
    async (version?: number): Promise<number | null> => {
      // What is typed while a save is under way is not in it: that one first, then the rest.
      while (running.current) await running.current;
      const now = history.getState().document;
      const { draft: known, version: held } = latest.current;
      if (sameDraft(now, known) && (version ?? held) === held) return held;
      if (!sendable(now)) return null;
      running.current = send(version ?? held).finally(() => {
        running.current = null;
      });
      return running.current;
    },
    [history, send, sendable],
  );

  useEffect(() => {
    if (!changed || isHeld || theirs || saving || failure) return undefined;
    const timer = setTimeout(() => void save(), autosaveMs);
    return () => {
      clearTimeout(timer);
    };
  }, [changed, draft, failure, isHeld, save, saving, theirs]);

  // A new edit is a new chance for a save that failed; so is a service that answers again.
  useEffect(() => {
    setFailure(null);
  }, [draft]);
  useAgain(failure, () => setFailure(null));

  const take = useCallback(
    (flowNow: Flow) => {
      history.getState().edit(() => draftOf(flowNow));
      hold(savedOf(flowNow));
      setMet(null);
      setFailure(null);
    },
    [history, hold],
  );
  // A save of somebody else is seen when one comes back to this tab, not only at one's own save.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || running.current || theirs) return;
      newest().then(
        (now) => {
          const { version, draft: known } = latest.current;
          if (running.current || now.version <= version) return;
          if (sameDraft(history.getState().document, known)) take(now);
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
  }, [history, meet, newest, take, theirs]);

  const state: Saving = saving
    ? 'saving'
    : theirs
      ? 'met'
      : failure
        ? 'failed'
        : isHeld
          ? 'held'
          : changed
            ? 'changed'
            : 'saved';
  return {
    draft,
    edit: history.getState().edit,
    steps: useHistory(history),
    saved,
    savedAt,
    changed,
    state,
    failure,
    theirs,
    isTheirsOwn: met?.isOwn ?? false,
    save,
    take,
    keepMine: async () => {
      const other = theirs;
      setMet(null);
      if (other) await save(other.version);
    },
    published: (flowNow: Flow) => {
      hold({ ...savedOf(flowNow), draft: latest.current.draft });
    },
  };
}
