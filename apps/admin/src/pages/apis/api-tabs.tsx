/** The tabs of the API editor for what is sent and what is answered. */
import { useMemo } from 'react';
import { Autocomplete, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PairField } from '../../kit/pair-field.js';
import { bodyTypes, options } from '../labels.js';
import { JsonField } from './json-field.js';
import { MoreSamples } from './more-samples.js';
import { listPaths, pathParameters, readJson, type ApiForm } from './api-form.js';

type TabProps = { form: UseFormReturnType<ApiForm> };

/** How the form finds a field that is no input of its own. */
const pathOf = (form: TabProps['form'], name: keyof ApiForm): string => {
  const input: Record<string, unknown> = { ...form.getInputProps(name) };
  return String(input['data-path']);
};

export function RequestTab({ form }: TabProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <PairField
        form={form}
        name="query_parameters"
        label={t('Query parameters on every call')}
        help={t('{{input}} reads an input of the credential.', {
          input: '{{inputs.<name>}}',
          interpolation: { skipOnVariables: true },
        })}
      />
      <PairField form={form} name="headers" label={t('Headers on every call')} />
      <Textarea label={t('Description')} autosize minRows={2} {...form.getInputProps('description')} />
      <Switch
        label={t('Enabled')}
        checked={form.values.status === 'enabled'}
        onChange={(event) => {
          form.setFieldValue('status', event.currentTarget.checked ? 'enabled' : 'disabled');
        }}
      />
    </Stack>
  );
}

export function SampleRequestTab({ form }: TabProps) {
  const { t } = useTranslation();
  const missing = pathParameters(form.values.path).filter(
    (name) => !form.values.sample_path.some(([key]) => key === name),
  );
  return (
    <Stack>
      <Text c="dimmed">
        {t('The fields of the sample request are the destination fields of a mapping to this API.')}
      </Text>
      <Select
        label={t('Body')}
        maw={240}
        allowDeselect={false}
        data={options(bodyTypes, t)}
        {...form.getInputProps('body_type')}
      />
      {form.values.body_type === 'none' ? null : (
        <JsonField
          label={t('Sample body')}
          value={form.values.sample_body}
          error={form.errors.sample_body}
          dataPath={pathOf(form, 'sample_body')}
          height={260}
          language={form.values.body_type === 'json' ? 'json' : 'text'}
          onChange={(text) => {
            form.setFieldValue('sample_body', text);
          }}
        />
      )}
      <PairField
        form={form}
        name="sample_path"
        label={t('Path parameters')}
        {...(missing.length > 0
          ? { help: t('The path names {{names}}.', { names: missing.join(', ') }) }
          : {})}
      />
      <PairField form={form} name="sample_query" label={t('Query parameters that a mapping may fill')} />
      <PairField form={form} name="sample_headers" label={t('Headers that a mapping may fill')} />
    </Stack>
  );
}

export function ResponseTab({ form }: TabProps) {
  const { t } = useTranslation();
  const text = form.values.sample_response;
  const lists = useMemo(() => listPaths(readJson(text)), [text]);
  return (
    <Stack>
      <Text c="dimmed">
        {t('The fields of the sample response are the source fields of a mapping from this API.')}{' '}
        {form.values.sample_response.trim() === ''
          ? t('Send the API to get one, or paste one.')
          : t('To renew it, send the API and use its answer.')}
      </Text>
      <JsonField
        label={t('Sample response')}
        value={form.values.sample_response}
        error={form.errors.sample_response}
        dataPath={pathOf(form, 'sample_response')}
        height={300}
        onChange={(text) => {
          form.setFieldValue('sample_response', text);
        }}
      />
      <MoreSamples form={form} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Autocomplete
          label={t('Records are in')}
          description={t('Empty: the answer is one record. $: the answer is the list.')}
          data={lists}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('records_path')}
        />
        <TextInput
          label={t('Record key')}
          description={t('Identifies a record; several separated by commas.')}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('record_key')}
        />
        <TextInput
          label={t('Version or change time')}
          description={t('An older record than the delivered one is skipped.')}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('version_path')}
        />
      </SimpleGrid>
    </Stack>
  );
}
