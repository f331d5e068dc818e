/** What an answer means, what is tried again, and how records are written. */
import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../../editors/conditions/condition-field.js';
import kit from '../../kit/kit.module.css';
import { answerPaths, jsonFault, jsonOf, jsonText, type ApiForm } from './api-form.js';
import { LookupApiField } from './settings/lookup-api-field.js';
import { ObjectSettingFields } from './settings/object-setting.js';
import { RetrySetting } from './settings/retry-setting.js';

interface DeliveryTabProps {
  form: UseFormReturnType<ApiForm>;
  project: string;
}

export function DeliveryTab({ form, project }: DeliveryTabProps) {
  const { t } = useTranslation();
  const { success_when: success, system_id: system, on_unknown: onUnknown } = form.values;
  return (
    <Stack className={kit.form ?? ''}>
      <ConditionField
        label={t('Success when')}
        help={t('A condition on the answer, such as @response.body.ok is true. Empty: any 2xx.')}
        paths={answerPaths}
        value={jsonFault(success) === null ? jsonOf(success) : null}
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
        on={t('Shorter than the usual ones, for each call.')}
        off={t('The usual ones: 5 s to connect, 30 s without data, 120 s for the whole call.')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('Idempotency header')}
          description={t('The header by which the system recognises a repeated request.')}
          placeholder="Idempotency-Key"
          classNames={{ input: 'mono' }}
          {...form.getInputProps('idempotency_header')}
        />
        <Select
          label={t('When the outcome is unknown')}
          description={t('After a lost answer or a crash.')}
          clearable
          placeholder={t('Told by the method')}
          data={[
            { value: 'resend', label: t('Send again') },
            { value: 'lookup', label: t('Look it up') },
            { value: 'hold', label: t('Hold for a person') },
          ]}
          value={onUnknown === '' ? null : onUnknown}
          error={form.errors.on_unknown}
          onChange={(value) => {
            form.setFieldValue('on_unknown', value ?? '');
            form.clearFieldError('lookup');
          }}
        />
      </SimpleGrid>
      <Switch
        label={t('Repeat writes after server errors')}
        {...form.getInputProps('retry_unsafe', { type: 'checkbox' })}
      />
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
