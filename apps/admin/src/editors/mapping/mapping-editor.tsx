/** The mapping editor: two trees, the links between them, three equal views on one model, link panel and preview. */
import { useMemo, useRef, useState } from 'react';
import { Button, Group, Modal, Progress, SegmentedControl, Select, Text } from '@mantine/core';
import { IconBulb, IconListDetails, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, MappingFault, MappingPreview, Suggestion } from '../../api/mappings.js';
import { StateBadge } from '../../kit/state-badge.js';
import { chipOf, contentOf } from './describe.js';
import {
  acceptSuggestions,
  connect,
  inOrder,
  linkTo,
  readsOf,
  updateLink,
  type MappingDocument,
  type MappingLink,
} from './document.js';
import { FieldPane } from './field-pane.js';
import {
  conversionFor,
  fieldsByPath,
  indexOf,
  rowsOf,
  shortValue,
  visibleRow,
  type Field,
} from './fields.js';
import { JsonView } from './json-view.js';
import { LinkCanvas } from './link-canvas.js';
import { LinkPanel } from './link-panel.js';
import { LookupsDialog } from './lookups-dialog.js';
import { mappedPaths, meterOf, orphanedLinks, readPaths } from './meter.js';
import { PreviewPanel } from './preview-panel.js';
import { ProblemsList } from './problems-list.js';
import { ScopesDialog } from './scopes-dialog.js';
import { SourcePicker } from './source-picker.js';
import { Suggestions } from './suggestions.js';
import { TableView } from './table-view.js';
import classes from './mapping.module.css';

export interface MappingEditorProps {
  document: MappingDocument;
  onEdit: (change: (document: MappingDocument) => MappingDocument) => void;
  sources: Field[];
  destinations: Field[];
  sourceTitle: string;
  destinationTitle: string;
  functions: FunctionInfo[];
  preview: {
    data: MappingPreview | undefined;
    loading: boolean;
    error: string | null;
    faults: MappingFault[];
  };
  record: string | null;
  onRecord: (text: string | null) => void;
  onExplain: (path: string | null) => void;
  onSuggest: () => Promise<Suggestion[]>;
}
type Keep = 'all' | 'mapped' | 'unmapped';

export function MappingEditor(props: MappingEditorProps) {
  const { document, sources, destinations, functions, preview } = props;
  const { t } = useTranslation();
  const [view, setView] = useState('links');
  const [selected, setSelected] = useState<string | null>(null);
  const [armed, setArmed] = useState<string | null>(null);
  const [picking, setPicking] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState({ source: '', target: '' });
  const [keep, setKeep] = useState<Keep>('all');
  const [dialog, setDialog] = useState<'lookups' | 'scopes' | 'problems' | null>(null);
  const [suggestions, setSuggestions] = useState<Suggestion[] | null>(null);
  const [suggesting, setSuggesting] = useState(false);
  const sourceScroller = useRef<HTMLDivElement>(null);
  const targetScroller = useRef<HTMLDivElement>(null);

  const sourceByPath = useMemo(() => fieldsByPath(sources), [sources]);
  const targetByPath = useMemo(() => fieldsByPath(destinations), [destinations]);
  const order = useMemo(
    () => new Map([...targetByPath.keys()].map((path, position) => [path, position])),
    [targetByPath],
  );
  const mapped = useMemo(() => mappedPaths(document, destinations), [document, destinations]);
  const read = useMemo(() => readPaths(document), [document]);
  const meter = useMemo(() => meterOf(document, destinations), [document, destinations]);
  const orphans = useMemo(() => orphanedLinks(document, sources), [document, sources]);
  const sourceRows = useMemo(
    () => rowsOf(sources, { folded: withSide(folded, 's:'), search: search.source }),
    [sources, folded, search.source],
  );
  const targetRows = useMemo(
    () =>
      rowsOf(destinations, {
        folded: withSide(folded, 't:'),
        search: search.target,
        ...(keep === 'all'
          ? {}
          : {
              keep: (field: Field) =>
                field.children.length === 0 && mapped.has(field.path) === (keep === 'mapped'),
            }),
      }),
    [destinations, folded, search.target, keep, mapped],
  );
  const ends = useMemo(() => {
    const sourceIndex = indexOf(sourceRows);
    const targetIndex = indexOf(targetRows);
    return document.links.map((link) => ({
      id: link.id,
      sources: readsOf(link).map((path) => visibleRow(sourceIndex, path)),
      target: visibleRow(targetIndex, link.to),
      label: `${contentOf(link)} → ${link.to}`,
      chip: chipOf(link),
    }));
  }, [document.links, sourceRows, targetRows]);

  const link = selected === null ? undefined : linkTo(document, selected);
  const faults = useMemo(
    () => (link ? preview.faults.filter((fault) => fault.link_id === link.id) : []),
    [link, preview.faults],
  );
  const edit = (change: (current: MappingDocument) => MappingDocument) => {
    props.onEdit((current) => inOrder(change(current), order));
  };
  const join = (source: string, target: string) => {
    edit((current) => {
      const isNew = linkTo(current, target) === undefined;
      const next = connect(current, source, target);
      const made = linkTo(next, target);
      const type = isNew ? conversionFor(sourceByPath.get(source), targetByPath.get(target)) : undefined;
      return made && type ? updateLink(next, made.id, { type }) : next;
    });
    setSelected(target);
    setArmed(null);
  };
  const pickTarget = (path: string) => {
    if (armed !== null) join(armed, path);
    else setSelected(path);
    props.onExplain(null);
  };
  const fold = (side: 's:' | 't:') => (path: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(side + path);
    else next.delete(side + path);
    setFolded(next);
  };
  const suggest = async () => {
    setSuggesting(true);
    try {
      setSuggestions(await props.onSuggest());
    } finally {
      setSuggesting(false);
    }
  };
  const problems = meter.missing.length + orphans.size + preview.faults.length;
  const chosenSources = new Set(link ? readsOf(link) : armed === null ? [] : [armed]);
  return (
    <div className={classes.editor}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('View')}
          value={view}
          onChange={setView}
          data={[
            { value: 'links', label: t('Links') },
            { value: 'table', label: t('Table') },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <Group gap={8} title={t('Required destination fields that are mapped')}>
          <Text size="xs" c="dimmed" className="num">
            {t('Required {{mapped}} of {{total}}', { mapped: meter.requiredMapped, total: meter.required })}
          </Text>
          <Progress
            w={90}
            size={6}
            aria-label={t('Required fields mapped')}
            value={meter.required === 0 ? 100 : (100 * meter.requiredMapped) / meter.required}
            color={meter.missing.length === 0 ? 'green' : 'accent'}
          />
        </Group>
        <Button size="compact-sm" onClick={() => setDialog('problems')}>
          {problems === 0 ? (
            <StateBadge tone="good">{t('No problems')}</StateBadge>
          ) : (
            <StateBadge tone="warn">{t('{{count}} to look at', { count: problems })}</StateBadge>
          )}
        </Button>
        <Group gap={6} ml="auto">
          <Button size="xs" leftSection={<IconTable size={14} />} onClick={() => setDialog('lookups')}>
            {t('Tables')}
          </Button>
          <Button size="xs" leftSection={<IconListDetails size={14} />} onClick={() => setDialog('scopes')}>
            {t('Lists')}
          </Button>
          <Button
            size="xs"
            leftSection={<IconBulb size={14} />}
            loading={suggesting}
            onClick={() => void suggest()}
          >
            {t('Suggest links')}
          </Button>
        </Group>
      </div>
      {view === 'links' ? (
        <div className={classes.trees}>
          <FieldPane
            side="source"
            title={props.sourceTitle}
            rows={sourceRows}
            search={search.source}
            onSearch={(text) => setSearch({ ...search, source: text })}
            scroller={sourceScroller}
            selected={chosenSources}
            linked={read}
            onFold={fold('s:')}
            onPick={(path) => {
              setArmed(path === armed ? null : path);
              setSelected(null);
            }}
            onEnter={(path) => {
              setArmed(path);
              setSelected(null);
              targetScroller.current?.focus();
            }}
            renderEnd={(row) => (
              <span className={classes.sample}>
                {shortValue(row.field.children.length > 0 ? undefined : row.field.example)}
              </span>
            )}
          />
          <LinkCanvas
            links={ends}
            selected={link?.id ?? null}
            onSelect={(id) => setSelected(document.links.find((entry) => entry.id === id)?.to ?? null)}
            source={sourceScroller}
            target={targetScroller}
          />
          <FieldPane
            side="target"
            title={props.destinationTitle}
            rows={targetRows}
            search={search.target}
            onSearch={(text) => setSearch({ ...search, target: text })}
            filter={
              <Select
                size="xs"
                w={112}
                aria-label={t('Show')}
                allowDeselect={false}
                value={keep}
                onChange={(value) => setKeep(value ?? 'all')}
                data={[
                  { value: 'all', label: t('All') },
                  { value: 'mapped', label: t('Mapped') },
                  { value: 'unmapped', label: t('Not mapped') },
                ]}
              />
            }
            scroller={targetScroller}
            selected={new Set(selected === null ? [] : [selected])}
            linked={mapped}
            onFold={fold('t:')}
            onPick={pickTarget}
            onEnter={(path) => {
              if (armed !== null) join(armed, path);
              else {
                setSelected(path);
                setPicking(path);
              }
            }}
            onDropOn={join}
            renderEnd={(row) => (
              <TargetEnd field={row.field} link={linkTo(document, row.field.path)} mapped={mapped} />
            )}
          />
        </div>
      ) : view === 'table' ? (
        <div className={classes.full}>
          <TableView
            document={document}
            destinations={targetByPath}
            mapped={mapped}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      ) : (
        <div className={classes.full}>
          <JsonView
            label={t('Mapping document')}
            document={document}
            onChange={(next) => props.onEdit(() => next)}
          />
        </div>
      )}
      <div className={classes.bottom}>
        <section className={classes.bottomPane} aria-label={t('Link')}>
          {selected === null ? (
            <Text c="dimmed">
              {armed === null
                ? t(
                    'Drag a source field onto a destination field, or choose a destination field to see what feeds it. By keyboard: arrows, Enter, then type a source.',
                  )
                : t('Now choose the destination field for {{field}}.', { field: armed })}
            </Text>
          ) : (
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
          )}
        </section>
        <section className={classes.bottomPane} aria-label={t('Preview')} tabIndex={0}>
          <PreviewPanel
            preview={preview.data}
            loading={preview.loading}
            error={preview.error}
            faults={preview.faults}
            record={props.record}
            onRecord={props.onRecord}
            onSelect={setSelected}
          />
        </section>
      </div>
      <LookupsDialog
        document={document}
        opened={dialog === 'lookups'}
        onClose={() => setDialog(null)}
        onEdit={edit}
      />
      <ScopesDialog
        document={document}
        sourcePaths={[...sourceByPath.keys()]}
        destinationPaths={[...targetByPath.keys()]}
        opened={dialog === 'scopes'}
        onClose={() => setDialog(null)}
        onEdit={edit}
      />
      <ProblemsList
        opened={dialog === 'problems'}
        onClose={() => setDialog(null)}
        missing={meter.missing}
        orphans={orphans}
        faults={preview.faults}
        document={document}
        onSelect={(path) => {
          setSelected(path);
          setDialog(null);
        }}
      />
      <Suggestions
        suggestions={suggestions ?? []}
        opened={suggestions !== null}
        onClose={() => setSuggestions(null)}
        onAccept={(chosen) => {
          edit((current) =>
            acceptSuggestions(
              current,
              chosen.map((suggestion) => suggestion.link),
            ),
          );
          setSuggestions(null);
        }}
      />
      <Modal
        opened={picking !== null}
        onClose={() => setPicking(null)}
        title={<Text fw={600}>{t('Source of {{field}}', { field: picking })}</Text>}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <SourcePicker
          autoFocus
          label={t('Choose a source field')}
          fields={sourceByPath}
          onPick={(source) => {
            if (picking !== null) join(source, picking);
            setPicking(null);
          }}
        />
      </Modal>
    </div>
  );
}

/** Folded rows of both trees share one set; the side stands before the path. */
const withSide = (folded: ReadonlySet<string>, side: 's:' | 't:'): Set<string> =>
  new Set([...folded].flatMap((entry) => (entry.startsWith(side) ? [entry.slice(side.length)] : [])));

function TargetEnd({
  field,
  link,
  mapped,
}: {
  field: Field;
  link: MappingLink | undefined;
  mapped: ReadonlySet<string>;
}) {
  const { t } = useTranslation();
  if (link) return <span className={classes.badge}>{contentOf(link)}</span>;
  if (field.children.length > 0 || mapped.has(field.path)) return null;
  return (
    <span className={classes.badge} data-bad={field.required}>
      {t('Not mapped')}
    </span>
  );
}
