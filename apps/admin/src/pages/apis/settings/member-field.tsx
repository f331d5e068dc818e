/** One member of a setting as a field, with what holds without it. */
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { jsonOrText } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { options } from '../../labels.js';
import { ConditionInput } from './condition-input.js';
import { isRequired, memberOf, told, type Members, type SettingField } from './setting.js';
import type { Setting } from './use-setting.js';
import classes from './settings.module.css';

interface MemberFieldProps {
  setting: Setting;
  field: SettingField;
  value: Members;
  onChange: (next: Json | undefined) => void;
}

export function MemberField({ setting, field, value, onChange }: MemberFieldProps) {
  const { t } = useTranslation();
  const { name } = field;
  const member = value[name] ?? null;
  const error = setting.faultOf(name);
  const change = (typed: Json) => onChange(memberOf(field, value, typed));
  const common = {
    label: t(field.label),
    description: error ? undefined : helpOf(field, value, t),
    error,
    'data-path': setting.pathOf(name),
    onBlur: () => setting.check(name),
  };
  const input = { ...common, withAsterisk: isRequired(field, value) };
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...input}
          classNames={{ input: 'mono' }}
          placeholder={field.example && t('such as {{example}}', { example: field.example })}
          value={typeof member === 'string' ? member : ''}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={(event) => {
            const trimmed = event.currentTarget.value.trim();
            if (trimmed !== event.currentTarget.value) change(trimmed);
            setting.check(name);
          }}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...input}
          placeholder={field.usual === undefined ? '' : t('{{usual, number}}', { usual: field.usual })}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          min={field.least}
          max={field.most}
          value={member === null ? '' : jsonOrText(member)}
          onChange={change}
        />
      );
    case 'choice':
      return (
        <Select
          {...input}
          allowDeselect={false}
          data={options(field.words, t)}
          value={typeof member === 'string' ? member : field.usual}
          onChange={(next) => change(next ?? field.usual)}
        />
      );
    case 'flag':
      return (
        <Switch
          {...common}
          className={classes.whole ?? ''}
          checked={typeof member === 'boolean' ? member : told(field.usual, value)}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'condition':
      return (
        <div className={classes.whole}>
          <ConditionInput
            label={t(field.label)}
            help={helpOf(field, value, t) ?? ''}
            open={t(field.open)}
            value={member}
            error={error}
            dataPath={setting.pathOf(name)}
            onChange={change}
          />
        </div>
      );
  }
}

function helpOf(field: SettingField, value: Members, t: TFunction): string | undefined {
  const help = field.help === undefined ? '' : t(told(field.help, value));
  if (field.kind !== 'number' || field.usual === undefined) return help === '' ? undefined : help;
  return `${help} ${t('Empty: {{usual, number}}.', { usual: field.usual })}`.trim();
}
