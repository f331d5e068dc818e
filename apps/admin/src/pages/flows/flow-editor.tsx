/** The flow editor: canvas or list, the settings of the chosen step, versions, publishing, and conflicts. */
import { lazy, useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { allApisQuery } from '../../api/apis.js';
import { deleteFlow, publishFlow } from '../../api/flows.js';
import { useDrift } from '../../api/use-drift.js';
import { systemsQuery, usagesQuery } from '../../api/systems.js';
import type { Flow } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { useStepFacts } from '../../editors/flow/facts.js';
import { isSendable, issuesOf } from '../../editors/flow/issues.js';
import {
  addCall,
  addMapping,
  moveHandler,
  removeHandler,
  tidy,
  updateHandler,
  type FlowDraft,
} from '../../editors/flow/model.js';
import { StepPanel } from '../../editors/flow/step-panel.js';
import { draftLabel } from '../../editors/flow/words.js';
import { KeysDialog, type KeyHelp } from '../../editors/keys-dialog.js';
import { Loaded } from '../../editors/loaded.js';
import { SaveState } from '../../editors/save-state.js';
import { useEditorKeys } from '../../editors/use-keys.js';
import { ConflictNote } from '../../kit/conflict-note.js';
import { Confirm } from '../../kit/confirm.js';
import type { ApiCall } from '../../kit/curl.js';
import { Page } from '../../kit/page.js';
import { ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import classes from '../../editors/flow/flow.module.css';
import { DriftNote } from './drift-note.js';
import { FlowActions, type FlowDialog } from './flow-actions.js';
import { FlowFields } from './flow-fields.js';
import { FlowState } from './flow-state.js';
import { FlowSteps } from './flow-steps.js';
import { DraftDiff } from './draft-diff.js';
import { useConditionSource } from './use-condition-source.js';
import { draftOf, useFlowDraft } from './use-flow-draft.js';

const FlowVersions = lazy(() => import('./flow-versions.js'));
const nothing: never[] = [];
/** Whether an API is known is the service's to say; what is not filled in yet cannot even be sent. */
const canBeSent = (draft: FlowDraft): boolean =>
  isSendable(issuesOf(draft, { apis: undefined, systems: undefined }));

export function FlowEditor({ project, flow }: { project: string; flow: Flow }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const held = useFlowDraft(project, flow, canBeSent);
  const { draft, edit, steps, saved, theirs, failure, save } = held;
  const apis = useQuery({ ...allApisQuery(project), refetchOnMount: 'always' }).data;
  const systems = useQuery(systemsQuery(project)).data?.rows;
  const [selected, setSelected] = useState<string | null>(null);
  const [dialog, setDialog] = useState<FlowDialog | null>(null);
  const usages = useQuery(usagesQuery(project, 'flows', flow.flow_id));
  const issues = useMemo(() => {
    const found = issuesOf(draft, { apis, systems });
    // What the service said of the saved draft counts until the draft is changed.
    return found.length > 0 || held.changed
      ? found
      : saved.problems.map((problem) => ({ ...problem, handler_id: problem.handler_id ?? null }));
  }, [draft, apis, systems, held.changed, saved.problems]);
  const drift = useDrift(project, usages.data?.filter((usage) => usage.resource_type === 'pipe') ?? nothing);
  const facts = useStepFacts(draft.handlers, apis ?? nothing, systems ?? nothing, issues, drift);
  const records = useConditionSource(project, draft.handlers, apis ?? nothing);
  const chosen = draft.handlers.find((handler) => handler.handler_id === selected);

  const add = (make: (current: FlowDraft) => [FlowDraft, string]) => {
    const [next, id] = make(draft);
    edit(() => next);
    setSelected(id);
  };
  const move = useCallback(
    (id: string, by: -1 | 1) => edit((current) => moveHandler(current, id, by)),
    [edit],
  );
  const remove = useCallback(
    (id: string) => {
      edit((current) => removeHandler(current, id));
      setSelected((before) => (before === id ? null : before));
    },
    [edit],
  );
  const post = (action: string, body?: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${project}/api/flows/${action}/${flow.flow_id}`,
    body,
  });
  const labelOf = (field: string) => draftLabel(field, draft.handlers, t);
  const newApi = () => void navigate({ to: `${paths.apis(project)}/new` });
  const publish = useAction({
    run: async () => {
      const version = await save();
      if (version === null) throw new Error(t('The draft could not be saved, so nothing was published.'));
      return publishFlow(project, flow.flow_id);
    },
    message: t('Published. Pipes use it from their next run on.'),
    refresh: [
      ['p', project, 'flows', 'list'],
      ['p', project, 'flows', flow.flow_id, 'versions'],
      ['p', project, 'pipes'],
    ],
    onDone: held.published,
    quiet: true,
  });
  useEditorKeys({
    save: () => void save(),
    undo: steps.undo,
    redo: steps.redo,
    help: () => setDialog('keys'),
  });
  const blocked =
    draft.handlers.length === 0
      ? t('Add a step first.')
      : issues.length > 0
        ? t('{{count, number}} problems stand in the way of publishing.', { count: issues.length })
        : theirs
          ? t('Choose between yours and theirs first.')
          : saved.isPublished && !held.changed
            ? t('It is published as it is.')
            : null;
  return (
    <Page
      flush
      title={draft.flow_name || t('Flow')}
      crumbs={[{ label: t('Flows'), to: paths.flows(project) }]}
      badge={<FlowState flow={{ version: saved.version, published_version: saved.published }} />}
      status={<SaveState state={held.state} savedAt={held.savedAt} />}
      actions={
        <FlowActions
          calls={[
            { does: t('Save the draft'), call: post('update', { ...draft, version: saved.version }) },
            { does: t('Publish'), call: post('publish') },
            { does: t('Make it the draft'), call: post('restore', { version: saved.published ?? 1 }) },
            { does: t('Delete flow'), call: post('delete') },
          ]}
          steps={steps}
          publishing={publish.isPending}
          blocked={blocked}
          onPublish={() => publish.mutate()}
          onTidy={() => edit(tidy)}
          onOpen={setDialog}
        />
      }
    >
      {theirs ? (
        <div className={classes.notes}>
          <ConflictNote
            title={t('Someone else saved this flow meanwhile')}
            isOwn={held.isTheirsOwn}
            help={t('Taking what is saved can be undone.')}
            onTake={() => held.take(theirs)}
            onKeep={() => void held.keepMine()}
          >
            <DraftDiff before={draftOf(theirs)} after={draft} apis={apis ?? nothing} />
          </ConflictNote>
        </div>
      ) : failure ? (
        <div className={classes.notes}>
          <ErrorNote error={failure} onRetry={() => void save()} labelOf={labelOf} />
        </div>
      ) : null}
      {publish.isError ? (
        <div className={classes.notes}>
          <ErrorNote error={publish.error} onRetry={() => publish.mutate()} labelOf={labelOf} />
        </div>
      ) : null}
      <div className={classes.layout}>
        <FlowSteps
          facts={facts}
          selected={selected}
          apis={apis ?? nothing}
          systems={systems ?? nothing}
          onSelect={setSelected}
          onMove={move}
          onRemove={remove}
          onMapping={() => add(addMapping)}
          onCall={(api) => add((current) => addCall(current, api))}
          onNewApi={newApi}
        />
        <aside className={classes.panel} aria-label={t('Settings of the step')}>
          {chosen ? (
            <StepPanel
              key={chosen.handler_id}
              handler={chosen}
              handlers={draft.handlers}
              apis={apis ?? nothing}
              systems={systems ?? nothing}
              issues={issues.filter((issue) => issue.handler_id === chosen.handler_id)}
              records={records}
              drift={
                <DriftNote
                  project={project}
                  handler={chosen.handler_id}
                  drift={drift[chosen.handler_id] ?? nothing}
                />
              }
              onChange={(change, group) =>
                edit(
                  (current) => updateHandler(current, chosen.handler_id, change),
                  group && `${chosen.handler_id}-${group}`,
                )
              }
              onMove={(by) => move(chosen.handler_id, by)}
              onRemove={() => remove(chosen.handler_id)}
              onNewApi={newApi}
            />
          ) : (
            <FlowFields
              project={project}
              usages={usages.data ?? nothing}
              draft={draft}
              issues={issues}
              onChange={(change, group) => edit((current) => ({ ...current, ...change }), group)}
              onSelect={setSelected}
            />
          )}
        </aside>
      </div>
      <Loaded when={dialog === 'versions'}>
        <FlowVersions
          project={project}
          flow={flow.flow_id}
          draft={draft}
          apis={apis ?? nothing}
          published={saved.published}
          opened={dialog === 'versions'}
          onClose={() => setDialog(null)}
          onRestored={held.take}
        />
      </Loaded>
      <KeysDialog keys={useKeyHelp()} opened={dialog === 'keys'} onClose={() => setDialog(null)} />
      <Confirm
        opened={dialog === 'delete' && !usages.isLoading}
        onClose={() => setDialog(null)}
        title={t('Delete {{name}}?', { name: draft.flow_name })}
        text={t('The draft and all its versions are deleted for good.')}
        action={t('Delete flow')}
        usages={usages.data}
        run={async () => {
          await deleteFlow(project, flow.flow_id);
          await navigate({ to: paths.flows(project) });
          await client.invalidateQueries({ queryKey: ['p', project] });
        }}
      />
    </Page>
  );
}

function useKeyHelp(): KeyHelp[] {
  const { t } = useTranslation();
  return [
    { keys: ['Tab'], does: t('From step to step') },
    { keys: ['Enter'], does: t('Open the settings of a step') },
    { keys: ['Ctrl', 'S'], does: t('Save the draft now') },
    { keys: ['Ctrl', 'Z'], does: t('Undo') },
    { keys: ['Shift', 'Ctrl', 'Z'], does: t('Redo') },
    { keys: ['Esc'], does: t('Close a dialog or a menu') },
    { keys: ['?'], does: t('Show the keys') },
  ];
}
