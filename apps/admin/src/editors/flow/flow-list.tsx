/** The same steps as a list, equal to the canvas, by keyboard and for screen readers. */
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StepFacts } from './facts.js';
import { StepCard } from './step-card.js';
import classes from './flow.module.css';

interface FlowListProps {
  steps: StepFacts[];
  selected: string | null;
  onSelect: (id: string) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onRemove: (id: string) => void;
}

export function FlowList({ steps, selected, onSelect, onMove, onRemove }: FlowListProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      <ol aria-label={t('Steps of the flow')}>
        {steps.map((step, position) => {
          const { handler_id: id, handler_name: name } = step.handler;
          return (
            <li key={id} className={classes.listRow}>
              <span className={classes.listNumber} aria-hidden>
                {position + 1}
              </span>
              <button
                type="button"
                className={classes.listButton}
                aria-pressed={id === selected}
                onClick={() => onSelect(id)}
              >
                <StepCard facts={step} selected={id === selected} />
              </button>
              <span className={classes.listTools}>
                <ActionIcon
                  aria-label={t('Move {{name}} up', { name })}
                  disabled={position === 0}
                  onClick={() => onMove(id, -1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('Move {{name}} down', { name })}
                  disabled={position === steps.length - 1}
                  onClick={() => onMove(id, 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon aria-label={t('Remove {{name}}', { name })} onClick={() => onRemove(id)}>
                  <IconTrash size={16} />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
