/** Everything about the link to the chosen destination field. */
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FunctionInfo, MappingFault } from '../../api/mappings.js';
import { Note } from '../../kit/note.js';
import {
  addLink,
  kindOf,
  removeLink,
  replaceContent,
  sourcesOf,
  updateLink,
  type LinkKind,
  type MappingDocument,
  type MappingLink,
} from './document.js';
import { FaultPlace } from './fault-place.js';
import type { Field } from './fields.js';
import { FunctionChain } from './function-chain.js';
import { withOptionLabels } from './function-words.js';
import { LinkContent } from './link-content.js';
import { LinkRules, LinkValueRules } from './link-rules.js';
import { applyFix } from './problems.js';
import type { Edit } from './use-linking.js';

interface LinkPanelProps {
  document: MappingDocument;
  destination: Field | undefined;
  path: string;
  link: MappingLink | undefined;
  sources: ReadonlyMap<string, Field>;
  functions: FunctionInfo[];
  faults: MappingFault[];
  onEdit: Edit;
  onLookups: () => void;
  onExplain: () => void;
  /** Links a source field to this destination. */
  onConnect: (source: string) => void;
}

export default function LinkPanel(props: LinkPanelProps) {
  const { document, destination, path, link, sources, functions, faults, onEdit, onExplain, onConnect } =
    props;
  const { t } = useTranslation();
  const [startKind, setStartKind] = useState<LinkKind>('field');
  const kind = link ? kindOf(link) : startKind;
  const change = (next: Partial<MappingLink>, group?: string) => {
    if (link) onEdit((current) => updateLink(current, link.id, next), group && `${link.id}-${group}`);
  };
  const setKind = (next: LinkKind) => {
    setStartKind(next);
    if (!link) {
      if (next === 'index') onEdit((current) => addLink(current, path, { index: true }));
      if (next === 'value') onEdit((current) => addLink(current, path, { value: '' }));
      if (next === 'formula') onEdit((current) => addLink(current, path, { formula: '' }));
      return;
    }
    if (next === kind) return;
    const first = sourcesOf(link)[0] ?? '';
    if (next === 'formula') onEdit((current) => replaceContent(current, link.id, { formula: first }));
    else if (next === 'index') onEdit((current) => replaceContent(current, link.id, { index: true }));
    else if (next === 'value') onEdit((current) => replaceContent(current, link.id, { value: '' }));
    else onEdit((current) => removeLink(current, link.id));
  };
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap" align="center">
        <Text fw={600} className="mono" component="h2" m={0} style={{ flex: 1, minWidth: 0 }}>
          {path}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {destination?.type}
        </Text>
        {link ? (
          <>
            <Button size="compact-xs" style={{ flexShrink: 0 }} onClick={onExplain}>
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
        <Note
          key={`${fault.code} ${fault.message} ${fault.to ?? ''}`}
          tone="bad"
          title={withOptionLabels(fault.message, t)}
          action={
            fault.fixes?.[0] ? (
              <Button
                size="compact-xs"
                onClick={() => onEdit((current) => applyFix(current, fault.fixes?.[0] ?? {}))}
              >
                {fault.fixes[0].label}
              </Button>
            ) : null
          }
        >
          <FaultPlace fault={fault} />
        </Note>
      ))}
      <SegmentedControl
        size="xs"
        aria-label={t('What feeds the field')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'field', label: t('Field') },
          { value: 'value', label: t('Constant') },
          { value: 'formula', label: t('Formula') },
          { value: 'index', label: t('Position') },
        ]}
      />
      <LinkContent
        kind={kind}
        link={link}
        sources={sources}
        functions={functions}
        fault={faults.find((fault) => typeof fault.position === 'number')}
        onEdit={onEdit}
        onChange={change}
        onConnect={onConnect}
      />
      {link && kind !== 'formula' && kind !== 'index' ? (
        <FunctionChain
          steps={link.fn ?? []}
          functions={functions}
          onChange={(fn) => change({ fn: fn.length > 0 ? fn : undefined }, `fn-${fn.length}`)}
        />
      ) : null}
      {link ? (
        <>
          <LinkValueRules document={document} link={link} onChange={change} onLookups={props.onLookups} />
          <LinkRules link={link} sources={sources} onChange={change} />
        </>
      ) : null}
    </Stack>
  );
}
