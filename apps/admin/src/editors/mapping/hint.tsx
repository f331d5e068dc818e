/** What to do next, while no destination field is chosen. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './mapping.module.css';

interface HintProps {
  armed: string | null;
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
          : t('Now choose the destination field for {{field}}.', { field: armed })}
      </Text>
    </>
  );
}
