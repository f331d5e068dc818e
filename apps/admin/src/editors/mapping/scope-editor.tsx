/** What is said of one destination list: one source list, several one after another, or several side by side. */
import {
  ActionIcon,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { withoutUndefined, type Scope, type ScopeSection } from './document.js';
import { PathField, ScopeJoins, ScopeRowsFields, type DoubtOf } from './scope-parts.js';
import classes from './parts.module.css';

interface ScopeEditorProps {
  scope: Scope;
  /** The lists of the source. */
  lists: string[];
  /** All source paths. */
  paths: string[];
  doubtOf: DoubtOf;
  onChange: (scope: Scope) => void;
  onRemove: () => void;
}
type Shape = 'one' | 'sections' | 'zip';

const shapeOf = (scope: Scope): Shape => (scope.sections ? 'sections' : scope.mode === 'zip' ? 'zip' : 'one');
const asList = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const orNone = (values: string[]): string[] | undefined => (values.length > 0 ? values : undefined);

/** Another shape keeps the source lists that are said already. */
function reshaped(scope: Scope, shape: Shape): Scope {
  const sources = scope.sections
    ? scope.sections.flatMap((section) => (section.from ? [section.from] : []))
    : asList(scope.from);
  const common: Scope = {
    to: scope.to,
    ...(scope.drop_empty === undefined ? {} : { drop_empty: scope.drop_empty }),
  };
  if (shape === 'zip') return { ...common, mode: 'zip', from: sources };
  if (shape === 'one') {
    const [from] = sources;
    return from === undefined ? common : { ...common, from };
  }
  const sections = (sources.length > 0 ? sources : ['']).map((from, at): ScopeSection => ({
    id: `s${at + 1}`,
    ...(from === '' ? {} : { from }),
  }));
  return { ...common, sections };
}

export function ScopeEditor({ scope, lists, paths, doubtOf, onChange, onRemove }: ScopeEditorProps) {
  const { t } = useTranslation();
  const shape = shapeOf(scope);
  return (
    <section className={`panel ${classes.scope ?? ''}`} aria-label={t('List {{name}}', { name: scope.to })}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600} className="mono">
          {scope.to}
        </Text>
        <ActionIcon size={26} aria-label={t('Remove {{name}}', { name: scope.to })} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('Filled from')}
          value={shape}
          onChange={(value) => onChange(reshaped(scope, value))}
          data={[
            { value: 'one', label: t('One list') },
            { value: 'sections', label: t('One after another') },
            { value: 'zip', label: t('Side by side') },
          ]}
        />
        {shape === 'one' ? (
          <>
            <PathField
              label={t('From')}
              placeholder={t('As its links say')}
              doubtOf={doubtOf}
              data={lists}
              value={asList(scope.from)[0] ?? ''}
              onChange={(from) => onChange({ ...scope, from })}
            />
            <ScopeJoins
              joins={scope.joins}
              lists={lists}
              paths={paths}
              doubtOf={doubtOf}
              onChange={(joins) => onChange({ ...scope, joins })}
            />
            <TagsInput
              size="xs"
              label={t('Group by')}
              description={t('One element for each group, in the order of its first row.')}
              data={paths}
              limit={50}
              value={asList(scope.group_by)}
              onChange={(values) => onChange({ ...scope, group_by: orNone(values) })}
            />
            <ScopeRowsFields
              rows={scope}
              paths={paths}
              doubtOf={doubtOf}
              onChange={(rows) => onChange({ ...scope, ...rows })}
            />
          </>
        ) : shape === 'zip' ? (
          <>
            <TagsInput
              size="xs"
              label={t('Lists')}
              description={t('Their rows are paired by position; the longest one counts.')}
              data={lists}
              value={asList(scope.from)}
              onChange={(from) => onChange({ ...scope, from })}
            />
            <Switch
              size="xs"
              label={t('Unequal lengths are an error')}
              checked={scope.strict ?? false}
              onChange={(event) => onChange({ ...scope, strict: event.currentTarget.checked || undefined })}
            />
          </>
        ) : (
          <Sections
            sections={scope.sections ?? []}
            lists={lists}
            paths={paths}
            doubtOf={doubtOf}
            onChange={(sections) => onChange({ ...scope, sections })}
          />
        )}
        <Switch
          size="xs"
          label={t('Leave out rows without any value')}
          checked={scope.drop_empty ?? false}
          onChange={(event) => onChange({ ...scope, drop_empty: event.currentTarget.checked || undefined })}
        />
      </Stack>
    </section>
  );
}

function Sections({
  sections,
  lists,
  paths,
  doubtOf,
  onChange,
}: {
  sections: ScopeSection[];
  lists: string[];
  paths: string[];
  doubtOf: DoubtOf;
  onChange: (sections: ScopeSection[]) => void;
}) {
  const { t } = useTranslation();
  const set = (position: number, section: ScopeSection) => {
    onChange(sections.map((old, at) => (at === position ? section : old)));
  };
  const freshId = (): string => {
    let number = sections.length + 1;
    while (sections.some((section) => section.id === `s${number}`)) number += 1;
    return `s${number}`;
  };
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('Each section adds its rows after the one before; a link says which section it belongs to.')}
      </Text>
      {sections.map((section, position) => (
        <div key={position} className={classes.part}>
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              size="xs"
              w={110}
              label={t('Section')}
              value={section.id}
              error={sections.some((other, at) => at !== position && other.id === section.id)}
              onChange={(event) => set(position, { ...section, id: event.currentTarget.value })}
            />
            <PathField
              label={t('From')}
              placeholder={t('One row of its own')}
              doubtOf={doubtOf}
              data={lists}
              value={section.from ?? ''}
              onChange={(from) => set(position, withoutUndefined({ ...section, from }))}
            />
            <ActionIcon
              size={30}
              aria-label={t('Remove {{name}}', { name: section.id })}
              disabled={sections.length === 1}
              onClick={() => onChange(sections.toSpliced(position, 1))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
          <ScopeJoins
            joins={section.joins}
            lists={lists}
            paths={paths}
            doubtOf={doubtOf}
            onChange={(joins) => set(position, withoutUndefined({ ...section, joins }))}
          />
          <ScopeRowsFields
            rows={section}
            paths={paths}
            doubtOf={doubtOf}
            onChange={(rows) => set(position, withoutUndefined({ ...section, ...rows }))}
          />
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onChange([...sections, { id: freshId() }])}
        >
          {t('Add a section')}
        </Button>
      </div>
    </Stack>
  );
}
