/** The mapping of one node of a pipe: loads it, hands it to the editor, saves it, keeps unsaved edits. */
import { useCallback, useMemo, useState } from 'react';
import { ActionIcon, Button, Drawer, Group, Menu, Stack, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconDots } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ApiError, messageOf } from '../api/errors.js';
import { flowQuery } from '../api/flows.js';
import {
  functionsQuery,
  mappingQuery,
  mappingVersionsQuery,
  previewMappingQuery,
  restoreMapping,
  suggestMapping,
  updateMapping,
  type Mapping,
  type SavedMapping,
  type MappingFault,
} from '../api/mappings.js';
import { pipeQuery } from '../api/pipes.js';
import type { Json } from '../api/types.js';
import { paths } from '../app/paths.js';
import { createHistory, useHistory } from '../editors/history.js';
import { emptyDocument, sameDocument, type MappingDocument } from '../editors/mapping/document.js';
import { MappingEditor } from '../editors/mapping/mapping-editor.js';
import { toFields } from '../editors/mapping/wire.js';
import { SaveState, type Saving } from '../editors/save-state.js';
import { readCopy, useDraftCopy } from '../editors/use-draft-copy.js';
import { useEditorKeys } from '../editors/use-keys.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { Note } from '../kit/note.js';
import { Page } from '../kit/page.js';
import { Empty, ErrorNote, QueryView } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { showError, useAction } from '../kit/use-action.js';
import { useRouteParams } from '../app/route.js';

export function MappingPage() {
  const { t } = useTranslation();
  const { projectId = '', pipeId = '', handlerId = '' } = useRouteParams();
  const mapping = useQuery({
    ...mappingQuery(projectId, pipeId, handlerId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const pipe = useQuery(pipeQuery(projectId, pipeId));
  if (mapping.data) {
    return (
      <Editor
        key={handlerId}
        project={projectId}
        pipe={pipeId}
        mapping={mapping.data}
        pipeName={pipe.data?.pipe_name ?? ''}
        flow={pipe.data?.flow_id}
      />
    );
  }
  return (
    <Page title={t('Mapping')} crumbs={[{ label: t('Pipes'), to: paths.pipes(projectId) }]}>
      <QueryView query={mapping}>{() => null}</QueryView>
    </Page>
  );
}

interface EditorProps {
  project: string;
  pipe: string;
  pipeName: string;
  flow: string | undefined;
  mapping: Mapping;
}
const documentOf = (mapping: Mapping): MappingDocument => ({
  ...emptyDocument(),
  ...mapping.document,
  links: mapping.document?.links ?? [],
});
const faultsOf = (error: unknown): MappingFault[] =>
  error instanceof ApiError ? error.faults.map((fault) => ({ ...fault, to: fault.field })) : [];

function Editor({ project, pipe, pipeName, flow, mapping }: EditorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const handler = mapping.handler_id;
  const copyId = `${pipe}/${handler}`;
  const [history] = useState(() => {
    const created = createHistory(documentOf(mapping));
    const copy = readCopy<MappingDocument>(copyId);
    if (copy) created.getState().edit(() => copy.document);
    return created;
  });
  const document = useStore(history, (state) => state.document);
  const { undo, redo, canUndo, canRedo } = useHistory(history);
  const [saved, setSaved] = useState({ document: documentOf(mapping), version: mapping.version });
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [theirs, setTheirs] = useState<Mapping | null>(null);
  const [record, setRecord] = useState<string | null>(null);
  const [explain, setExplain] = useState<string | null>(null);
  const [versionsOpen, setVersionsOpen] = useState(false);
  const changed = !sameDocument(document, saved.document);
  useDraftCopy(copyId, document, saved.version, changed);

  const handlers = useQuery({ ...flowQuery(project, flow ?? ''), enabled: flow !== undefined }).data
    ?.handlers;
  const nameOf = (id: string | null) =>
    handlers?.find((entry) => entry.handler_id === id)?.handler_name ?? id ?? '';
  const functions = useQuery(functionsQuery);
  const sources = useMemo(() => toFields(mapping.source_fields, false), [mapping.source_fields]);
  const destinations = useMemo(
    () => toFields(mapping.destination_fields, true),
    [mapping.destination_fields],
  );
  const [settled] = useDebouncedValue(document, 350);
  const [settledRecord] = useDebouncedValue(record, 350);
  const parsedRecord = useMemo(() => parse(settledRecord), [settledRecord]);
  const preview = useQuery({
    ...previewMappingQuery(project, pipe, handler, {
      document: settled,
      ...(parsedRecord === undefined ? {} : { record: parsedRecord }),
      ...(explain === null ? {} : { explain }),
    }),
    placeholderData: keepPreviousData,
  });
  const compileFaults = useMemo(() => faultsOf(preview.error), [preview.error]);

  const save = useAction<number, SavedMapping>({
    quiet: true,
    run: async (version) => {
      const sent = history.getState().document;
      const answer = await updateMapping(project, pipe, handler, { version, document: sent });
      setSaved({ document: sent, version: answer.version });
      setSavedAt(Date.now());
      return answer;
    },
    message: t('Mapping saved. It acts from the next run on.'),
    refresh: [['p', project, 'pipes']],
  });
  const saveNow = useCallback(() => {
    save.mutate(saved.version, {
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'version_conflict') {
          void client
            .fetchQuery({ ...mappingQuery(project, pipe, handler), staleTime: 0 })
            .then(setTheirs, showError);
        }
      },
    });
  }, [save, saved.version, client, project, pipe, handler]);
  useEditorKeys({ save: saveNow, undo, redo });
  const take = (other: Mapping) => {
    history.getState().load(documentOf(other));
    setSaved({ document: documentOf(other), version: other.version });
    setTheirs(null);
    save.reset();
  };
  const state: Saving = save.isPending ? 'saving' : save.isError ? 'failed' : changed ? 'changed' : 'saved';
  const conflict = save.error instanceof ApiError && save.error.code === 'version_conflict';
  return (
    <Page
      flush
      title={mapping.handler_name || t('Mapping')}
      crumbs={[
        { label: t('Pipes'), to: paths.pipes(project) },
        { label: pipeName || t('Pipe'), to: paths.pipe(project, pipe) },
      ]}
      status={<SaveState state={state} savedAt={savedAt} onRetry={saveNow} />}
      actions={
        <>
          <Group gap={2}>
            <Tooltip label={t('Undo (Ctrl Z)')}>
              <ActionIcon aria-label={t('Undo')} disabled={!canUndo} onClick={undo}>
                <IconArrowBackUp size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('Redo (Shift Ctrl Z)')}>
              <ActionIcon aria-label={t('Redo')} disabled={!canRedo} onClick={redo}>
                <IconArrowForwardUp size={17} />
              </ActionIcon>
            </Tooltip>
          </Group>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${project}/api/pipes/${pipe}/mappings/${handler}/update`,
              body: { version: saved.version, document },
            }}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('More')}>
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setVersionsOpen(true)}>{t('Versions')}</Menu.Item>
              <Menu.Item disabled={!changed} onClick={() => history.getState().edit(() => saved.document)}>
                {t('Back to what is saved')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="filled" loading={save.isPending} disabled={!changed} onClick={saveNow}>
            {t('Save mapping')}
          </Button>
        </>
      }
    >
      {theirs ? (
        <div style={{ padding: 12 }}>
          <Note
            tone="warn"
            live
            title={t('Someone else saved this mapping meanwhile')}
            action={
              <Group gap="xs">
                <Button size="xs" onClick={() => take(theirs)}>
                  {t('Take theirs')}
                </Button>
                <Button
                  size="xs"
                  onClick={() => {
                    setTheirs(null);
                    save.mutate(theirs.version);
                  }}
                >
                  {t('Keep mine')}
                </Button>
              </Group>
            }
          >
            {t('Theirs has {{theirs}} links, yours {{mine}}.', {
              theirs: theirs.document?.links?.length ?? 0,
              mine: document.links.length,
            })}
          </Note>
        </div>
      ) : null}
      {save.isError && !conflict ? (
        <div style={{ padding: 12 }}>
          <ErrorNote error={save.error} onRetry={saveNow} />
        </div>
      ) : null}
      {sources.length === 0 || destinations.length === 0 ? (
        <Empty
          title={
            sources.length === 0 ? t('The source has no fields yet') : t('The destination has no fields yet')
          }
        >
          {sources.length === 0
            ? t(
                'Source fields come from the sample response of the source API. Send it once and keep the answer as its sample.',
              )
            : t(
                'Destination fields come from the sample request of the destination API. Fill it in on the API’s page.',
              )}
        </Empty>
      ) : null}
      <MappingEditor
        document={document}
        onEdit={history.getState().edit}
        sources={sources}
        destinations={destinations}
        sourceTitle={mapping.source_handler_ids.map(nameOf).join(' + ')}
        destinationTitle={nameOf(mapping.destination_handler_id)}
        functions={functions.data ?? []}
        preview={{
          data: preview.isError ? undefined : preview.data,
          loading: preview.isFetching,
          error: preview.isError && compileFaults.length === 0 ? messageOf(preview.error) : null,
          faults:
            compileFaults.length > 0 ? compileFaults : preview.isError ? [] : (preview.data?.errors ?? []),
        }}
        record={record}
        onRecord={setRecord}
        onExplain={setExplain}
        onSuggest={() => suggestMapping(project, pipe, handler, document)}
      />
      <MappingVersions
        project={project}
        pipe={pipe}
        handler={handler}
        opened={versionsOpen}
        onClose={() => setVersionsOpen(false)}
        onRestored={take}
      />
    </Page>
  );
}

function parse(text: string | null): Json | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

interface MappingVersionsProps {
  project: string;
  pipe: string;
  handler: string;
  opened: boolean;
  onClose: () => void;
  onRestored: (mapping: Mapping) => void;
}

function MappingVersions({ project, pipe, handler, opened, onClose, onRestored }: MappingVersionsProps) {
  const { t } = useTranslation();
  const versions = useQuery({ ...mappingVersionsQuery(project, pipe, handler), enabled: opened });
  const restore = useAction<number, Mapping>({
    run: (version) => restoreMapping(project, pipe, handler, version),
    message: t('Restored.'),
    onDone: (mapping) => {
      onRestored(mapping);
      onClose();
    },
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={<Text fw={600}>{t('Versions')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <QueryView query={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('Not saved yet')} />
          ) : (
            <Stack>
              {rows.map((row) => (
                <Group key={row.version} justify="space-between">
                  <div>
                    <Text fw={500}>{t('Version {{version}}', { version: row.version })}</Text>
                    <Text size="xs" c="dimmed">
                      <Time at={row.saved_at} /> {row.saved_by} ·{' '}
                      {t('{{count}} links', { count: row.link_count })}
                    </Text>
                  </div>
                  <Button
                    size="xs"
                    loading={restore.isPending && restore.variables === row.version}
                    onClick={() => restore.mutate(row.version)}
                  >
                    {t('Restore')}
                  </Button>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Drawer>
  );
}
