/** The same steps as a list, equal to the canvas, by keyboard and for screen readers. */
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StepCard, type StepFacts } from './step-card.js';
import classes from './flow.module.css';

interface FlowListProps {
  steps: StepFacts[];
  onSelect: (id: string) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onRemove: (id: string) => void;
}

export function FlowList({ steps, onSelect, onMove, onRemove }: FlowListProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      <ol aria-label={t('Steps of the flow')} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {steps.map((step, position) => {
          const { handler_id: id, handler_name: name } = step.handler;
          return (
            <li key={id} className={classes.listRow}>
              <button
                type="button"
                className={classes.listButton}
                style={{ background: 'none', border: 0 }}
                aria-pressed={step.selected}
                onClick={() => {
                  onSelect(id);
                }}
              >
                <StepCard {...step} />
              </button>
              <ActionIcon
                aria-label={t('Move {{name}} up', { name })}
                disabled={position === 0}
                onClick={() => {
                  onMove(id, -1);
                }}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Move {{name}} down', { name })}
                disabled={position === steps.length - 1}
                onClick={() => {
                  onMove(id, 1);
                }}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Remove {{name}}', { name })}
                onClick={() => {
                  onRemove(id);
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
