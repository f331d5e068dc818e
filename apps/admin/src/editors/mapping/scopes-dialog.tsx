/** What is said of the destination lists: which source list fills each, and which of its rows. */
import { useMemo } from 'react';
import { Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.js';
import { setScope, type MappingDocument } from './document.js';
import type { Field } from './fields.js';
import { mayHold } from './lost-ends.js';
import { listsOf } from './paths.js';
import { ScopeEditor } from './scope-editor.js';

interface ScopesDialogProps {
  document: MappingDocument;
  sources: ReadonlyMap<string, Field>;
  destinationPaths: string[];
  opened: boolean;
  onClose: () => void;
  onEdit: (change: (document: MappingDocument) => MappingDocument, group?: string) => void;
}

export default function ScopesDialog(props: ScopesDialogProps) {
  const { document, sources, destinationPaths, opened, onClose, onEdit } = props;
  const { t } = useTranslation();
  const sourcePaths = useMemo(() => [...sources.keys()], [sources]);
  const doubtOf = (path: string) => (mayHold(sources, path) ? null : t('No source sample has this field.'));
  const taken = (document.scopes ?? []).map((scope) => scope.to);
  const free = listsOf(destinationPaths).filter((path) => !taken.includes(path));
  return (
    <Dialog opened={opened} onClose={onClose} size={760} title={t('Lists')}>
      <Stack>
        <Text c="dimmed" size="sm">
          {t(
            'Which source list fills a destination list follows from its links. Say it here where it should be another, or to join, filter, group, sort or limit its rows.',
          )}
        </Text>
        {(document.scopes ?? []).map((scope) => (
          <ScopeEditor
            key={scope.to}
            scope={scope}
            lists={listsOf(sourcePaths)}
            paths={sourcePaths}
            doubtOf={doubtOf}
            onChange={(next) => onEdit((current) => setScope(current, scope.to, next), `scope-${scope.to}`)}
            onRemove={() => onEdit((current) => setScope(current, scope.to, null))}
          />
        ))}
        <Select
          size="xs"
          maw={360}
          label={t('Set up a list')}
          placeholder={
            free.length === 0 ? t('The destination has no other list') : t('Choose a destination list')
          }
          disabled={free.length === 0}
          data={free}
          value={null}
          onChange={(to) => {
            if (to) onEdit((current) => setScope(current, to, { to }));
          }}
        />
      </Stack>
    </Dialog>
  );
}
