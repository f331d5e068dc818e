/** The open mapping: its document, its preview and its dialogs around the editor. */
import { lazy, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.js';
import { flowQuery } from '../../api/flows.js';
import { functionsQuery, suggestMapping, type Mapping } from '../../api/mappings.js';
import { pipeQuery } from '../../api/pipes.js';
import { paths } from '../../app/paths.js';
import { KeysDialog, type KeyHelp } from '../../editors/keys-dialog.js';
import { Loaded } from '../../editors/loaded.js';
import { compareDocuments } from '../../editors/mapping/compare.js';
import { DiffList } from '../../editors/mapping/diff-list.js';
import { faultsOf } from '../../editors/mapping/problems.js';
import { MappingEditor } from '../../editors/mapping/mapping-editor.js';
import { toFields } from '../../editors/mapping/wire.js';
import { SaveState } from '../../editors/save-state.js';
import { useEditorKeys } from '../../editors/use-keys.js';
import { ConflictNote } from '../../kit/conflict-note.js';
import type { ApiCall } from '../../kit/curl.js';
import { Page } from '../../kit/page.js';
import { Note } from '../../kit/note.js';
import { ErrorNote } from '../../kit/states.js';
import { MappingActions, type MappingDialog } from './mapping-actions.js';
import { downloadMapping } from './download-mapping.js';
import { NoFields } from './no-fields.js';
import { documentOf, useMappingDocument } from './use-mapping-document.js';
import { usePreview } from './use-preview.js';
import { useSampleRecord } from './use-sample-record.js';
import classes from '../../editors/mapping/mapping.module.css';

const ImportDialog = lazy(() => import('./import-dialog.js'));
const MappingVersions = lazy(() => import('./mapping-versions.js'));

const nothing: never[] = [];

interface MappingWorkspaceProps {
  project: string;
  pipe: string;
  mapping: Mapping;
}

export function MappingWorkspace({ project, pipe, mapping }: MappingWorkspaceProps) {
  const { t } = useTranslation();
  const handler = mapping.handler_id;
  const held = useMappingDocument(project, pipe, mapping);
  const { document, edit, steps, saved, theirs, failure, sent, typed } = held;
  const { unread } = typed;
  const { preview, record, setRecord, explained, setExplained, previewOf } = usePreview(
    project,
    pipe,
    handler,
    document,
  );
  const [dialog, setDialog] = useState<MappingDialog | null>(null);
  const [refused, setRefused] = useState(false);
  if (refused && unread === null) setRefused(false);
  /** What was typed as JSON and cannot be read is in the way of each save. */
  const unlessUnread = (act: () => void) => () => {
    if (unread === null) act();
    else setRefused(true);
  };
  const save = unlessUnread(held.save);
  useEditorKeys({ save, undo: steps.undo, redo: steps.redo, help: () => setDialog('keys') });

  const pipeData = useQuery(pipeQuery(project, pipe)).data;
  const flow = pipeData?.flow_id;
  const handlers = useQuery({ ...flowQuery(project, flow ?? ''), enabled: flow !== undefined }).data
    ?.handlers;
  const functions = useQuery(functionsQuery).data;
  const nameOf = (id: string | null) =>
    handlers?.find((entry) => entry.handler_id === id)?.handler_name ?? id ?? '';
  const apiOf = (id: string | null | undefined) => {
    const found = handlers?.find((entry) => entry.handler_id === id);
    return found?.kind === 'api_call' ? found.api_id : null;
  };
  const sample = useSampleRecord(project, handlers, mapping.source_handler_ids[0]);
  const sources = useMemo(() => toFields(mapping.source_fields, false), [mapping.source_fields]);
  const destinations = useMemo(
    () => toFields(mapping.destination_fields, true),
    [mapping.destination_fields],
  );
  // what was found fault with is of what was sent; what is edited since may mend it
  const isSent = document === sent;
  const refusals = useMemo(() => (isSent ? faultsOf(failure, sent) : nothing), [failure, isSent, sent]);
  const name = mapping.handler_name || t('Mapping');
  const place = { project, pipe, handler };
  const post = (action: string, body: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${project}/api/pipes/${pipe}/mappings/${handler}/${action}`,
    body,
  });
  return (
    <Page
      flush
      title={name}
      crumbs={[
        { label: t('Pipes'), to: paths.pipes(project) },
        { label: pipeData?.pipe_name || t('Pipe'), to: paths.pipe(project, pipe) },
      ]}
      status={
        <SaveState state={unread && held.state === 'saved' ? 'changed' : held.state} savedAt={held.savedAt} />
      }
      actions={
        <MappingActions
          calls={[
            { does: t('Save mapping'), call: post('update', { version: saved.version, document }) },
            { does: t('Preview'), call: post('preview', { document }) },
            { does: t('Suggest links'), call: post('suggest', { document }) },
            { does: t('Restore'), call: post('restore', { version: saved.version }) },
          ]}
          steps={steps}
          changed={held.changed || unread !== null}
          saving={held.saving}
          blocked={theirs !== null}
          onSave={save}
          onRevert={() => {
            typed.dropAll();
            edit(() => saved.document);
          }}
          onExport={() => downloadMapping(document, name)}
          onOpen={setDialog}
        />
      }
    >
      {theirs ? (
        <div className={classes.above}>
          <ConflictNote
            title={t('Someone else saved this mapping meanwhile')}
            isOwn={held.isTheirsOwn}
            help={t(
              'Nothing is lost: taking what is saved can be undone, and keeping what is here leaves the other among the versions.',
            )}
            onTake={() => held.take(theirs)}
            onKeep={unlessUnread(held.keepMine)}
          >
            <DiffList diff={compareDocuments(documentOf(theirs), document)} />
          </ConflictNote>
        </div>
      ) : null}
      {refused && unread ? (
        <div className={classes.above}>
          <Note tone="bad" live title={t('Not saved: what was typed as JSON cannot be read')}>
            {unread.fault}
          </Note>
        </div>
      ) : null}
      {failure && (isSent || !isRefusal(failure)) ? (
        <div className={classes.above}>
          {refusals.length > 0 ? (
            <Note
              tone="bad"
              live
              title={t('Not saved: {{count, number}} faults stand in the way', { count: refusals.length })}
            >
              {refusals.length > 1 ? t('Each is told at its field and in the preview.') : null}
            </Note>
          ) : (
            // what the service refuses it refuses again
            <ErrorNote error={failure} {...(isRefusal(failure) ? {} : { onRetry: save })} />
          )}
        </div>
      ) : null}
      {sources.length === 0 || destinations.length === 0 ? (
        <NoFields
          project={project}
          isSource={sources.length === 0}
          api={apiOf(sources.length === 0 ? mapping.source_handler_ids[0] : mapping.destination_handler_id)}
        />
      ) : null}
      <MappingEditor
        project={project}
        pipe={pipe}
        document={document}
        onEdit={edit}
        typed={typed}
        sources={sources}
        destinations={destinations}
        sourceTitle={mapping.source_handler_ids.map(nameOf).join(' + ')}
        destinationTitle={nameOf(mapping.destination_handler_id)}
        functions={functions ?? []}
        states={mapping.links}
        refused={refusals}
        preview={preview}
        record={record}
        onRecord={setRecord}
        sample={sample}
        explained={explained}
        onExplain={setExplained}
        onSuggest={() => suggestMapping(project, pipe, handler, document)}
        tests={{ running: preview.loading, run: preview.again, previewOf }}
      />
      <Loaded when={dialog === 'versions'}>
        <MappingVersions
          {...place}
          opened={dialog === 'versions'}
          onClose={() => setDialog(null)}
          newest={held.newest}
          onRestored={held.take}
        />
      </Loaded>
      <Loaded when={dialog === 'import'}>
        <ImportDialog
          {...place}
          current={document}
          opened={dialog === 'import'}
          onClose={() => setDialog(null)}
          onTake={(taken) => edit(() => taken)}
        />
      </Loaded>
      <KeysDialog keys={useKeyHelp()} opened={dialog === 'keys'} onClose={() => setDialog(null)} />
    </Page>
  );
}

const isRefusal = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 400;

function useKeyHelp(): KeyHelp[] {
  const { t } = useTranslation();
  return [
    { keys: ['↑', '↓'], does: t('Walk through a tree') },
    { keys: ['←', '→'], does: t('Fold and unfold a field') },
    { keys: ['Enter'], does: t('Take a source field; link it to a destination field, or type a source') },
    { keys: ['/'], does: t('Find in the tree') },
    { keys: ['Ctrl', 'S'], does: t('Save the mapping') },
    { keys: ['Ctrl', 'Z'], does: t('Undo') },
    { keys: ['Shift', 'Ctrl', 'Z'], does: t('Redo') },
    { keys: ['Ctrl', 'Space'], does: t('Complete a formula') },
    { keys: ['Esc'], does: t('Close a dialog; empty the search') },
    { keys: ['?'], does: t('Show the keys') },
  ];
}
