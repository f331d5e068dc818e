/** One comparison: path, operator and value. */
import type { ReactNode } from 'react';
import { Autocomplete, Group, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shownValue, typedValue } from '../typed-value.js';
import { ValueInput } from '../value-input.js';
import { compareBy, faultOf, isFlag, isOfText, type ConditionNode, type Rule } from './condition.js';
import classes from './condition.module.css';

const operators: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  in: 'one of',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
  exists: 'is there',
  empty: 'is empty',
};

interface ConditionRuleProps {
  rule: Rule;
  name: string;
  paths: string[] | undefined;
  doubtOf: ((path: string) => string | null) | undefined;
  onChange: (id: number, change: (node: ConditionNode) => ConditionNode) => void;
  remove?: ReactNode;
}

export function ConditionRule({ rule, name, paths = [], doubtOf, onChange, remove }: ConditionRuleProps) {
  const { t } = useTranslation();
  const set = (change: Partial<Rule>) => onChange(rule.id, () => ({ ...rule, ...change }));
  const fault = faultOf(rule);
  const doubt = doubtOf?.(rule.path) ?? null;
  const path = {
    size: 'xs',
    style: { flex: 1, minWidth: 0 },
    'aria-label': t('Path of the condition'),
    placeholder: t('path, such as status'),
    classNames: { input: 'mono' },
    value: rule.path,
    error: fault === 'path' ? t('Which field?') : null,
  };
  return (
    <div
      className={classes.rule}
      data-node={rule.id}
      data-rule={rule.id}
      role="group"
      aria-label={t('Condition {{name}}', { name })}
    >
      <Group gap={6} wrap="nowrap" align="start">
        {paths.length > 0 ? (
          <Autocomplete
            {...path}
            data={paths.includes(rule.path) ? [] : paths}
            limit={50}
            onChange={(typed) => set({ path: typed })}
          />
        ) : (
          <TextInput {...path} onChange={(event) => set({ path: event.currentTarget.value })} />
        )}
        {remove}
      </Group>
      {doubt === null ? null : <Doubt>{doubt}</Doubt>}
      <div className={rule.op === 'in' ? classes.wide : classes.comparison}>
        <Select
          size="xs"
          aria-label={t('Comparison')}
          allowDeselect={false}
          data={Object.entries(operators).map(([value, words]) => ({ value, label: t(words) }))}
          value={rule.op}
          onChange={(op) => set(compareBy(rule, op ?? 'eq'))}
        />
        <RuleValue
          rule={rule}
          error={fault === 'order' ? t('A number or a text.') : null}
          onChange={(value) => set({ value })}
        />
      </div>
    </div>
  );
}

/** A warning: what it is about can be right all the same. */
export function Doubt({ children }: { children: string }) {
  return (
    <Text size="xs" c="var(--pw-warn)" role="status" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

interface RuleValueProps {
  rule: Rule;
  error: string | null;
  onChange: (value: Rule['value']) => void;
}

function RuleValue({ rule: { op, value }, error, onChange }: RuleValueProps) {
  const { t } = useTranslation();
  const label = t('Value of the condition');
  if (isFlag(op)) {
    return (
      <Select
        size="xs"
        aria-label={label}
        allowDeselect={false}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={value === false ? 'false' : 'true'}
        onChange={(next) => onChange(next !== 'false')}
      />
    );
  }
  if (op === 'in') {
    return (
      <TagsInput
        size="xs"
        aria-label={label}
        placeholder={Array.isArray(value) && value.length > 0 ? '' : t('value, then Enter')}
        splitChars={[',']}
        value={Array.isArray(value) ? value.map(shownValue) : []}
        onChange={(values) => onChange(values.map(typedValue))}
      />
    );
  }
  return (
    <ValueInput
      aria-label={label}
      asText={isOfText(op)}
      value={value ?? ''}
      error={error}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
