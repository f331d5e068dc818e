/** One retry rule: for which answers it holds, and what happens then. */
import { ActionIcon, Select, TagsInput, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shownValue, typedValue } from '../../../editors/typed-value.js';
import { ConditionInput } from './condition-input.js';
import { changedRule, isForAll, retryActions } from './retry-rules.js';
import type { Members } from './setting.js';
import type { Setting } from './use-setting.js';
import classes from './settings.module.css';

interface RetryRuleFieldsProps {
  setting: Setting;
  rule: Members;
  position: number;
  /** Position of the last rule. */
  last: number;
  onChange: (rule: Members, part: 'status' | 'when' | 'action') => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function RetryRuleFields(props: RetryRuleFieldsProps) {
  const { setting, rule, position, last, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const number = position + 1;
  const { status, action } = rule;
  const words = typeof action === 'string' ? retryActions[action] : undefined;
  const field = (part: 'status' | 'when' | 'action') => {
    const path = `${position}.${part}`;
    return {
      error: setting.faultOf(path),
      'data-path': setting.pathOf(path),
      onBlur: () => setting.check(path),
    };
  };
  const statuses = field('status');
  return (
    <div
      className={classes.rule}
      role="group"
      aria-label={t('Rule {{number}}', { number })}
      data-rule={position}
    >
      <div className={classes.ruleHead}>
        <Text size="xs" fw={600} style={{ flex: 1 }}>
          {t('Rule {{number}}', { number })}
        </Text>
        <ActionIcon
          data-move="up"
          aria-label={t('Move rule {{number}} up', { number })}
          disabled={position === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          data-move="down"
          aria-label={t('Move rule {{number}} down', { number })}
          disabled={position === last}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('Remove rule {{number}}', { number })} onClick={onRemove}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.grid}>
        <TagsInput
          label={t('Statuses')}
          description={
            isForAll(rule)
              ? t('Empty, and no condition: every answer, good ones too.')
              : t('HTTP statuses, such as 409. Empty: any status.')
          }
          placeholder={Array.isArray(status) && status.length > 0 ? '' : t('any')}
          splitChars={[',', ' ', ';']}
          inputMode="numeric"
          {...statuses}
          value={Array.isArray(status) ? status.map(shownValue) : []}
          onChange={(tags) => onChange(changedRule(rule, 'status', tags.map(typedValue)), 'status')}
        />
        <Select
          label={t('Then')}
          description={words && t(words.help)}
          allowDeselect={false}
          data={Object.entries(retryActions).map(([value, { label }]) => ({ value, label: t(label) }))}
          {...field('action')}
          value={typeof action === 'string' ? action : null}
          onChange={(next) => onChange(changedRule(rule, 'action', next ?? 'retry'), 'action')}
        />
      </div>
      <ConditionInput
        label={t('And only when')}
        help={t('Such as @response.body.code is locked. Empty: any answer with these statuses.')}
        open={t('Only with a certain answer')}
        value={rule.when ?? null}
        error={setting.faultOf(`${position}.when`)}
        dataPath={setting.pathOf(`${position}.when`)}
        onChange={(when) => onChange(changedRule(rule, 'when', when), 'when')}
      />
    </div>
  );
}
