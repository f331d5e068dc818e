/** The mapping as two trees with the links between them. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chipOf, contentOf } from './describe.js';
import { readsOf, type MappingDocument, type MappingLink } from './document.js';
import { FieldPane } from './field-pane.js';
import type { RowNote } from './field-row.js';
import { exampleOf, indexOf, rowsOf, visibleRow, type Field } from './fields.js';
import { rowHeight, tallRowHeight } from './geometry.js';
import { LinkCanvas } from './link-canvas.js';
import { readPaths } from './meter.js';
import { useIsNarrow } from './use-is-narrow.js';
import classes from './trees.module.css';

interface LinksViewProps {
  document: MappingDocument;
  sources: Field[];
  destinations: Field[];
  sourceTitle: string;
  destinationTitle: string;
  mapped: ReadonlySet<string>;
  /** Destination fields whose link reads what no sample holds. */
  lost: ReadonlySet<string>;
  /** The chosen destination field, and its link. */
  selected: string | null;
  link: MappingLink | undefined;
  /** The source field that waits for its destination. */
  armed: string | null;
  onArm: (path: string | null) => void;
  onSelect: (path: string | null) => void;
  onJoin: (source: string, target: string) => void;
  /** Enter on a destination field: ask for its source. */
  onAsk: (path: string) => void;
}
type Keep = 'all' | 'mapped' | 'unmapped';
type Folded = ReadonlySet<string>;

const folding = (set: (change: (folded: Folded) => Folded) => void) => (path: string, isFolded: boolean) =>
  set((folded) => {
    const next = new Set(folded);
    if (isFolded) next.add(path);
    else next.delete(path);
    return next;
  });
const noteOfSource = (field: Field): RowNote => ({
  text: field.children.length > 0 ? '' : exampleOf(field),
  kind: 'sample',
});

export function LinksView(props: LinksViewProps) {
  const {
    document,
    sources,
    destinations,
    mapped,
    lost,
    selected,
    link,
    armed,
    onArm,
    onSelect,
    onJoin,
    onAsk,
  } = props;
  const { t } = useTranslation();
  const [foldedSources, setFoldedSources] = useState<Folded>(new Set());
  const [foldedTargets, setFoldedTargets] = useState<Folded>(new Set());
  const [search, setSearch] = useState({ source: '', target: '' });
  const [keep, setKeep] = useState<{ source: Keep; target: Keep }>({ source: 'all', target: 'all' });
  const sourceScroller = useRef<HTMLDivElement>(null);
  const targetScroller = useRef<HTMLDivElement>(null);
  const eachHeight = useIsNarrow() ? tallRowHeight : rowHeight;
  const foldSource = useMemo(() => folding(setFoldedSources), []);
  const foldTarget = useMemo(() => folding(setFoldedTargets), []);

  const read = useMemo(() => readPaths(document), [document]);
  const sourceRows = useMemo(
    () => rowsOf(sources, { folded: foldedSources, search: search.source, ...keeping(keep.source, read) }),
    [sources, foldedSources, search.source, keep.source, read],
  );
  const targetRows = useMemo(
    () =>
      rowsOf(destinations, { folded: foldedTargets, search: search.target, ...keeping(keep.target, mapped) }),
    [destinations, foldedTargets, search.target, keep.target, mapped],
  );
  const ends = useMemo(() => {
    const sourceIndex = indexOf(sourceRows);
    const targetIndex = indexOf(targetRows);
    return document.links.map((entry) => {
      return {
        id: entry.id,
        sources: [...new Set(readsOf(entry).map((path) => visibleRow(sourceIndex, path)))],
        target: visibleRow(targetIndex, entry.to),
        label: `${contentOf(entry, t)} → ${entry.to}`,
        chip: chipOf(entry, t),
      };
    });
  }, [document.links, sourceRows, targetRows, t]);
  const byTarget = useMemo(() => new Map(document.links.map((entry) => [entry.to, entry])), [document.links]);
  const noteOfTarget = useCallback(
    (field: Field): RowNote => {
      const found = byTarget.get(field.path);
      if (found && lost.has(field.path))
        return { text: t('Gone: {{field}}', { field: contentOf(found, t) }), kind: 'lost' };
      if (found) return { text: contentOf(found, t), kind: 'link' };
      if (field.children.length > 0 || mapped.has(field.path)) return { text: '', kind: 'none' };
      return { text: t('Not mapped'), kind: field.required ? 'missing' : 'none' };
    },
    [byTarget, lost, mapped, t],
  );
  const chosenSources = useMemo(
    () => new Set(link ? readsOf(link) : armed === null ? [] : [armed]),
    [link, armed],
  );
  const chosenTargets = useMemo(() => new Set(selected === null ? [] : [selected]), [selected]);
  const clear = (side: 'source' | 'target') => () => {
    setSearch({ ...search, [side]: '' });
    setKeep({ ...keep, [side]: 'all' });
  };
  const filter = (side: 'source' | 'target', label: string) => (
    <Select
      size="xs"
      className={classes.filter ?? ''}
      aria-label={label}
      allowDeselect={false}
      value={keep[side]}
      onChange={(value) => setKeep({ ...keep, [side]: value ?? 'all' })}
      data={[
        { value: 'all', label: t('All') },
        { value: 'mapped', label: t('Mapped') },
        { value: 'unmapped', label: t('Not mapped') },
      ]}
    />
  );
  return (
    <div className={classes.trees}>
      <FieldPane
        side="source"
        title={props.sourceTitle}
        rows={sourceRows}
        search={search.source}
        onSearch={(text) => setSearch({ ...search, source: text })}
        filter={filter('source', t('Show source fields'))}
        onClear={clear('source')}
        scroller={sourceScroller}
        rowHeight={eachHeight}
        selected={chosenSources}
        linked={read}
        onFold={foldSource}
        onPick={(path) => {
          onArm(path === armed ? null : path);
        }}
        onEnter={(path) => {
          onArm(path);
          targetScroller.current?.focus();
        }}
        noteOf={noteOfSource}
      />
      <LinkCanvas
        links={ends}
        selected={link?.id ?? null}
        onSelect={(id) => onSelect(document.links.find((entry) => entry.id === id)?.to ?? null)}
        source={sourceScroller}
        target={targetScroller}
        rowHeight={eachHeight}
      />
      <FieldPane
        side="target"
        title={props.destinationTitle}
        rows={targetRows}
        search={search.target}
        onSearch={(text) => setSearch({ ...search, target: text })}
        filter={filter('target', t('Show destination fields'))}
        onClear={clear('target')}
        scroller={targetScroller}
        rowHeight={eachHeight}
        selected={chosenTargets}
        linked={mapped}
        onFold={foldTarget}
        onPick={(path) => {
          if (armed !== null) onJoin(armed, path);
          else onSelect(path);
        }}
        onEnter={(path) => {
          if (armed !== null) onJoin(armed, path);
          else onAsk(path);
        }}
        onDropOn={onJoin}
        noteOf={noteOfTarget}
      />
    </div>
  );
}

/** Which fields a filter keeps: those with a link, or those without. */
function keeping(keep: Keep, mapped: ReadonlySet<string>): { keep?: (field: Field) => boolean } {
  if (keep === 'all') return {};
  return {
    keep: (field) => field.children.length === 0 && mapped.has(field.path) === (keep === 'mapped'),
  };
}
