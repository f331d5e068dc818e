/** The form of one API: request line, tabs, and the try-it beside it. */
import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { Group, Select, SimpleGrid, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createApi, getApi, updateApi } from '../../api/apis.js';
import { toWire } from '../../api/json.js';
import { systemsQuery } from '../../api/systems.js';
import type { ApiDefinition, Json, Usage } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Note } from '../../kit/note.js';
import { Section } from '../../kit/page.js';
import { ErrorNote } from '../../kit/states.js';
import { useCheckedForm } from '../../kit/use-checked-form.js';
import { useFormConflict } from '../../kit/use-form-conflict.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { dotted } from '../../kit/field-labels.js';
import { useSave } from '../../kit/use-save.js';
import { UsageLinks } from '../../kit/used-by.js';
import { useShownTab } from '../../kit/use-shown-tab.js';
import kit from '../../kit/kit.module.css';
import { methods } from '../labels.js';
import { toBody, toForm, unresolvedVariables, type ApiForm } from './api-form.js';
import { faultsOf } from './api-faults.js';
import { RequestTab, ResponseTab, SampleRequestTab } from './api-tabs.js';
import { apiWords } from './api-words.js';
import { DeliveryTab } from './delivery-tab.js';
import { PagingTab } from './paging-tab.js';
import { TurnedOffContext, useNewTurnedOff } from './settings/turned-off.js';
import { TryIt } from './try-it.js';

interface ApiEditorProps {
  project: string;
  api?: ApiDefinition;
  system?: string | undefined;
  usedBy?: React.ReactNode;
  /** What calls the API as it is saved. */
  usages?: Usage[] | undefined;
  /** Told when a save begins and when it has ended. */
  onBusy: (busy: boolean) => void;
  /** Gives the form as it is then. */
  ref: Ref<() => ApiForm>;
}

/** On which tab a field stands; the others are always seen. */
const tabOf: Record<string, string> = {
  query_parameters: 'request',
  headers: 'request',
  description: 'request',
  body_type: 'sample',
  sample_body: 'sample',
  sample_path: 'sample',
  sample_query: 'sample',
  sample_headers: 'sample',
  sample_response: 'response',
  more_sample_responses: 'response',
  records_path: 'response',
  record_key: 'response',
  version_path: 'response',
  pagination: 'paging',
  incremental: 'paging',
  batch: 'delivery',
  idempotency_header: 'delivery',
  on_unknown: 'delivery',
  retry_unsafe: 'delivery',
  lookup: 'delivery',
  timeouts: 'delivery',
  success_when: 'delivery',
  retry: 'delivery',
};

/** What the fields of mappings are told by. */
const samples = ['sample_response', 'more_sample_responses', 'sample_body', 'records_path'] as const;

/** Parts of the sample request are fields of their own. */
const formPathOf = (field: string): string =>
  dotted(field).replace(/^sample_request\.(body|path|query|headers)(?=\.|$)/, 'sample_$1');

export function ApiEditor({ project, api, system, usedBy, usages = [], onBusy, ref }: ApiEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const systems = useQuery(systemsQuery(project));
  const [tab, setTab] = useState<string | null>(
    api ? (api.method === 'GET' ? 'response' : 'sample') : 'request',
  );
  const tabs = useShownTab(tab);
  /** A fault must not stay behind a tab that is not shown. */
  const openTabOf = (fields: string[]) => {
    const tabsOfFaults = fields.map((field) => tabOf[field.split('.')[0] ?? '']);
    const first = tabsOfFaults.find((each) => each !== undefined);
    if (first !== undefined && !tabsOfFaults.includes(undefined) && !tabsOfFaults.includes(tab ?? ''))
      setTab(first);
  };
  // Once: a large sample is not written out at each key.
  const [initial] = useState(() => toForm(api, system));
  const form = useCheckedForm<ApiForm>({
    initialValues: initial,
    validate: (values) => faultsOf(values, t),
  });
  useImperativeHandle(ref, () => form.getValues, [form.getValues]);
  const turnedOff = useNewTurnedOff();
  const draftId = `api ${project} ${api?.api_id ?? 'new'}`;
  const conflict = useFormConflict({
    form,
    id: draftId,
    resource: api,
    toForm: (saved) => toForm(saved),
    toBody,
    newest: () => getApi(project, api?.api_id ?? ''),
    fields: apiWords,
    title: t('Someone else saved this API meanwhile'),
  });
  const kept = useKeptForm({
    form,
    id: draftId,
    savedAt: conflict.savedAt,
    isDirty: conflict.isDirty,
    onOld: conflict.meetOld,
    onDiscard: conflict.discard,
  });
  const persist = (values: ApiForm, key?: string) => {
    const body = toBody(values);
    if (!api) return createApi(project, body, key);
    // An API stays with its system: its samples and the flows that call it are of that system.
    const { system_id: _system, ...changes } = body;
    return updateApi(project, api.api_id, changes);
  };
  const refresh = () => client.invalidateQueries({ queryKey: ['p', project, 'apis'] });
  const { submit, saving, error } = useSave({
    form,
    keptAs: draftId,
    ready: conflict.isCurrent,
    toFormPath: formPathOf,
    labels: apiWords,
    onFaults: openTabOf,
    message: t('API saved.'),
    save: persist,
    onSaved: (saved, sent) => {
      conflict.saved(saved, sent);
      void refresh();
      if (!api) void navigate({ to: paths.api(project, saved.api_id), replace: true });
    },
  });
  useEffect(() => {
    onBusy(saving);
  }, [saving, onBusy]);
  /** Saves what is edited, so that what is sent is what is shown. Throws the reason when it cannot. */
  const current = async (saved: ApiDefinition): Promise<ApiDefinition> => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) openTabOf(Object.keys(errors));
    if (hasErrors) throw new Error(t('Save the API first: some fields are not right.'));
    if (!conflict.isDirty) return saved;
    if (!(await conflict.isCurrent())) throw new Error(t('Choose between yours and theirs first.'));
    const values = form.getValues();
    const answer = await persist(values);
    conflict.saved(answer, values);
    notifications.show({ message: t('API saved.'), color: 'green' });
    await refresh();
    return answer;
  };
  const keepSample = async (saved: ApiDefinition, sample: Json, isOneMore: boolean): Promise<void> => {
    if (!(await conflict.isCurrent())) throw new Error(t('Choose between yours and theirs first.'));
    if (isOneMore) {
      // what is typed there would give way to what is saved
      if (form.isDirty('more_sample_responses'))
        throw new Error(t('Save the API first: its further samples have changed.'));
      const newest = await getApi(project, saved.api_id);
      const samples = [...(newest.more_sample_responses ?? []), sample].map(toWire);
      const answer = await updateApi(project, saved.api_id, { more_sample_responses: samples });
      conflict.changed(answer, ['more_sample_responses']);
    } else {
      const answer = await updateApi(project, saved.api_id, { sample_response: toWire(sample) });
      conflict.changed(answer, ['sample_response']);
    }
  };
  const ofSystem = systems.data?.rows.find((row) => row.system_id === form.values.system_id);
  const baseUrl = ofSystem?.base_url ?? '';
  const inputNames = ofSystem?.credential_inputs.map((input) => input.name) ?? [];
  const changesSample = samples.some((name) => form.isDirty(name));
  const unresolved = unresolvedVariables(form.values, inputNames);
  return (
    <div className={kit.wideColumns}>
      <form id="api-form" onSubmit={submit} noValidate>
        <Stack>
          {conflict.note ?? kept}
          {error ? <ErrorNote error={error} /> : null}
          {usages.length > 0 && changesSample ? (
            <Note tone="warn" live title={t('This sample is in use')}>
              {t(
                'The mappings of what is named here are made on its fields: links of fields that you take away or rename find nothing any more.',
              )}
              <UsageLinks project={project} usages={usages} />
            </Note>
          ) : null}
          <Section>
            <Stack gap="sm">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                <TextInput label={t('Name')} withAsterisk {...form.getInputProps('api_name')} />
                <Select
                  label={t('System')}
                  withAsterisk
                  searchable
                  allowDeselect={false}
                  readOnly={api !== undefined}
                  {...(api ? { rightSection: <IconLock size={14} aria-hidden /> } : {})}
                  data={(systems.data?.rows ?? []).map((row) => ({
                    value: row.system_id,
                    label: row.system_name,
                  }))}
                  {...form.getInputProps('system_id')}
                />
              </SimpleGrid>
              <Group gap="sm" wrap="nowrap" align="end">
                <Select
                  label={t('Method')}
                  w={110}
                  data={methods}
                  allowDeselect={false}
                  {...form.getInputProps('method')}
                />
                <TextInput
                  label={t('Path')}
                  withAsterisk
                  style={{ flex: 1 }}
                  classNames={{ input: 'mono' }}
                  {...form.getInputProps('path')}
                />
              </Group>
              <Text size="xs" c={unresolved.length > 0 ? 'var(--pw-bad)' : 'dimmed'} className="mono">
                {unresolved.length > 0
                  ? t(
                      'Unknown: {{names}}. Only inputs that the system asks for can be read; Send waits until it is mended.',
                      {
                        names: unresolved.join(', '),
                      },
                    )
                  : `${form.values.method} ${baseUrl}${form.values.path.startsWith('/') ? '' : '/'}${form.values.path}`}
              </Text>
            </Stack>
          </Section>
          <Section padded={false}>
            <Tabs value={tab} onChange={setTab}>
              <Tabs.List px="xs" pt={4} ref={tabs}>
                <Tabs.Tab value="request">{t('Query and headers')}</Tabs.Tab>
                <Tabs.Tab value="sample">{t('Sample request')}</Tabs.Tab>
                <Tabs.Tab value="response">{t('Sample response')}</Tabs.Tab>
                <Tabs.Tab value="paging">{t('Paging')}</Tabs.Tab>
                <Tabs.Tab value="delivery">{t('Errors and delivery')}</Tabs.Tab>
              </Tabs.List>
              <div style={{ padding: 16 }} aria-busy={saving}>
                <Tabs.Panel value="request">
                  <RequestTab form={form} />
                </Tabs.Panel>
                <Tabs.Panel value="sample">
                  <SampleRequestTab form={form} />
                </Tabs.Panel>
                <Tabs.Panel value="response">
                  <ResponseTab form={form} />
                </Tabs.Panel>
                <TurnedOffContext value={turnedOff}>
                  <Tabs.Panel value="paging">
                    <PagingTab form={form} />
                  </Tabs.Panel>
                  <Tabs.Panel value="delivery">
                    <DeliveryTab form={form} project={project} />
                  </Tabs.Panel>
                </TurnedOffContext>
              </div>
            </Tabs>
          </Section>
        </Stack>
      </form>
      <Stack className={kit.side ?? ''}>
        {api ? (
          <TryIt
            project={project}
            api={api}
            current={() => current(api)}
            shown={form.values}
            isChanged={conflict.isDirty}
            keepSample={(sample, isOneMore) => keepSample(api, sample, isOneMore)}
            usages={usages}
            isSampleTyped={form.isDirty('sample_response')}
            unresolved={unresolved}
          />
        ) : (
          <Section title={t('Try it')}>
            <Text c="dimmed">
              {t('Save the API, then send it with a connection and keep the answer as its sample.')}
            </Text>
          </Section>
        )}
        {usedBy}
      </Stack>
    </div>
  );
}
