/** What feeds a destination field: source fields, a constant, a formula or the position in a list. */
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, MappingFault } from '../../api/mappings.js';
import { ValueInput } from '../value-input.js';
import { removeSource, sourcesOf, type LinkKind, type MappingLink } from './document.js';
import type { Field } from './fields.js';
import { FormulaField } from './formula-field.js';
import { mayHold } from './lost-ends.js';
import { SourcePicker } from './source-picker.js';
import type { Edit } from './use-linking.js';
import classes from './parts.module.css';

interface LinkContentProps {
  kind: LinkKind;
  link: MappingLink | undefined;
  sources: ReadonlyMap<string, Field>;
  functions: FunctionInfo[];
  /** The fault inside the formula. */
  fault: MappingFault | undefined;
  onEdit: Edit;
  onChange: (change: Partial<MappingLink>, group?: string) => void;
  onConnect: (source: string) => void;
}

export function LinkContent(props: LinkContentProps) {
  const { kind, link, sources, functions, fault, onEdit, onChange, onConnect } = props;
  const { t } = useTranslation();
  if (kind === 'index') {
    return (
      <Text size="xs" c="dimmed">
        {t('The position in the nearest list, from 1.')}
      </Text>
    );
  }
  if (kind === 'value' && link) {
    return (
      <ValueInput
        label={t('Constant')}
        description={t(
          'A number, true, false or null counts as such; put a text that looks like one in quotes.',
        )}
        value={link.value}
        onChange={(value) => onChange({ value: value ?? '' }, 'value')}
      />
    );
  }
  if (kind === 'formula' && link) {
    return (
      <FormulaField
        value={link.formula ?? ''}
        onChange={(formula) => onChange({ formula }, 'formula')}
        fields={sources}
        functions={functions}
        fault={fault ? { position: fault.position ?? 0, message: fault.message } : null}
      />
    );
  }
  const lost = link ? sourcesOf(link).filter((source) => !mayHold(sources, source)) : [];
  return (
    <Stack gap={6}>
      {link ? (
        <Group gap={6}>
          {sourcesOf(link).map((source) => (
            <span key={source} className={classes.source} data-lost={lost.includes(source) || undefined}>
              {lost.includes(source) ? (
                <IconAlertTriangle size={12} style={{ flexShrink: 0 }} aria-hidden />
              ) : null}
              <span title={source}>{source}</span>
              <ActionIcon
                size={18}
                aria-label={t('Remove {{name}}', { name: source })}
                onClick={() => onEdit((current) => removeSource(current, link.id, source))}
              >
                <IconX size={12} />
              </ActionIcon>
            </span>
          ))}
        </Group>
      ) : null}
      {lost.length > 0 ? (
        <Text size="xs" c="var(--pw-warn)" role="status">
          {t('No source sample has {{fields}}.', { fields: lost.join(', ') })}
        </Text>
      ) : null}
      <SourcePicker
        label={link ? t('Add a source field') : t('Choose a source field')}
        placeholder={link ? t('Add another source field') : t('Type a source field')}
        fields={sources}
        onPick={onConnect}
      />
    </Stack>
  );
}
