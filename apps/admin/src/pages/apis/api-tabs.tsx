/** The tabs of the API editor. */
import { useMemo } from 'react';
import {
  Autocomplete,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ConditionField } from '../../editors/conditions/condition-field.js';
import { KeyValues } from '../../kit/key-values.js';
import { bodyTypes, options, pagingKinds } from '../labels.js';
import { JsonField } from './json-field.js';
import {
  jsonFault,
  jsonOf,
  jsonText,
  listPaths,
  pagingFields,
  pagingLimits,
  pathParameters,
  type ApiForm,
} from './api-form.js';

type TabProps = { form: UseFormReturnType<ApiForm> };

/** How the form finds a field that is no input of its own. */
const pathOf = (form: TabProps['form'], name: keyof ApiForm): string => {
  const input: Record<string, unknown> = { ...form.getInputProps(name) };
  return String(input['data-path']);
};

function PairField({
  form,
  name,
  label,
  help,
}: TabProps & {
  name: 'query_parameters' | 'headers' | 'sample_path' | 'sample_query' | 'sample_headers';
  label: string;
  help?: string;
}) {
  return (
    <KeyValues
      label={label}
      {...(help === undefined ? {} : { help })}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => {
        form.setFieldValue(name, value);
      }}
    />
  );
}

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
  const lists = useMemo(() => (jsonFault(text) === null ? listPaths(jsonOf(text)) : []), [text]);
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

export function PagingTab({ form }: TabProps) {
  const { t } = useTranslation();
  const kind = form.values.pagination_kind;
  const set = (name: string, value: string | number) => {
    form.setFieldValue('pagination', { ...form.getValues().pagination, [name]: value });
  };
  const field = ({ name, label, type }: { name: string; label: string; type: 'text' | 'number' }) =>
    type === 'number' ? (
      <NumberInput
        key={name}
        label={t(label)}
        min={0}
        value={(form.values.pagination[name] as number | undefined) ?? ''}
        error={form.errors[`pagination.${name}`]}
        onChange={(value) => {
          set(name, value);
        }}
      />
    ) : (
      <TextInput
        key={name}
        label={t(label)}
        classNames={{ input: 'mono' }}
        value={(form.values.pagination[name] as string | undefined) ?? ''}
        error={form.errors[`pagination.${name}`]}
        onChange={(event) => {
          set(name, event.currentTarget.value);
        }}
      />
    );
  return (
    <Stack>
      <Select
        label={t('Paging')}
        maw={320}
        allowDeselect={false}
        data={options(pagingKinds, t)}
        value={kind}
        onChange={(value) => {
          const next = value ?? 'none';
          const presets = Object.fromEntries(
            (pagingFields[next] ?? []).flatMap((entry) =>
              entry.preset === undefined ? [] : [[entry.name, entry.preset]],
            ),
          );
          form.setFieldValue('pagination_kind', next);
          form.setFieldValue('pagination', presets);
        }}
      />
      {kind === 'none' ? null : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {(pagingFields[kind] ?? []).map(field)}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {pagingLimits.map(field)}
          </SimpleGrid>
        </>
      )}
      <JsonField
        label={t('Only what is new')}
        help={t(
          'Incremental reading: cursor_path, parameter, format, overlap_seconds, start_at. Empty: everything is read.',
        )}
        value={form.values.incremental}
        error={form.errors.incremental}
        dataPath={pathOf(form, 'incremental')}
        height={120}
        onChange={(text) => {
          form.setFieldValue('incremental', text);
        }}
      />
    </Stack>
  );
}

/** What a condition on an answer can read. */
const answerPaths = ['@response.status', '@response.body', '@response.headers'];

export function DeliveryTab({ form }: TabProps) {
  const { t } = useTranslation();
  const json = (name: 'batch' | 'lookup' | 'timeouts' | 'retry', label: string, help: string) => (
    <JsonField
      label={label}
      help={help}
      value={form.values[name]}
      error={form.errors[name]}
      dataPath={pathOf(form, name)}
      height={110}
      onChange={(text) => {
        form.setFieldValue(name, text);
      }}
    />
  );
  return (
    <Stack>
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
          value={form.values.on_unknown === '' ? null : form.values.on_unknown}
          onChange={(value) => {
            form.setFieldValue('on_unknown', value ?? '');
          }}
        />
      </SimpleGrid>
      <Switch
        label={t('Repeat writes after server errors')}
        {...form.getInputProps('retry_unsafe', { type: 'checkbox' })}
      />
      <ConditionField
        label={t('Success when')}
        help={t('A condition on the answer, such as @response.body.ok is true. Empty: any 2xx.')}
        paths={answerPaths}
        value={jsonFault(form.values.success_when) === null ? jsonOf(form.values.success_when) : null}
        onChange={(value) => form.setFieldValue('success_when', jsonText(value))}
        asText={{
          text: form.values.success_when,
          onText: (text) => form.setFieldValue('success_when', text),
          error: form.errors.success_when,
          dataPath: pathOf(form, 'success_when'),
        }}
      />
      {json(
        'retry',
        t('Retry rules'),
        t(
          'A list of {status, when, action}; the action is retry, ignore, fail, throttle, reset_paging or restart_run.',
        ),
      )}
      {json(
        'batch',
        t('Batch'),
        t('{max_records, max_bytes, path, answer}. Empty: one request for each record.'),
      )}
      {json('lookup', t('Look-up'), t('{api_id, found_path, id_path}'))}
      {json('timeouts', t('Time-outs'), t('{connect_ms, read_ms, total_ms}'))}
    </Stack>
  );
}
