/** Where the first incremental run begins: with everything, with what changes from then on, or at a value. */
import { useState } from 'react';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { jsonOrText } from '../../../api/json.js';
import type { OwnFieldProps } from './object-setting.js';

export function StartAtField({ field, value, error, dataPath, onChange, onBlur }: OwnFieldProps) {
  const { t } = useTranslation();
  const start = value.start_at ?? null;
  // What is typed stays what is typed: "now" in the field of the value becomes the choice when the field is left.
  const [isTyping, setIsTyping] = useState(false);
  const kind = isTyping ? 'value' : start === null ? 'all' : start === 'now' ? 'now' : 'value';
  const isOfIds = value.format === 'id';
  const isOfValue = kind === 'value';
  return (
    <>
      <Select
        label={t(field.label)}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('Everything') },
          // An id has no "now", but what is stored is shown.
          ...(isOfIds && kind !== 'now'
            ? []
            : [{ value: 'now', label: t('Only what changes from then on') }]),
          { value: 'value', label: t('From a value on') },
        ]}
        value={kind}
        error={isOfValue ? undefined : error}
        {...(isOfValue ? {} : { 'data-path': dataPath })}
        onBlur={isOfValue ? undefined : onBlur}
        onChange={(next) => {
          if (next !== kind) onChange(next === 'all' ? undefined : next === 'now' ? 'now' : '');
        }}
      />
      {isOfValue ? (
        <TextInput
          label={t('The value to begin at')}
          withAsterisk
          classNames={{ input: 'mono' }}
          placeholder={t('such as {{example}}', {
            example: startExamples[typeof value.format === 'string' ? value.format : 'iso'],
          })}
          value={jsonOrText(start)}
          error={error}
          data-path={dataPath}
          onFocus={() => setIsTyping(true)}
          onBlur={() => {
            setIsTyping(false);
            onBlur();
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}

const startExamples: Record<string, string> = {
  iso: '2026-01-01T00:00:00Z',
  epoch_s: '1767225600',
  epoch_ms: '1767225600000',
  id: '10000',
};
