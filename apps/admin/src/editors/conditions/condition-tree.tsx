/** The rules and groups of a condition. Tab goes through them in order; what is added gets the focus. */
import { useRef, type ReactNode } from 'react';
import { ActionIcon, Button, Group, Select, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  addPart,
  changeNode,
  emptyRule,
  groupOf,
  removeNode,
  type ConditionGroup,
  type ConditionNode,
  type GroupKind,
} from './condition.js';
import { ConditionRule } from './condition-rule.js';
import classes from './condition.module.css';

/** Deeper ones are read by nobody; they can be typed as JSON. */
const deepest = 4;

const kinds: Record<GroupKind, string> = {
  all: 'All of these hold',
  any: 'At least one holds',
  none: 'None of these holds',
  not_all: 'Not all of these hold',
};

interface ConditionTreeProps {
  label: string;
  root: ConditionNode;
  paths: string[] | undefined;
  doubtOf: ((path: string) => string | null) | undefined;
  /** `group`: edits of one rule that follow each other are one step back. */
  onChange: (root: ConditionNode, group?: string) => void;
  /** Stands beside what adds to the whole. */
  toggle: ReactNode;
}

interface Edits {
  paths: string[] | undefined;
  doubtOf: ((path: string) => string | null) | undefined;
  set: (id: number, change: (node: ConditionNode) => ConditionNode) => void;
  add: (id: number, part: ConditionNode) => void;
  remove: (id: number) => void;
}

export function ConditionTree({ label, root, paths, doubtOf, onChange, toggle }: ConditionTreeProps) {
  const holder = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => {
    setTimeout(() => holder.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const edits: Edits = {
    paths,
    doubtOf,
    set: (id, change) => onChange(changeNode(root, id, change), String(id)),
    add: (id, part) => {
      onChange(addPart(root, id, part));
      const first = part.kind === 'rule' ? part : part.parts[0];
      focus(`[data-rule="${first?.id}"] input`);
    },
    remove: (id) => {
      const before = holder.current?.querySelector(`[data-node="${id}"]`)?.parentElement;
      const group = before?.closest('[data-node]')?.getAttribute('data-node');
      const next = removeNode(root, id);
      onChange(next);
      // The button that adds the next one is nearest to what went away; without its group, the first field.
      focus(next.kind === 'rule' ? 'input' : `[data-add="${group ?? next.id}"], [data-add="${next.id}"]`);
    },
  };
  return (
    <div ref={holder} role="group" aria-label={label}>
      {root.kind === 'rule' ? (
        <Stack gap={6}>
          <ConditionRule rule={root} name="1" paths={paths} doubtOf={doubtOf} onChange={edits.set} />
          <AddButtons group={root.id} depth={0} onAdd={edits.add} toggle={toggle} />
        </Stack>
      ) : (
        <GroupBox group={root} name="" depth={0} edits={edits} toggle={toggle} />
      )}
    </div>
  );
}

interface GroupBoxProps {
  group: ConditionGroup;
  /** Where it stands: `2.1` is the first part of the second one; empty for the whole. */
  name: string;
  depth: number;
  edits: Edits;
  toggle?: ReactNode;
}

function GroupBox({ group, name, depth, edits, toggle }: GroupBoxProps) {
  const { t } = useTranslation();
  return (
    <div
      className={depth === 0 ? undefined : classes.group}
      data-node={group.id}
      role="group"
      aria-label={name === '' ? t('Conditions') : t('Group {{name}}', { name })}
    >
      <Stack gap={8}>
        <Group gap={6} wrap="nowrap">
          <Select
            size="xs"
            style={{ flex: 1 }}
            aria-label={name === '' ? t('How they combine') : t('How group {{name}} combines', { name })}
            allowDeselect={false}
            data={Object.entries(kinds).map(([value, words]) => ({ value, label: t(words) }))}
            value={group.kind}
            onChange={(kind) =>
              edits.set(group.id, (node) => ({ ...node, kind: kind ?? 'all' }) as ConditionGroup)
            }
          />
          {depth === 0 ? null : (
            <RemoveButton
              name={t('Remove group {{name}}', { name })}
              onClick={() => edits.remove(group.id)}
            />
          )}
        </Group>
        {group.parts.map((part, position) => {
          const place = `${name === '' ? '' : `${name}.`}${position + 1}`;
          return part.kind === 'rule' ? (
            <ConditionRule
              key={part.id}
              rule={part}
              name={place}
              paths={edits.paths}
              doubtOf={edits.doubtOf}
              onChange={edits.set}
              remove={
                <RemoveButton
                  name={t('Remove condition {{name}}', { name: place })}
                  onClick={() => edits.remove(part.id)}
                />
              }
            />
          ) : (
            <GroupBox key={part.id} group={part} name={place} depth={depth + 1} edits={edits} />
          );
        })}
        <AddButtons group={group.id} depth={depth} onAdd={edits.add} toggle={toggle} />
      </Stack>
    </div>
  );
}

interface AddButtonsProps {
  group: number;
  depth: number;
  onAdd: Edits['add'];
  toggle?: ReactNode;
}

function AddButtons({ group, depth, onAdd, toggle }: AddButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        data-add={group}
        leftSection={<IconPlus size={12} aria-hidden />}
        onClick={() => onAdd(group, emptyRule())}
      >
        {t('Add condition')}
      </Button>
      {depth < deepest ? (
        <Button
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={() => onAdd(group, groupOf('any', [emptyRule()]))}
        >
          {t('Add group')}
        </Button>
      ) : null}
      {toggle}
    </Group>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon size={30} aria-label={name} onClick={onClick}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  );
}
