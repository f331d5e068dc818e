/** What stands in the way: faults of the document, required fields without a link, links without their source. */
import { Anchor, Drawer, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MappingFault } from '../../api/mappings.js';
import { Note } from '../../kit/note.js';
import { Empty } from '../../kit/states.js';
import type { MappingDocument } from './document.js';

interface ProblemsListProps {
  opened: boolean;
  onClose: () => void;
  missing: string[];
  orphans: ReadonlyMap<string, string[]>;
  faults: MappingFault[];
  document: MappingDocument;
  onSelect: (path: string) => void;
}

export function ProblemsList({
  opened,
  onClose,
  missing,
  orphans,
  faults,
  document,
  onSelect,
}: ProblemsListProps) {
  const { t } = useTranslation();
  const field = (path: string) => (
    <Anchor component="button" type="button" className="mono" onClick={() => onSelect(path)}>
      {path}
    </Anchor>
  );
  const isQuiet = missing.length === 0 && orphans.size === 0 && faults.length === 0;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={<Text fw={600}>{t('To look at')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="xs">
        {isQuiet ? <Empty title={t('No problems')} /> : null}
        {faults.map((fault, position) => (
          <Note key={position} tone="bad" title={fault.message}>
            {fault.to ? field(fault.to) : null} <span className="mono">{fault.code}</span>
          </Note>
        ))}
        {missing.map((path) => (
          <Note key={path} tone="warn" title={t('Required and not mapped')}>
            {field(path)}
          </Note>
        ))}
        {[...orphans].map(([id, lost]) => {
          const link = document.links.find((entry) => entry.id === id);
          return (
            <Note key={id} tone="warn" title={t('The source sample has no such field')}>
              <span className="mono">{lost.join(', ')}</span> → {link ? field(link.to) : null}
            </Note>
          );
        })}
      </Stack>
    </Drawer>
  );
}
