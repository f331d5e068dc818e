/** Proposed links in two tiers; what a person mapped is never touched. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../api/mappings.js';
import { Dialog } from '../../kit/dialog.js';
import { Empty } from '../../kit/states.js';
import { chainOf } from './describe.js';
import classes from './parts.module.css';

interface SuggestionsProps {
  suggestions: Suggestion[];
  opened: boolean;
  onClose: () => void;
  onAccept: (chosen: Suggestion[]) => void;
}
type Tier = Suggestion['tier'];

export default function Suggestions({ suggestions, opened, onClose, onAccept }: SuggestionsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tier = (name: Tier) => suggestions.filter((entry) => entry.tier === name);
  useEffect(() => {
    setChosen(new Set(suggestions.filter((entry) => entry.tier === 'apply').map((entry) => entry.to)));
  }, [suggestions]);
  const choose = (entries: Suggestion[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { to } of entries) {
      if (isChosen) next.add(to);
      else next.delete(to);
    }
    setChosen(next);
  };
  return (
    <Dialog opened={opened} onClose={onClose} size={680} title={t('Suggested links')}>
      {suggestions.length === 0 ? (
        <Empty title={t('Nothing to suggest')}>
          {t('Every field that could be told by name or shape is linked.')}
        </Empty>
      ) : (
        <>
          <Stack gap="md">
            <TierList
              title={t('Sure')}
              help={t('Near to certain by name, type and example.')}
              entries={tier('apply')}
              chosen={chosen}
              onChoose={choose}
            />
            <TierList
              title={t('To look at')}
              help={t('Likely; a person should decide.')}
              entries={tier('review')}
              chosen={chosen}
              onChoose={choose}
            />
          </Stack>
          <Group justify="flex-end" className={classes.dialogFoot ?? ''}>
            <Button onClick={() => choose(suggestions, true)}>{t('Choose all')}</Button>
            <Button
              variant="filled"
              data-autofocus
              disabled={chosen.size === 0}
              onClick={() => onAccept(suggestions.filter((entry) => chosen.has(entry.to)))}
            >
              {t('Accept {{count, number}} links', { count: chosen.size })}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}

interface TierListProps {
  title: string;
  help: string;
  entries: Suggestion[];
  chosen: ReadonlySet<string>;
  onChoose: (entries: Suggestion[], isChosen: boolean) => void;
}

function TierList({ title, help, entries, chosen, onChoose }: TierListProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  const count = entries.filter((entry) => chosen.has(entry.to)).length;
  return (
    <section aria-label={title}>
      <Checkbox
        mb={6}
        label={
          <>
            <Text span fw={600}>
              {title}
            </Text>{' '}
            <Text span size="xs" c="dimmed" className="num">
              {t('{{chosen, number}} of {{total, number}}', { chosen: count, total: entries.length })} ·{' '}
              {help}
            </Text>
          </>
        }
        checked={count === entries.length}
        indeterminate={count > 0 && count < entries.length}
        onChange={(event) => onChoose(entries, event.currentTarget.checked)}
      />
      <ul className={classes.suggestions}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Checkbox
              checked={chosen.has(entry.to)}
              onChange={(event) => onChoose([entry], event.currentTarget.checked)}
              label={
                <span className="mono">
                  {entry.to} ← {[entry.from.join(' + '), chainOf(entry.link, t)].filter(Boolean).join(' → ')}
                </span>
              }
              description={entry.reason}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
