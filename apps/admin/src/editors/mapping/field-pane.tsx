/** One tree: virtual rows, searched, folded and walked by keyboard. */
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../use-keys.js';
import { FieldRow, type RowActions, type RowNote } from './field-row.js';
import type { Field, FieldRow as Row } from './fields.js';
import classes from './trees.module.css';

interface FieldPaneProps {
  side: 'source' | 'target';
  title: string;
  rows: Row[];
  search: string;
  onSearch: (text: string) => void;
  filter?: ReactNode;
  /** Shown instead of rows when a search or filter leaves none. */
  onClear: () => void;
  scroller: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  selected: ReadonlySet<string>;
  linked: ReadonlySet<string>;
  onFold: (path: string, folded: boolean) => void;
  onPick: (path: string) => void;
  /** Enter on a row: chooses it, or asks for its source. */
  onEnter: (path: string) => void;
  onDropOn?: (source: string, target: string) => void;
  noteOf: (field: Field) => RowNote;
}

export function FieldPane(props: FieldPaneProps) {
  const { side, title, rows, search, onSearch, filter, onClear, scroller, selected, linked, noteOf } = props;
  const { rowHeight } = props;
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
  const [over, setOver] = useState<string | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const live = useRef(props);
  live.current = props;
  const isDroppable = props.onDropOn !== undefined;
  // Rows are given the same functions on every render, so that only rows that changed are drawn.
  const actions = useMemo(
    (): RowActions => ({
      pick: (path, row) => {
        setActive(row);
        live.current.onPick(path);
      },
      fold: (path, folded) => live.current.onFold(path, folded),
      over: setOver,
      drop: isDroppable ? (source, target) => live.current.onDropOn?.(source, target) : undefined,
    }),
    [isDroppable],
  );
  // From anywhere on the page to the first tree; within a tree the key finds in that one.
  useEffect(() => {
    if (side !== 'source') return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      searchBox.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [side]);
  const bounded = Math.min(active, Math.max(0, rows.length - 1));
  const [first] = selected;
  useEffect(() => {
    const row = first === undefined ? -1 : rows.findIndex((entry) => entry.field.path === first);
    if (row < 0) return;
    setActive(row);
    virtual.scrollToIndex(row, { align: 'auto' });
    // Only a new selection moves the active row; rows change with every keystroke of the search.
  }, [first]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[bounded];
    const go = (to: number) => {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, to));
      setActive(next);
      virtual.scrollToIndex(next);
    };
    if (event.key === 'ArrowDown') go(bounded + 1);
    else if (event.key === 'ArrowUp') go(bounded - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'PageDown') go(bounded + 10);
    else if (event.key === 'PageUp') go(bounded - 10);
    else if (event.key === '/') {
      event.preventDefault();
      searchBox.current?.focus();
    } else if (row && event.key === 'ArrowRight') {
      event.preventDefault();
      if (row.field.children.length > 0 && row.isFolded) props.onFold(row.field.path, false);
      else if (row.field.children.length > 0) go(bounded + 1);
    } else if (row && event.key === 'ArrowLeft') {
      event.preventDefault();
      if (row.field.children.length > 0 && !row.isFolded) props.onFold(row.field.path, true);
      else if (row.parent !== null) go(rows.findIndex((entry) => entry.field.path === row.parent));
    } else if (row && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (event.key === 'Enter') props.onEnter(row.field.path);
      else props.onPick(row.field.path);
    }
  };

  return (
    <div className={classes.pane}>
      <div className={classes.paneHead}>
        <span className={classes.paneTitle} title={title}>
          {title}
        </span>
        <TextInput
          ref={searchBox}
          size="xs"
          className={classes.find ?? ''}
          aria-label={t('Find in {{tree}}', { tree: title })}
          placeholder={t('Find')}
          leftSection={<IconSearch size={13} aria-hidden />}
          rightSection={
            search ? <CloseButton size="xs" aria-label={t('Clear')} onClick={() => onSearch('')} /> : null
          }
          value={search}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onSearch('');
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault();
              scroller.current?.focus();
            }
          }}
        />
        {filter}
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        role="tree"
        aria-label={title}
        tabIndex={0}
        aria-activedescendant={rows[bounded] ? `${side}-row-${bounded}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const { field } = row;
            const note = noteOf(field);
            return (
              <FieldRow
                key={field.path}
                side={side}
                field={field}
                row={item.index}
                top={item.start}
                depth={row.depth}
                isFolded={row.isFolded}
                isActive={item.index === bounded}
                isSelected={selected.has(field.path)}
                isLinked={linked.has(field.path)}
                isOver={over === field.path}
                noteText={note.text}
                noteKind={note.kind}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 ? (
        <div className={classes.noRows}>
          <span>{t('No field matches.')}</span>
          <button type="button" onClick={onClear}>
            {t('Clear filters')}
          </button>
        </div>
      ) : null}
    </div>
  );
}
