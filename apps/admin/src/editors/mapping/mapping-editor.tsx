/** The mapping editor: three equal views on one model, the panel of the chosen link, the preview, and the dialogs. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, LinkState, MappingFault, Suggestion } from '../../api/mappings.js';
import { parseJson, printJson } from '../../api/json.js';
import type { Json } from '../../api/types.js';
import { ErrorNote } from '../../kit/states.js';
import { EditorBar, type Dialog, type View } from './editor-bar.js';
import { Loaded } from '../loaded.js';
import { linkTo, type MappingDocument } from './document.js';
import { openPath } from './fault-place.js';
import type { Field } from './fields.js';
import { Hint } from './hint.js';
import { LinksView } from './links-view.js';
import { mappedPaths, meterOf } from './meter.js';
import { PreviewPanel, type PreviewRecord, type PreviewState } from './preview-panel.js';
import { problemsOf } from './problems.js';
import { addTest, expectNow, freshTestName } from './tests.js';
import type { TestRuns } from './tests-drawer.js';
import { UnreadNote } from './unread-note.js';
import type { UnreadTexts } from './unread-text.js';
import { useAttempt } from './use-attempt.js';
import { useLinking, type Edit } from './use-linking.js';
import classes from './mapping.module.css';

const EditorDialogs = lazy(() => import('./editor-dialogs.js'));
const loadLinkPanel = () => import('./link-panel.js');
const LinkPanel = lazy(loadLinkPanel);
const TableView = lazy(() => import('./table-view.js'));
const JsonView = lazy(() => import('./json-view.js'));

export interface MappingEditorProps {
  project: string;
  pipe: string;
  document: MappingDocument;
  onEdit: Edit;
  /** JSON that was typed and cannot be read. */
  typed: UnreadTexts;
  sources: Field[];
  destinations: Field[];
  sourceTitle: string;
  destinationTitle: string;
  functions: FunctionInfo[];
  /** Ends of the saved links against the samples of now. */
  states: readonly LinkState[];
  /** Why the service refused to save it: the first of them is shown at its place. */
  refused: readonly MappingFault[];
  preview: PreviewState;
  record: PreviewRecord;
  onRecord: (record: PreviewRecord) => void;
  /** The first record of the sample. */
  sample: () => Promise<Json | undefined>;
  explained: string | null;
  onExplain: (path: string | null) => void;
  onSuggest: () => Promise<Suggestion[]>;
  tests: Omit<TestRuns, 'results'>;
}

export function MappingEditor(props: MappingEditorProps) {
  const { document, sources, destinations, functions, preview, record, states } = props;
  const { unread, aside } = props.typed;
  const { t } = useTranslation();
  const [view, setView] = useState<View>('links');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const suggesting = useAttempt();
  const taking = useAttempt();
  const { selected, select, armed, arm, join, edit, sourceByPath, targetByPath } = useLinking(
    props.onEdit,
    sources,
    destinations,
  );
  // Needed by the first click; it need not wait for that.
  useEffect(() => void loadLinkPanel(), []);
  const mapped = useMemo(() => mappedPaths(document, destinations), [document, destinations]);
  const meter = useMemo(() => meterOf(document, destinations), [document, destinations]);
  const problems = useMemo(
    () => problemsOf(document, { sources, destinations }, meter, preview.faults, states),
    [document, sources, destinations, meter, preview.faults, states],
  );
  const link = selected === null ? undefined : linkTo(document, selected);
  const faults = useMemo(
    () => (link ? preview.faults.filter((fault) => fault.link_id === link.id) : []),
    [link, preview.faults],
  );
  const faulty = useMemo(() => {
    const ids = new Set(preview.faults.map((fault) => fault.link_id ?? null));
    return new Set(document.links.filter(({ id }) => ids.has(id)).map(({ to }) => to));
  }, [document.links, preview.faults]);
  const lost = useMemo(
    () => new Set(problems.lost.flatMap(({ use }) => (use.link ? [use.link.to] : []))),
    [problems.lost],
  );
  const choose = (path: string | null) => {
    select(path);
    props.onExplain(null);
  };
  const { refused } = props;
  useEffect(() => {
    const [first] = refused;
    if (first?.to) select(openPath(first.to));
    else if (first) setDialog('problems');
  }, [refused, select]);
  const suggest = () =>
    suggesting.attempt(async () => {
      setSuggestions(await props.onSuggest());
      setDialog('suggestions');
    });
  const results = preview.error === null ? preview.data?.tests : undefined;
  const shownRecord = async (): Promise<Json | undefined> =>
    record.kind === 'sample' ? props.sample() : parseJson(record.text);
  const typeRecord = async () => {
    const begin = record.kind === 'typed' ? undefined : await shownRecord();
    const text = record.kind === 'typed' ? record.text : (printJson(begin ?? {}, 2) ?? '');
    props.onRecord({ kind: 'typed', text });
  };
  const keepAsTest = async () => {
    const { data } = preview;
    const input = data ? await shownRecord() : undefined;
    if (!data || input === undefined) return;
    const name = freshTestName(
      document,
      record.kind === 'run' ? t('Record {{key}}', { key: record.key }) : t('Sample record'),
    );
    const found = { body: data.output?.body, errors: data.errors };
    props.onEdit((current) => {
      const added = addTest(current, { name, input });
      return expectNow(added, (added.tests?.length ?? 0) - 1, found);
    });
    setDialog('tests');
  };
  return (
    <div className={classes.editor}>
      <EditorBar
        view={view}
        onView={setView}
        meter={meter}
        problems={problems.count}
        tests={{
          total: document.tests?.length ?? 0,
          failed: results?.filter((result) => !result.passed).length ?? 0,
        }}
        suggesting={suggesting.isBusy}
        onSuggest={suggest}
        onOpen={setDialog}
        note={
          suggesting.failure ? (
            <ErrorNote error={suggesting.failure.error} onRetry={suggesting.failure.retry} />
          ) : unread && view !== 'json' ? (
            <UnreadNote fault={unread.fault} onOpen={() => setView('json')} onDrop={props.typed.end} />
          ) : aside ? (
            <UnreadNote
              fault={aside.fault}
              isAside
              onOpen={() => {
                props.typed.getBack();
                setView('json');
              }}
              onDrop={props.typed.dropAside}
            />
          ) : null
        }
      />
      {view === 'links' ? (
        <LinksView
          document={document}
          sources={sources}
          destinations={destinations}
          sourceTitle={props.sourceTitle}
          destinationTitle={props.destinationTitle}
          mapped={mapped}
          lost={lost}
          selected={selected}
          link={link}
          armed={armed}
          onArm={arm}
          onSelect={choose}
          onJoin={join}
          onAsk={(path) => {
            choose(path);
            setAsking(path);
          }}
        />
      ) : (
        <div className={classes.full}>
          <Suspense fallback={<Skeleton height="100%" />}>
            {view === 'table' ? (
              <TableView
                document={document}
                destinations={targetByPath}
                mapped={mapped}
                faulty={faulty}
                lost={lost}
                selected={selected}
                onSelect={choose}
              />
            ) : (
              <JsonView
                label={t('Mapping document')}
                document={document}
                onChange={(next) => props.onEdit(() => next, 'json')}
                unread={unread}
                onUnread={props.typed.type}
                onRead={props.typed.end}
              />
            )}
          </Suspense>
        </div>
      )}
      <div className={classes.bottom}>
        <section className={classes.bottomPane} aria-label={t('Link')}>
          {selected === null ? (
            <Hint
              armed={armed === null ? null : { path: armed, field: sourceByPath.get(armed) }}
              proposing={suggesting.isBusy}
              onPropose={document.links.length === 0 ? suggest : null}
            />
          ) : (
            <Suspense fallback={<Skeleton height={160} />}>
              <LinkPanel
                key={selected}
                document={document}
                destination={targetByPath.get(selected)}
                path={selected}
                link={link}
                sources={sourceByPath}
                functions={functions}
                faults={faults}
                onEdit={edit}
                onLookups={() => setDialog('lookups')}
                onExplain={() => props.onExplain(selected)}
                onConnect={(source) => join(source, selected)}
              />
            </Suspense>
          )}
        </section>
        <section className={classes.bottomPane} aria-label={t('Preview')}>
          <PreviewPanel
            preview={preview}
            record={record}
            onRecord={props.onRecord}
            explained={props.explained}
            onExplain={props.onExplain}
            onPickRecord={() => setDialog('record')}
            onTypeRecord={() => taking.attempt(typeRecord)}
            onKeepAsTest={() => taking.attempt(keepAsTest)}
            failure={taking.failure}
            onSelect={choose}
            toldAtLink={faults}
            isEmpty={document.links.length === 0}
            missing={meter.missing.length}
          />
        </section>
      </div>
      <Loaded when={dialog !== null || asking !== null}>
        <EditorDialogs
          project={props.project}
          pipe={props.pipe}
          document={document}
          onEdit={edit}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onOpen={setDialog}
          asking={asking}
          onAsked={() => setAsking(null)}
          onJoin={join}
          onSelect={(path) => {
            setDialog(null);
            choose(path);
          }}
          problems={problems}
          suggestions={suggestions}
          sources={sourceByPath}
          destinations={targetByPath}
          onRecord={props.onRecord}
          tests={{ ...props.tests, results }}
          onKeepAsTest={preview.data ? () => taking.attempt(keepAsTest) : null}
          failure={taking.failure}
        />
      </Loaded>
    </div>
  );
}
