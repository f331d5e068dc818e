/** The dialogs of the mapping editor; the code of each is loaded when it is first opened. */
import { lazy } from 'react';
import { printJson } from '../../api/json.js';
import type { Suggestion } from '../../api/mappings.js';
import { Loaded } from '../loaded.js';
import type { Dialog } from './editor-bar.js';
import { acceptSuggestions, type MappingDocument } from './document.js';
import type { Field } from './fields.js';
import type { PreviewRecord } from './preview-panel.js';
import type { Problems } from './problems.js';
import type { TestRuns } from './tests-drawer.js';
import type { Failure } from './use-attempt.js';
import type { Edit } from './use-linking.js';

const AskSource = lazy(() => import('./ask-source.js'));
const LookupsDialog = lazy(() => import('./lookups-dialog.js'));
const ProblemsList = lazy(() => import('./problems-list.js'));
const RecordPicker = lazy(() => import('./record-picker.js'));
const ScopesDialog = lazy(() => import('./scopes-dialog.js'));
const Suggestions = lazy(() => import('./suggestions.js'));
const TestsDrawer = lazy(() => import('./tests-drawer.js'));

interface EditorDialogsProps {
  project: string;
  pipe: string;
  document: MappingDocument;
  onEdit: Edit;
  dialog: Dialog | null;
  onClose: () => void;
  onOpen: (dialog: Dialog) => void;
  /** The destination field whose source is asked for. */
  asking: string | null;
  onAsked: () => void;
  onJoin: (source: string, target: string) => void;
  onSelect: (path: string) => void;
  problems: Problems;
  suggestions: Suggestion[];
  sources: ReadonlyMap<string, Field>;
  destinations: ReadonlyMap<string, Field>;
  onRecord: (record: PreviewRecord) => void;
  tests: TestRuns;
  onKeepAsTest: (() => void) | null;
  /** Why the record of the preview could not be kept. */
  failure: Failure | null;
}

export default function EditorDialogs(props: EditorDialogsProps) {
  const { document, onEdit, dialog, onClose, asking, sources, destinations } = props;
  const shared = { document, onEdit, onClose };
  return (
    <>
      <Loaded when={asking !== null}>
        <AskSource field={asking} fields={sources} onClose={props.onAsked} onPick={props.onJoin} />
      </Loaded>
      <Loaded when={dialog === 'lookups'}>
        <LookupsDialog {...shared} opened={dialog === 'lookups'} />
      </Loaded>
      <Loaded when={dialog === 'scopes'}>
        <ScopesDialog
          {...shared}
          sources={sources}
          destinationPaths={[...destinations.keys()]}
          opened={dialog === 'scopes'}
        />
      </Loaded>
      <Loaded when={dialog === 'problems'}>
        <ProblemsList
          opened={dialog === 'problems'}
          onClose={onClose}
          problems={props.problems}
          sources={sources}
          onSelect={props.onSelect}
          onLists={() => props.onOpen('scopes')}
          onEdit={onEdit}
        />
      </Loaded>
      <Loaded when={dialog === 'tests'}>
        <TestsDrawer
          {...shared}
          {...props.tests}
          opened={dialog === 'tests'}
          onAddCurrent={props.onKeepAsTest}
          failure={props.failure}
        />
      </Loaded>
      <Loaded when={dialog === 'suggestions'}>
        <Suggestions
          suggestions={props.suggestions}
          opened={dialog === 'suggestions'}
          onClose={onClose}
          onAccept={(chosen) => {
            onEdit((current) =>
              acceptSuggestions(
                current,
                chosen.map((suggestion) => suggestion.link),
              ),
            );
            onClose();
          }}
        />
      </Loaded>
      <Loaded when={dialog === 'record'}>
        <RecordPicker
          project={props.project}
          pipe={props.pipe}
          opened={dialog === 'record'}
          onClose={onClose}
          onPick={(record) => {
            props.onRecord({
              kind: 'run',
              key: record.record_key,
              text: printJson(record.source, 2) ?? '',
            });
            onClose();
          }}
        />
      </Loaded>
    </>
  );
}
