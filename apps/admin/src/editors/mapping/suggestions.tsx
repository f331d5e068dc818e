/** Proposed links in two tiers; what a person mapped is never touched. */
import { Badge, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../api/mappings.js';
import { Empty } from '../../kit/states.js';

interface SuggestionsProps {
  suggestions: Suggestion[];
  opened: boolean;
  onClose: () => void;
  onAccept: (chosen: Suggestion[]) => void;
}

export function Suggestions({ suggestions, opened, onClose, onAccept }: SuggestionsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setChosen(new Set(suggestions.filter((entry) => entry.tier === 'apply').map((entry) => entry.to)));
  }, [suggestions]);
  const tier = (name: Suggestion['tier']) => suggestions.filter((entry) => entry.tier === name);
  const list = (entries: Suggestion[]) =>
    entries.map((entry) => (
      <Checkbox
        key={entry.to}
        checked={chosen.has(entry.to)}
        onChange={(event) => {
          const next = new Set(chosen);
          if (event.currentTarget.checked) next.add(entry.to);
          else next.delete(entry.to);
          setChosen(next);
        }}
        label={
          <span>
            <span className="mono">{entry.to}</span> ← <span className="mono">{entry.from.join(' + ')}</span>
          </span>
        }
        description={entry.reason}
      />
    ));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={<Text fw={600}>{t('Suggested links')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {suggestions.length === 0 ? (
        <Empty title={t('Nothing to suggest')}>
          {t('Every field that could be told by name or shape is linked.')}
        </Empty>
      ) : (
        <Stack>
          {tier('apply').length > 0 ? (
            <>
              <Group gap="xs">
                <Text fw={600}>{t('Sure')}</Text>
                <Badge>{tier('apply').length}</Badge>
              </Group>
              {list(tier('apply'))}
            </>
          ) : null}
          {tier('review').length > 0 ? (
            <>
              <Group gap="xs">
                <Text fw={600}>{t('To look at')}</Text>
                <Badge>{tier('review').length}</Badge>
              </Group>
              {list(tier('review'))}
            </>
          ) : null}
          <Group justify="flex-end">
            <Button onClick={() => setChosen(new Set(suggestions.map((entry) => entry.to)))}>
              {t('Choose all')}
            </Button>
            <Button
              variant="filled"
              disabled={chosen.size === 0}
              onClick={() => onAccept(suggestions.filter((entry) => chosen.has(entry.to)))}
            >
              {t('Accept {{count}} links', { count: chosen.size })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
