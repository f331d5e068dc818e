/** What an answer means, what is tried again, and how records are written. */
import { useId } from 'react';
import { Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../../editors/conditions/condition-field.js';
import kit from '../../kit/kit.module.css';
import { answerPaths, jsonText, readJson, type ApiForm } from './api-form.js';
import settings from './settings/settings.module.css';
import { LookupApiField } from './settings/lookup-api-field.js';
import { ObjectSettingFields } from './settings/object-setting.js';
import { RetrySetting } from './settings/retry-setting.js';

interface DeliveryTabProps {
  form: UseFormReturnType<ApiForm>;
  project: string;
}

export function DeliveryTab({ form, project }: DeliveryTabProps) {
  const { t } = useTranslation();
  const { success_when: success, system_id: system } = form.values;
  return (
    <Stack className={kit.form ?? ''}>
      <ConditionField
        label={t('Success when')}
        help={t('A condition on the answer, such as @response.body.ok is true. Empty: any 2xx.')}
        paths={answerPaths}
        value={readJson(success) ?? null}
        onChange={(value) => form.setFieldValue('success_when', jsonText(value))}
        asText={{
          text: success,
          onText: (text) => form.setFieldValue('success_when', text),
          error: form.errors.success_when,
          dataPath: 'success_when',
        }}
      />
      <RetrySetting form={form} />
      <ObjectSettingFields
        form={form}
        name="timeouts"
        title={t('Time-outs')}
        columns={3}
        on={t('Shorter than the usual ones, for each call.')}
        off={t('The usual ones: 5 s to connect, 30 s without data, 120 s for the whole call.')}
      />
      <WriteFields form={form} />
      <ObjectSettingFields
        form={form}
        name="lookup"
        title={t('Look-up')}
        on={t('A GET asks whether a record arrived, before it is sent again.')}
        off={t('Nothing is asked before a record is sent again.')}
        own={{ api_id: (props) => <LookupApiField {...props} project={project} system={system} /> }}
      />
      <ObjectSettingFields
        form={form}
        name="batch"
        title={t('Batch')}
        on={t('Several records go in one request.')}
        off={t('One request for each record.')}
      />
    </Stack>
  );
}

/** How a record that was sent is known again, and what is done when nobody knows whether it arrived. */
function WriteFields({ form }: { form: UseFormReturnType<ApiForm> }) {
  const { t } = useTranslation();
  const id = useId();
  const { on_unknown: onUnknown } = form.values;
  return (
    <section className={settings.setting} aria-labelledby={id}>
      <Text id={id} fw={600}>
        {t('Writes')}
      </Text>
      <div className={settings.grid}>
        <TextInput
          label={t('Idempotency header')}
          description={t('By it the system recognises a repeated request. Empty: none is sent.')}
          placeholder={t('such as {{example}}', { example: 'Idempotency-Key' })}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('idempotency_header')}
        />
        <Select
          label={t('When the outcome is unknown')}
          description={t(
            'After a lost answer or a crash. By the method: sent again where that is safe, else held for a person.',
          )}
          allowDeselect={false}
          data={[
            { value: '', label: t('Told by the method') },
            { value: 'resend', label: t('Send again') },
            { value: 'lookup', label: t('Look it up') },
            { value: 'hold', label: t('Hold for a person') },
          ]}
          data-path="on_unknown"
          value={onUnknown}
          error={form.errors.on_unknown}
          onChange={(value) => {
            form.setFieldValue('on_unknown', value ?? '');
            form.clearFieldError('lookup');
          }}
        />
        <Switch
          className={settings.whole ?? ''}
          label={t('Repeat writes after server errors')}
          description={t(
            '500, 502, 504 and 520 to 529, also where the method is not safe to repeat. Off: the outcome is unknown then.',
          )}
          {...form.getInputProps('retry_unsafe', { type: 'checkbox' })}
        />
      </div>
    </section>
  );
}
