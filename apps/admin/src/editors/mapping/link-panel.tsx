/** Everything about the link to the chosen destination field. */
import { useState } from 'react';
import {
  Accordion,
  ActionIcon,
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, MappingFault } from '../../api/mappings.js';
import type { Json } from '../../api/types.js';
import { Note } from '../../kit/note.js';
import { ConditionField } from '../condition-field.js';
import {
  addLink,
  kindOf,
  removeLink,
  removeSource,
  replaceContent,
  sourcesOf,
  updateLink,
  type LinkKind,
  type MappingDocument,
  type MappingLink,
} from './document.js';
import type { Field } from './fields.js';
import { FormulaField } from './formula-field.js';
import { FunctionChain } from './function-chain.js';
import { SourcePicker } from './source-picker.js';
import classes from './mapping.module.css';

interface LinkPanelProps {
  document: MappingDocument;
  destination: Field | undefined;
  path: string;
  link: MappingLink | undefined;
  sources: ReadonlyMap<string, Field>;
  functions: FunctionInfo[];
  faults: MappingFault[];
  onEdit: (change: (document: MappingDocument) => MappingDocument) => void;
  onLookups: () => void;
  onExplain: () => void;
  /** Links a source field to this destination. */
  onConnect: (source: string) => void;
}

const typed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};
const shown = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export function LinkPanel(props: LinkPanelProps) {
  const {
    document,
    destination,
    path,
    link,
    sources,
    functions,
    faults,
    onEdit,
    onLookups,
    onExplain,
    onConnect,
  } = props;
  const { t } = useTranslation();
  const [startKind, setStartKind] = useState<LinkKind>('field');
  const kind = link ? kindOf(link) : startKind;
  const change = (next: Partial<MappingLink>) => {
    if (link) onEdit((current) => updateLink(current, link.id, next));
  };
  const setKind = (next: LinkKind) => {
    setStartKind(next);
    if (!link) {
      if (next === 'index') onEdit((current) => addLink(current, path, { index: true }));
      if (next === 'formula') onEdit((current) => addLink(current, path, { formula: '' }));
      if (next === 'value') onEdit((current) => addLink(current, path, { value: '' }));
      return;
    }
    if (next === kind) return;
    const first = sourcesOf(link)[0] ?? '';
    if (next === 'formula') onEdit((current) => replaceContent(current, link.id, { formula: first }));
    else if (next === 'index') onEdit((current) => replaceContent(current, link.id, { index: true }));
    else if (next === 'value') onEdit((current) => replaceContent(current, link.id, { value: '' }));
    else onEdit((current) => removeLink(current, link.id));
  };
  const formulaFault = faults.find((fault) => typeof fault.position === 'number');
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <Text fw={600} className="mono" style={{ flex: 1 }}>
          {path}
        </Text>
        <Text size="xs" c="dimmed">
          {destination?.type}
        </Text>
        {link ? (
          <>
            <Button size="compact-xs" onClick={onExplain}>
              {t('Explain')}
            </Button>
            <ActionIcon
              size={26}
              aria-label={t('Remove the link')}
              onClick={() => onEdit((current) => removeLink(current, link.id))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </>
        ) : null}
      </Group>
      {faults.map((fault) => (
        <Note key={fault.code + fault.message} tone="bad" title={fault.message}>
          {fault.hint}
        </Note>
      ))}
      <SegmentedControl
        size="xs"
        aria-label={t('What feeds the field')}
        value={kind}
        onChange={(value) => setKind(value)}
        data={[
          { value: 'field', label: t('Field') },
          { value: 'value', label: t('Constant') },
          { value: 'formula', label: t('Formula') },
          { value: 'index', label: t('Position') },
        ]}
      />
      {kind === 'field' ? (
        <Stack gap={6}>
          <Group gap={6}>
            {link
              ? sourcesOf(link).map((source) => (
                  <span key={source} className={classes.source}>
                    {source}
                    <ActionIcon
                      size={18}
                      aria-label={t('Remove {{name}}', { name: source })}
                      onClick={() => onEdit((current) => removeSource(current, link.id, source))}
                    >
                      <IconX size={12} />
                    </ActionIcon>
                  </span>
                ))
              : null}
          </Group>
          <SourcePicker
            label={link ? t('Add a source field') : t('Choose a source field')}
            fields={sources}
            onPick={onConnect}
          />
        </Stack>
      ) : null}
      {kind === 'value' && link ? (
        <TextInput
          key={link.id}
          size="xs"
          label={t('Constant')}
          description={t(
            'A number, true, false or null counts as such; put a text that looks like one in quotes.',
          )}
          classNames={{ input: 'mono' }}
          defaultValue={shown(link.value)}
          onBlur={(event) => change({ value: typed(event.currentTarget.value) })}
        />
      ) : null}
      {kind === 'formula' && link ? (
        <FormulaField
          value={link.formula ?? ''}
          onChange={(formula) => change({ formula })}
          fields={sources}
          functions={functions}
          fault={
            formulaFault ? { position: formulaFault.position ?? 0, message: formulaFault.message } : null
          }
          error={null}
        />
      ) : null}
      {kind === 'index' ? (
        <Text size="xs" c="dimmed">
          {t('The position in the nearest list, from 1.')}
        </Text>
      ) : null}
      {link && kind !== 'formula' && kind !== 'index' ? (
        <FunctionChain
          steps={link.fn ?? []}
          functions={functions}
          onChange={(fn) => change({ fn: fn.length > 0 ? fn : undefined })}
        />
      ) : null}
      {link ? (
        <Group gap="xs" align="end">
          <Select
            size="xs"
            w={150}
            label={t('Look up in')}
            placeholder={t('Nothing')}
            clearable
            data={Object.keys(document.lookups ?? {})}
            value={link.lookup ?? null}
            onChange={(lookup) => change({ lookup: lookup ?? undefined })}
            nothingFoundMessage={t('No table yet')}
          />
          <Button size="xs" onClick={onLookups}>
            {t('Tables')}
          </Button>
          <Select
            size="xs"
            w={120}
            label={t('Type')}
            placeholder={t('As it is')}
            clearable
            data={['string', 'number', 'integer', 'boolean', 'array', 'any']}
            value={link.type ?? null}
            onChange={(type) => change({ type: type ?? undefined })}
          />
          <TextInput
            key={`${link.id}-default`}
            size="xs"
            w={140}
            label={t('Default')}
            classNames={{ input: 'mono' }}
            defaultValue={shown(link.default)}
            onBlur={(event) => {
              const text = event.currentTarget.value;
              change({ default: text === '' ? undefined : typed(text) });
            }}
          />
        </Group>
      ) : null}
      {link ? (
        <Accordion variant="contained">
          <Accordion.Item value="more">
            <Accordion.Control>{t('Rules')}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <Switch
                  size="xs"
                  label={t('Required: a record without it is not sent')}
                  checked={link.required ?? false}
                  onChange={(event) => change({ required: event.currentTarget.checked || undefined })}
                />
                <Select
                  size="xs"
                  label={t('When it fails')}
                  allowDeselect={false}
                  data={[
                    { value: 'fail', label: t('The record fails') },
                    { value: 'omit', label: t('Leave the field out') },
                    { value: 'null', label: t('Write null') },
                    { value: 'default', label: t('Write the default') },
                  ]}
                  value={link.on_error ?? 'fail'}
                  onChange={(value) =>
                    change({ on_error: value === 'fail' ? undefined : (value as MappingLink['on_error']) })
                  }
                />
                <ConditionField
                  label={t('Only when')}
                  value={link.when ?? null}
                  onChange={(when) => change({ when: when ?? undefined })}
                />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      ) : null}
    </Stack>
  );
}
