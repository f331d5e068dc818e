/** Which source list fills which destination list, with filter, order and limit; the rest as JSON. */
import {
  Accordion,
  ActionIcon,
  Autocomplete,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../api/types.js';
import { jsonFault, jsonOf, jsonText } from '../../pages/apis/api-form.js';
import { JsonField } from '../../pages/apis/json-field.js';
import { ConditionField } from '../condition-field.js';
import { setScope, type MappingDocument, type Scope } from './document.js';
import { arraysOf } from './paths.js';

interface ScopesDialogProps {
  document: MappingDocument;
  sourcePaths: string[];
  destinationPaths: string[];
  opened: boolean;
  onClose: () => void;
  onEdit: (change: (document: MappingDocument) => MappingDocument) => void;
}
const listsOf = (paths: string[]): string[] => [...new Set(paths.flatMap(arraysOf))];

export function ScopesDialog({
  document,
  sourcePaths,
  destinationPaths,
  opened,
  onClose,
  onEdit,
}: ScopesDialogProps) {
  const { t } = useTranslation();
  const taken = (document.scopes ?? []).map((scope) => scope.to);
  const free = listsOf(destinationPaths).filter((path) => !taken.includes(path));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={<Text fw={600}>{t('Lists')}</Text>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <Text c="dimmed">
          {t(
            'Which source list fills a destination list follows from its links. Say it here where it should be another, or to filter, sort or limit it.',
          )}
        </Text>
        {(document.scopes ?? []).map((scope) => (
          <ScopeFields
            key={scope.to}
            scope={scope}
            sources={listsOf(sourcePaths)}
            onChange={(next) => onEdit((current) => setScope(current, scope.to, next))}
          />
        ))}
        <Select
          size="xs"
          maw={320}
          label={t('Set up a list')}
          placeholder={
            free.length === 0 ? t('The destination has no other list') : t('Choose a destination list')
          }
          data={free}
          value={null}
          onChange={(to) => {
            if (to) onEdit((current) => setScope(current, to, { to }));
          }}
        />
      </Stack>
    </Modal>
  );
}

function ScopeFields({
  scope,
  sources,
  onChange,
}: {
  scope: Scope;
  sources: string[];
  onChange: (scope: Scope | null) => void;
}) {
  const { t } = useTranslation();
  const { to, from, where, limit, drop_empty: dropEmpty, ...rest } = scope;
  const [text, setText] = useState(Object.keys(rest).length > 0 ? jsonText(rest as unknown as Json) : '');
  const fault = jsonFault(text);
  return (
    <div className="panel" style={{ padding: 12 }}>
      <Group justify="space-between" mb={6}>
        <Text fw={600} className="mono">
          {to}
        </Text>
        <ActionIcon size={26} aria-label={t('Remove {{name}}', { name: to })} onClick={() => onChange(null)}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      <Stack gap="xs">
        <Group gap="xs" grow>
          <Autocomplete
            size="xs"
            label={t('From')}
            data={sources}
            value={from ?? ''}
            onChange={(value) => onChange({ ...scope, from: value === '' ? undefined : value })}
          />
          <NumberInput
            size="xs"
            label={t('At most')}
            min={1}
            value={limit ?? ''}
            onChange={(value) => onChange({ ...scope, limit: value === '' ? undefined : Number(value) })}
          />
        </Group>
        <ConditionField
          label={t('Only rows where')}
          value={where ?? null}
          onChange={(value) => onChange({ ...scope, where: value ?? undefined })}
        />
        <Switch
          size="xs"
          label={t('Leave out rows without any value')}
          checked={dropEmpty ?? false}
          onChange={(event) => onChange({ ...scope, drop_empty: event.currentTarget.checked || undefined })}
        />
        <Accordion variant="contained">
          <Accordion.Item value="json">
            <Accordion.Control>{t('Sort, group, join, sections')}</Accordion.Control>
            <Accordion.Panel>
              <JsonField
                label={t('Further members of the scope')}
                help={t('sort, distinct, group_by, joins, sections, mode, strict')}
                value={text}
                error={fault}
                onChange={(next) => {
                  setText(next);
                  if (jsonFault(next) === null) {
                    const more = (jsonOf(next) ?? {}) as unknown as Partial<Scope>;
                    onChange({ to, from, where, limit, drop_empty: dropEmpty, ...more });
                  }
                }}
              />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </Stack>
    </div>
  );
}
