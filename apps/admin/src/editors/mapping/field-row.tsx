/** One row of a tree, of one line or, on a narrow screen, of two; drawn anew only when something of it changes. */
import { memo, type CSSProperties, type DragEvent } from 'react';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Field } from './fields.js';
import classes from './trees.module.css';

const dragType = 'application/x-pipewright-field';

export interface RowActions {
  pick: (path: string, row: number) => void;
  fold: (path: string, folded: boolean) => void;
  over: (path: string | null) => void;
  drop: ((source: string, target: string) => void) | undefined;
}
/** What stands at the end of a row: an example value, what feeds the field, that this is gone, or that nothing does. */
export interface RowNote {
  text: string;
  kind: 'sample' | 'link' | 'lost' | 'none' | 'missing';
}
interface FieldRowProps {
  side: 'source' | 'target';
  field: Field;
  row: number;
  top: number;
  depth: number;
  isFolded: boolean;
  isActive: boolean;
  isSelected: boolean;
  isLinked: boolean;
  isOver: boolean;
  noteText: string;
  noteKind: RowNote['kind'];
  actions: RowActions;
}

export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { side, field, row, top, depth, isFolded, isActive, isSelected, isLinked, isOver, actions } = props;
  const { noteText, noteKind } = props;
  const { t } = useTranslation();
  const hasChildren = field.children.length > 0;
  const droppable =
    actions.drop === undefined
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            if (!event.dataTransfer.types.includes(dragType)) return;
            event.preventDefault();
            actions.over(field.path);
          },
          onDragLeave: () => actions.over(null),
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            actions.over(null);
            const source = event.dataTransfer.getData(dragType);
            if (source) actions.drop?.(source, field.path);
          },
        };
  return (
    <div
      id={`${side}-row-${row}`}
      className={classes.row}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={hasChildren ? !isFolded : undefined}
      aria-selected={isSelected}
      data-side={side}
      data-path={field.path}
      data-active={isActive}
      data-selected={isSelected}
      data-over={isOver}
      style={{ top, '--depth': depth } as CSSProperties}
      draggable={side === 'source'}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, field.path);
        event.dataTransfer.effectAllowed = 'link';
      }}
      {...droppable}
      onClick={() => actions.pick(field.path, row)}
    >
      <span className={classes.port} data-linked={isLinked} />
      <span className={classes.rowLine}>
        <span
          className={classes.twist}
          onClick={(event) => {
            if (!hasChildren) return;
            event.stopPropagation();
            actions.fold(field.path, !isFolded);
          }}
        >
          {hasChildren ? isFolded ? <IconChevronRight size={14} /> : <IconChevronDown size={14} /> : null}
        </span>
        <span className={classes.name} title={field.path}>
          {field.name}
        </span>
        {field.required && side === 'target' ? (
          <span className={classes.star} title={t('Required')}>
            *
          </span>
        ) : null}
      </span>
      <span className={classes.rowLine}>
        <span className={classes.type}>{t(field.type)}</span>
        {noteText === '' ? null : (
          <span className={classes.rowNote} data-kind={noteKind} title={noteText}>
            {noteText}
          </span>
        )}
      </span>
    </div>
  );
});
