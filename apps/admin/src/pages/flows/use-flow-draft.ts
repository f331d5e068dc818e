/** The draft of a flow in the editor: undo, autosave with its version, conflicts shown as soon as they happen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { ApiError } from '../../api/errors.js';
import { flowQuery, updateFlow } from '../../api/flows.js';
import type { Flow } from '../../api/types.js';
import { sameDraft, type FlowDraft } from '../../editors/flow/model.js';
import { createHistory, useHistory } from '../../editors/history.js';
import { readCopy, useDraftCopy } from '../../editors/use-draft-copy.js';
import type { Saving } from '../../editors/save-state.js';

export const draftOf = (flow: Flow): FlowDraft => ({
  flow_name: flow.flow_name,
  description: flow.description ?? '',
  handlers: flow.handlers,
});
const autosaveMs = 800;

export function useFlowDraft(project: string, flow: Flow) {
  const client = useQueryClient();
  const [history] = useState(() => {
    const created = createHistory(draftOf(flow));
    const copy = readCopy<FlowDraft>(flow.flow_id);
    if (copy && copy.version === flow.version) created.getState().edit(() => copy.document);
    return created;
  });
  const draft = useStore(history, (state) => state.document);
  const [saved, setSaved] = useState({
    draft: draftOf(flow),
    version: flow.version,
    published: flow.published_version,
  });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Flow | null>(null);
  const busy = useRef(false);
  const changed = !sameDraft(draft, saved.draft);
  useDraftCopy(flow.flow_id, draft, saved.version, changed);

  /** Saves what differs; answers the version that the service holds then, or null when it did not work. */
  const save = useCallback(
    async (version = saved.version): Promise<number | null> => {
      if (busy.current) return null;
      const sent = history.getState().document;
      if (sameDraft(sent, saved.draft) && version === saved.version) return saved.version;
      busy.current = true;
      setSaving(true);
      setFailure(null);
      try {
        const answer = await updateFlow(project, flow.flow_id, { ...sent, version });
        setSaved({ draft: sent, version: answer.version, published: answer.published_version });
        setSavedAt(Date.now());
        void client.invalidateQueries({ queryKey: ['p', project, 'flows', 'list'] });
        return answer.version;
      } catch (error) {
        setFailure(error);
        if (error instanceof ApiError && error.code === 'version_conflict') {
          setTheirs(await client.fetchQuery({ ...flowQuery(project, flow.flow_id), staleTime: 0 }));
        }
        return null;
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [client, flow.flow_id, history, project, saved],
  );

  useEffect(() => {
    if (!changed || theirs || saving || failure) return undefined;
    const timer = setTimeout(() => void save(), autosaveMs);
    return () => {
      clearTimeout(timer);
    };
  }, [changed, draft, failure, save, saving, theirs]);

  // A new edit is a new chance for a save that failed.
  useEffect(() => {
    setFailure(null);
  }, [draft]);

  const take = (flowNow: Flow) => {
    history.getState().load(draftOf(flowNow));
    setSaved({ draft: draftOf(flowNow), version: flowNow.version, published: flowNow.published_version });
    setTheirs(null);
    setFailure(null);
  };
  const state: Saving = saving ? 'saving' : failure ? 'failed' : changed ? 'changed' : 'saved';
  return {
    draft,
    edit: history.getState().edit,
    steps: useHistory(history),
    saved,
    savedAt,
    state,
    failure,
    theirs,
    save,
    take,
    keepMine: async () => {
      const other = theirs;
      setTheirs(null);
      if (other) await save(other.version);
    },
    published: (version: number, published: number | null) => {
      setSaved((before) => ({ ...before, version, published }));
    },
  };
}
