/** What to do next, while no destination field is chosen. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortValue } from '../../kit/short.js';
import type { Field } from './fields.js';
import classes from './mapping.module.css';

interface HintProps {
  /** The source field that waits for its destination. */
  armed: { path: string; field: Field | undefined } | null;
  proposing: boolean;
  /** Null when something is linked already. */
  onPropose: (() => void) | null;
}

export function Hint({ armed, proposing, onPropose }: HintProps) {
  const { t } = useTranslation();
  return (
    <>
      {onPropose ? (
        <Group gap="xs" mb="sm">
          <Text>{t('Nothing is linked yet. Most links can be told by name, type and example.')}</Text>
          <Button size="xs" loading={proposing} onClick={onPropose}>
            {t('Propose links')}
          </Button>
        </Group>
      ) : null}
      <Text c="dimmed" className={classes.hint ?? ''}>
        {armed === null
          ? t(
              'Drag a source field onto a destination field, or choose a destination field to see what feeds it. By keyboard: arrows, Enter, then type a source; ? shows all keys.',
            )
          : t('Now choose the destination field for {{field}}.', { field: armed.path })}
      </Text>
      {armed?.field ? (
        <Text mt={6} style={{ overflowWrap: 'anywhere' }}>
          <Text span size="xs" c="dimmed">
            {t(armed.field.type)}
          </Text>{' '}
          <span className="mono">{shortValue(armed.field.example, 400)}</span>
        </Text>
      ) : null}
    </>
  );
}
