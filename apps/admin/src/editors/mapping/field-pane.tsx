/** One tree: virtual rows of 28 px, searched, folded and walked by keyboard. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import type { FieldRow } from './fields.js';
import { rowHeight } from './geometry.js';
import classes from './mapping.module.css';

interface FieldPaneProps {
  side: 'source' | 'target';
  title: string;
  rows: FieldRow[];
  search: string;
  onSearch: (text: string) => void;
  filter?: ReactNode;
  scroller: RefObject<HTMLDivElement | null>;
  selected: ReadonlySet<string>;
  linked: ReadonlySet<string>;
  onFold: (path: string, folded: boolean) => void;
  onPick: (path: string) => void;
  /** Enter on a row: chooses it, or asks for its source. */
  onEnter: (path: string) => void;
  onDropOn?: (source: string, target: string) => void;
  renderEnd: (row: FieldRow) => ReactNode;
}

const dragType = 'application/x-pipewright-field';

export function FieldPane(props: FieldPaneProps) {
  const {
    side,
    title,
    rows,
    search,
    onSearch,
    filter,
    scroller,
    selected,
    linked,
    onFold,
    onPick,
    onEnter,
    onDropOn,
    renderEnd,
  } = props;
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
  const bounded = Math.min(active, Math.max(0, rows.length - 1));
  const only = selected.size === 1 ? [...selected][0] : undefined;
  useEffect(() => {
    const row = only === undefined ? -1 : rows.findIndex((entry) => entry.field.path === only);
    if (row >= 0) setActive(row);
    // Only a new selection moves the active row; rows change with every keystroke of the search.
  }, [only]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
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
    } else if (row && event.key === 'ArrowRight' && row.field.children.length > 0)
      onFold(row.field.path, false);
    else if (row && event.key === 'ArrowLeft') {
      if (row.field.children.length > 0 && !row.isFolded) onFold(row.field.path, true);
      else if (row.parent !== null) go(rows.findIndex((entry) => entry.field.path === row.parent));
    } else if (row && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (event.key === 'Enter') onEnter(row.field.path);
      else onPick(row.field.path);
    }
  };

  return (
    <div className={classes.pane}>
      <div className={classes.paneHead}>
        <span style={{ flexShrink: 0 }}>{title}</span>
        <TextInput
          ref={searchBox}
          size="xs"
          style={{ flex: 1, maxWidth: 240, marginLeft: 'auto' }}
          aria-label={t('Find in {{tree}}', { tree: title })}
          placeholder={t('Find')}
          leftSection={<IconSearch size={13} />}
          rightSection={
            search ? <CloseButton size="xs" aria-label={t('Clear')} onClick={() => onSearch('')} /> : null
          }
          value={search}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onSearch('');
            if (event.key === 'ArrowDown') scroller.current?.focus();
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
            const hasChildren = field.children.length > 0;
            return (
              <div
                key={field.path}
                id={`${side}-row-${item.index}`}
                className={classes.row}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-expanded={hasChildren ? !row.isFolded : undefined}
                aria-selected={selected.has(field.path)}
                data-path={field.path}
                data-active={item.index === bounded}
                data-selected={selected.has(field.path)}
                data-over={over === field.path}
                style={{ top: item.start, paddingLeft: 10 + row.depth * 16 }}
                draggable={side === 'source'}
                onDragStart={(event) => {
                  event.dataTransfer.setData(dragType, field.path);
                  event.dataTransfer.effectAllowed = 'link';
                }}
                onDragOver={(event) => {
                  if (!onDropOn || !event.dataTransfer.types.includes(dragType)) return;
                  event.preventDefault();
                  setOver(field.path);
                }}
                onDragLeave={() => {
                  setOver(null);
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  setOver(null);
                  const source = event.dataTransfer.getData(dragType);
                  if (source) onDropOn?.(source, field.path);
                }}
                onClick={() => {
                  setActive(item.index);
                  onPick(field.path);
                }}
              >
                {side === 'target' ? (
                  <span className={classes.port} data-linked={linked.has(field.path)} />
                ) : null}
                <span
                  className={classes.twist}
                  onClick={(event) => {
                    if (!hasChildren) return;
                    event.stopPropagation();
                    onFold(field.path, !row.isFolded);
                  }}
                >
                  {hasChildren ? (
                    row.isFolded ? (
                      <IconChevronRight size={14} />
                    ) : (
                      <IconChevronDown size={14} />
                    )
                  ) : null}
                </span>
                <span className={classes.name} title={field.path}>
                  {field.name}
                </span>
                {field.required && side === 'target' ? (
                  <span className={classes.star} title={t('Required')}>
                    *
                  </span>
                ) : null}
                <span className={classes.type}>{field.type}</span>
                {renderEnd(row)}
                {side === 'source' ? (
                  <span className={classes.port} data-linked={linked.has(field.path)} />
                ) : null}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
