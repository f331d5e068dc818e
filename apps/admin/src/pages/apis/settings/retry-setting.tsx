/** The retry rules of an API: a list that is tried in its order. */
import { useRef, useState } from 'react';
import { Button, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiForm } from '../api-form.js';
import { mostRules, moved, newRule, readRules } from './retry-rules.js';
import { RetryRuleFields } from './retry-rule-fields.js';
import { RowKeys } from './row-keys.js';
import type { Members } from './setting.js';
import { SettingSection } from './setting-section.js';
import { useSetting } from './use-setting.js';

export function RetrySetting({ form }: { form: UseFormReturnType<ApiForm> }) {
  const { t } = useTranslation();
  const setting = useSetting(form, 'retry');
  const [keys] = useState(() => new RowKeys());
  const holder = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => {
    setTimeout(() => holder.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const setRules = (rules: Members[]) => setting.setValue(rules.length > 0 ? rules : null);
  const move = (rules: Members[], from: number, by: -1 | 1) => {
    keys.move(from, by);
    setRules(moved(rules, from, by));
    const [way, back] = by < 0 ? ['up', 'down'] : ['down', 'up'];
    const row = `[data-rule="${from + by}"]`;
    focus(`${row} [data-move="${way}"]:not(:disabled), ${row} [data-move="${back}"]:not(:disabled)`);
  };
  return (
    <SettingSection
      setting={setting}
      title={t('Retry rules')}
      help={t(
        'Tried in their order on every answer, before the usual rules: the first that fits says what happens.',
      )}
      shape="[{status: […], when: {…}, action}]"
      canShow={(value) => readRules(value) !== null}
    >
      {(value) => {
        const rules = readRules(value) ?? [];
        return (
          <div ref={holder} style={{ display: 'grid', gap: 12 }}>
            {rules.length === 0 ? (
              <Text size="xs" c="dimmed">
                {t(
                  'None. The usual: 429, 503 and refused connections are tried again, other errors where that is safe.',
                )}
              </Text>
            ) : null}
            {keys.of(rules.length).map((key, position) => (
              <RetryRuleFields
                key={key}
                setting={setting}
                rule={rules[position] ?? newRule()}
                position={position}
                last={rules.length - 1}
                onChange={(rule, part) => setting.setValue(rules.with(position, rule), `${position}.${part}`)}
                onMove={(by) => move(rules, position, by)}
                onRemove={() => {
                  keys.remove(position);
                  setRules(rules.toSpliced(position, 1));
                  focus('[data-add]');
                }}
              />
            ))}
            <div>
              <Button
                size="compact-sm"
                data-add
                data-path={setting.pathOf('')}
                disabled={rules.length >= mostRules}
                leftSection={<IconPlus size={13} aria-hidden />}
                onClick={() => {
                  setRules([...rules, newRule()]);
                  focus(`[data-rule="${rules.length}"] input`);
                }}
              >
                {t('Add a rule')}
              </Button>
            </div>
          </div>
        );
      }}
    </SettingSection>
  );
}
