/** Parts of a list's settings that a whole list and a section share: a path, joins, and which rows are taken. */
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  Input,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../conditions/condition-field.js';
import { Doubt } from '../conditions/condition-rule.js';
import type { ScopeJoin, ScopeRows, SortKey } from './document.js';
import classes from './parts.module.css';

interface PathFieldProps {
  label: string;
  data: string[];
  value: string;
  onChange: (path: string | undefined) => void;
  placeholder?: string;
  doubtOf: DoubtOf;
}

/** What is told of a path that no sample holds; null: it may well be there. */
export type DoubtOf = (path: string) => string | null;

export function PathField({ label, data, value, onChange, placeholder, doubtOf }: PathFieldProps) {
  const doubt = doubtOf(value);
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Autocomplete
        size="xs"
        label={label}
        classNames={{ input: 'mono' }}
        placeholder={placeholder ?? ''}
        data={data}
        limit={50}
        value={value}
        onChange={(path) => onChange(path === '' ? undefined : path)}
      />
      {doubt === null ? null : <Doubt>{doubt}</Doubt>}
    </div>
  );
}

interface ScopeJoinsProps {
  joins: ScopeJoin[] | undefined;
  lists: string[];
  paths: string[];
  doubtOf: DoubtOf;
  onChange: (joins: ScopeJoin[] | undefined) => void;
}

/** Rows of another list that are looked up by key. */
export function ScopeJoins({ joins = [], lists, paths, doubtOf, onChange }: ScopeJoinsProps) {
  const { t } = useTranslation();
  const set = (position: number, join: ScopeJoin) => {
    onChange(joins.map((old, at) => (at === position ? join : old)));
  };
  return (
    <Stack gap={6}>
      {joins.map((join, position) => (
        <div key={position} className={classes.part}>
          <Group gap="xs" align="end" wrap="nowrap">
            <PathField
              label={t('Join with')}
              doubtOf={doubtOf}
              data={lists}
              value={join.from}
              onChange={(from = '') => set(position, { ...join, from })}
            />
            <ActionIcon
              size={30}
              aria-label={t('Remove the join with {{name}}', { name: join.from })}
              onClick={() => {
                const left = joins.toSpliced(position, 1);
                onChange(left.length > 0 ? left : undefined);
              }}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
          <div className={classes.pair}>
            <PathField
              label={t('Key in the row')}
              doubtOf={doubtOf}
              data={paths}
              value={join.on[0]}
              onChange={(path = '') => set(position, { ...join, on: [path, join.on[1]] })}
            />
            <PathField
              label={t('Key in the joined list')}
              doubtOf={doubtOf}
              data={join.from === '' ? paths : paths.filter((path) => path.startsWith(join.from))}
              value={join.on[1]}
              onChange={(path = '') => set(position, { ...join, on: [join.on[0], path] })}
            />
          </div>
          <div className={classes.pair}>
            <Select
              size="xs"
              label={t('Without a match')}
              allowDeselect={false}
              data={[
                { value: 'left', label: t('Keep the row') },
                { value: 'inner', label: t('Leave the row out') },
              ]}
              value={join.type ?? 'left'}
              onChange={(type) => set(position, { ...join, type: type === 'inner' ? 'inner' : 'left' })}
            />
            <Select
              size="xs"
              label={t('With several matches')}
              allowDeselect={false}
              data={[
                { value: 'first', label: t('Take the first') },
                { value: 'each', label: t('One row for each') },
                { value: 'error', label: t('The record fails') },
              ]}
              value={join.many ?? 'first'}
              onChange={(many) => set(position, { ...join, many: many ?? 'first' })}
            />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onChange([...joins, { from: '', on: ['', ''] }])}
        >
          {t('Join another list')}
        </Button>
      </div>
    </Stack>
  );
}

interface ScopeRowsFieldsProps {
  rows: ScopeRows;
  paths: string[];
  doubtOf: DoubtOf;
  onChange: (rows: Partial<ScopeRows>) => void;
}

const keysOf = (sort: ScopeRows['sort']): SortKey[] =>
  (sort === undefined ? [] : Array.isArray(sort) ? sort : [sort]).map((key) =>
    typeof key === 'string' ? { path: key } : key,
  );

/** Where → sort → distinct → limit, in the order in which they act. */
export function ScopeRowsFields({ rows, paths, doubtOf, onChange }: ScopeRowsFieldsProps) {
  const { t } = useTranslation();
  const keys = keysOf(rows.sort);
  const setKeys = (next: SortKey[]) => onChange({ sort: next.length > 0 ? next : undefined });
  const isDistinct = rows.distinct !== undefined && rows.distinct !== false;
  const distinct =
    typeof rows.distinct === 'string' ? [rows.distinct] : Array.isArray(rows.distinct) ? rows.distinct : [];
  return (
    <Stack gap="xs">
      <ConditionField
        label={t('Only rows where')}
        paths={paths}
        doubtOf={doubtOf}
        value={rows.where ?? null}
        onChange={(where) => onChange({ where: where ?? undefined })}
      />
      <div>
        <Input.Label size="xs" labelElement="div" mb={4}>
          {t('Sort by')}
        </Input.Label>
        <Stack gap={6}>
          {keys.map((key, position) => (
            <Group key={position} gap="xs" wrap="nowrap" align="end">
              <PathField
                label={t('Field')}
                doubtOf={doubtOf}
                data={paths}
                value={key.path}
                onChange={(path = '') => setKeys(keys.toSpliced(position, 1, { ...key, path }))}
              />
              <Select
                size="xs"
                w={130}
                label={t('Order')}
                allowDeselect={false}
                data={[
                  { value: 'asc', label: t('Ascending') },
                  { value: 'desc', label: t('Descending') },
                ]}
                value={key.order ?? 'asc'}
                onChange={(order) => setKeys(keys.toSpliced(position, 1, { ...key, order: order ?? 'asc' }))}
              />
              <ActionIcon
                size={30}
                aria-label={t('Remove {{name}}', { name: key.path })}
                onClick={() => setKeys(keys.toSpliced(position, 1))}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
          <div>
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={13} aria-hidden />}
              onClick={() => setKeys([...keys, { path: '' }])}
            >
              {t('Add a field to sort by')}
            </Button>
          </div>
        </Stack>
      </div>
      <Group gap="sm" align="end">
        <NumberInput
          size="xs"
          w={110}
          label={t('At most')}
          min={0}
          allowDecimal={false}
          value={rows.limit ?? ''}
          onChange={(limit) => onChange({ limit: limit === '' ? undefined : Number(limit) })}
        />
        <Switch
          size="xs"
          label={t('Each row once')}
          checked={isDistinct}
          onChange={(event) => onChange({ distinct: event.currentTarget.checked || undefined })}
          mb={6}
        />
        {isDistinct ? (
          <TagsInput
            size="xs"
            style={{ flex: 1, minWidth: 160 }}
            label={t('Told apart by')}
            placeholder={distinct.length === 0 ? t('The whole row') : ''}
            data={paths}
            limit={50}
            value={distinct}
            onChange={(values) => onChange({ distinct: values.length === 0 ? true : values })}
          />
        ) : null}
      </Group>
    </Stack>
  );
}
