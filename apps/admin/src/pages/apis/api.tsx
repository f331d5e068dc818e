/** One API: request line, tabs, try-it; also the form of a new one. */
import { useState } from 'react';
import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  List,
  Menu,
  Select,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconDots, IconLock, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery, createApi, deleteApi, updateApi } from '../../api/apis.js';
import { systemsQuery, usagesQuery } from '../../api/systems.js';
import type { ApiDefinition } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { ErrorNote, QueryView } from '../../kit/states.js';
import { useKeptForm } from '../../kit/use-kept-form.js';
import { dotted, useSave } from '../../kit/use-save.js';
import kit from '../../kit/kit.module.css';
import { methods } from '../labels.js';
import { jsonFault, toBody, toForm, unresolvedVariables, type ApiForm } from './api-form.js';
import { DeliveryTab, PagingTab, RequestTab, ResponseTab, SampleRequestTab } from './api-tabs.js';
import { TryIt } from './try-it.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function ApiPage() {
  const { t } = useTranslation();
  const { projectId = '', apiId = '' } = useRouteParams();
  const { system } = useRouteSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isNew = apiId === 'new';
  const api = useQuery({ ...apiQuery(projectId, apiId), enabled: !isNew });
  const usages = useQuery({ ...usagesQuery(projectId, 'apis', apiId), enabled: !isNew });
  const [deleting, setDeleting] = useState(false);
  const save = (
    <Button variant="filled" type="submit" form="api-form">
      {t('Save API')}
    </Button>
  );
  const crumbs = [{ label: t('APIs'), to: paths.apis(projectId) }];
  if (isNew) {
    return (
      <Page title={t('New API')} crumbs={crumbs} actions={save}>
        <ApiEditor key="new" project={projectId} system={system} />
      </Page>
    );
  }
  return (
    <Page
      title={api.data?.api_name ?? t('API')}
      crumbs={crumbs}
      actions={
        <>
          <CopyAsCall call={{ method: 'GET', path: `/workspace/${projectId}/api/apis/${apiId}` }} />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('More')}>
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                c="var(--pw-bad)"
                leftSection={<IconTrash size={15} />}
                onClick={() => {
                  setDeleting(true);
                }}
              >
                {t('Delete API')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {save}
        </>
      }
    >
      <QueryView query={api}>
        {(value) => (
          <ApiEditor
            key={value.api_id}
            project={projectId}
            api={value}
            usedBy={
              <Section title={t('Used by')}>
                {usages.data?.length ? (
                  <List size="sm">
                    {usages.data.map((usage) => (
                      <List.Item key={usage.resource_id}>
                        {usage.resource_type === 'flow' ? (
                          <Anchor size="sm" component={Link} to={paths.flow(projectId, usage.resource_id)}>
                            {usage.name}
                          </Anchor>
                        ) : (
                          usage.name
                        )}
                      </List.Item>
                    ))}
                  </List>
                ) : (
                  <Text c="dimmed">{t('No flow calls it yet.')}</Text>
                )}
              </Section>
            }
          />
        )}
      </QueryView>
      <Confirm
        opened={deleting && !usages.isLoading}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: api.data?.api_name })}
        text={t('Its samples are deleted with it.')}
        action={t('Delete API')}
        usages={usages.data}
        run={async () => {
          await deleteApi(projectId, apiId);
          await navigate({ to: paths.apis(projectId) });
          await client.invalidateQueries({ queryKey: ['p', projectId] });
        }}
      />
    </Page>
  );
}

interface ApiEditorProps {
  project: string;
  api?: ApiDefinition;
  system?: string | undefined;
  usedBy?: React.ReactNode;
}

/** Members whose form field has another name. */
const formPaths: Record<string, string> = {
  'sample_request.body': 'sample_body',
  'pagination.kind': 'pagination_kind',
};

function ApiEditor({ project, api, system, usedBy }: ApiEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const systems = useQuery(systemsQuery(project));
  const [tab, setTab] = useState<string | null>(
    api ? (api.method === 'GET' ? 'response' : 'sample') : 'request',
  );
  const json = (text: string) => jsonFault(text);
  const form = useForm<ApiForm>({
    initialValues: toForm(api, system),
    validate: {
      api_name: (value) => (value.trim() === '' ? t('Give the API a name.') : null),
      system_id: (value) => (value === '' ? t('Choose a system.') : null),
      path: (value) =>
        value.trim() === '' || /^https?:/i.test(value) ? t('Give a path below the base URL.') : null,
      sample_body: (value, values) => (values.body_type === 'json' ? json(value) : null),
      sample_response: json,
      incremental: json,
      batch: json,
      lookup: json,
      timeouts: json,
      success_when: json,
      retry: json,
    },
  });
  const kept = useKeptForm({
    form,
    id: `api ${project} ${api?.api_id ?? 'new'}`,
    savedAt: api?.updated_at,
  });
  const persist = (values: ApiForm) => {
    const body = toBody(values);
    if (!api) return createApi(project, body);
    // An API stays with its system: its samples and the flows that call it are of that system.
    const { system_id: _system, ...changes } = body;
    return updateApi(project, api.api_id, changes);
  };
  const { submit, saving, error } = useSave({
    form,
    toFormPath: (field) => formPaths[field] ?? dotted(field),
    message: t('API saved.'),
    save: persist,
    onSaved: (saved) => {
      void client.invalidateQueries({ queryKey: ['p', project, 'apis'] });
      if (!api) void navigate({ to: paths.api(project, saved.api_id), replace: true });
    },
  });
  const beforeSend = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false;
    if (form.isDirty()) {
      const values = form.getValues();
      await persist(values);
      form.resetDirty(values);
      notifications.show({ message: t('API saved.'), color: 'green' });
      await client.invalidateQueries({ queryKey: ['p', project, 'apis'] });
    }
    return true;
  };
  // A sample taken by "Use as sample response" comes back from the service while the form is open.
  const stored = toForm(api, system).sample_response;
  const [shownSample, setShownSample] = useState(stored);
  if (stored !== shownSample) {
    setShownSample(stored);
    form.setFieldValue('sample_response', stored);
    form.resetDirty({ ...form.getValues(), sample_response: stored });
  }
  const ofSystem = systems.data?.rows.find((row) => row.system_id === form.values.system_id);
  const baseUrl = ofSystem?.base_url ?? '';
  const inputNames = ofSystem?.credential_inputs.map((input) => input.name) ?? [];
  const unresolved = unresolvedVariables(form.values, inputNames);
  return (
    <div className={kit.wideColumns}>
      <form id="api-form" onSubmit={submit} noValidate>
        <Stack>
          {kept}
          {error ? <ErrorNote error={error} /> : null}
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
              <Tabs.List px="xs" pt={4}>
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
                <Tabs.Panel value="paging">
                  <PagingTab form={form} />
                </Tabs.Panel>
                <Tabs.Panel value="delivery">
                  <DeliveryTab form={form} />
                </Tabs.Panel>
              </div>
            </Tabs>
          </Section>
        </Stack>
      </form>
      <Stack className={kit.side ?? ''}>
        {api ? (
          <TryIt project={project} api={api} beforeSend={beforeSend} unresolved={unresolved} />
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
