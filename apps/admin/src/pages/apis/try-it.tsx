/** Sends the API with a connection and shows what the system answered; the answer can become the sample. */
import { useState } from 'react';
import { Button, Group, Select, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CheckedPagingDto, TryApiDto } from '#sdk';
import { checkPaging, tryApi } from '../../api/apis.js';
import { credentialsQuery, isMade } from '../../api/systems.js';
import { isMembers, jsonOrText, toWire } from '../../api/json.js';
import type { ApiDefinition, Dictionary, Json, TryResult, Usage } from '../../api/types.js';
import { formatDuration } from '../../i18n/format.js';
import { Confirm } from '../../kit/confirm.js';
import { JsonEditor } from '../../kit/json-editor.js';
import { Note } from '../../kit/note.js';
import { Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import kit from '../../kit/kit.module.css';
import { wordsOf } from '../labels.js';
import { pathParameters, type ApiForm } from './api-form.js';
import { PagingResult } from './paging-result.js';
import { mostSamples } from './more-samples.js';
import { newFields } from './sample-drift.js';
import { useReplaceSample } from './use-replace-sample.js';

interface SampleRequest {
  path?: Dictionary;
  query?: Dictionary;
  body?: Json;
}
const sampleOf = ({ sample_request: sample }: ApiDefinition): SampleRequest =>
  isMembers(sample) ? sample : {};

interface TryItProps {
  project: string;
  api: ApiDefinition;
  /** The API as it is shown, saved; throws why it cannot be. */
  current: () => Promise<ApiDefinition>;
  /** What the form says now, and what is sent once it is saved. */
  shown: Pick<ApiForm, 'method' | 'path' | 'sample_path'>;
  /** What is shown is not saved: the service calls only a saved API. */
  isChanged: boolean;
  /** Keeps the very answer that is shown, not another one of a second call. */
  keepSample: (answer: Json, isOneMore: boolean) => Promise<void>;
  /** What calls the API. */
  usages: Usage[];
  /** The sample response was typed into and is not saved. */
  isSampleTyped: boolean;
  /** Variables that nothing fills in: while there is one, nothing is sent. */
  unresolved: string[];
}

export function TryIt(props: TryItProps) {
  const { project, api, current, shown, isChanged, keepSample, usages, isSampleTyped, unresolved } = props;
  const { t } = useTranslation();
  const credentials = useQuery(credentialsQuery(project, api.system_id));
  const usable = (credentials.data?.rows ?? []).filter(isMade);
  const [chosen, setChosen] = useState<string | null>(null);
  const credential = chosen ?? usable.find((row) => row.status === 'connected')?.credential_id ?? null;
  const [path, setPath] = useState<Record<string, string>>({});
  const [isAsking, setIsAsking] = useState(false);
  const parameters = pathParameters(shown.path);
  const samplePath = Object.fromEntries(shown.sample_path);
  const unfilled = parameters.filter((name) => !(path[name] ?? samplePath[name] ?? ''));
  // what was typed for a parameter that the path does not name any more is not sent
  const typedPath = Object.fromEntries(Object.entries(path).filter(([name]) => parameters.includes(name)));
  const nothingFills = [...unresolved, ...unfilled.map((name) => `{${name}}`)];
  const body = (saved: ApiDefinition): TryApiDto => {
    const request = sampleOf(saved);
    return {
      ...(credential ? { credential_id: credential } : {}),
      ...(parameters.length > 0 ? { path: { ...request.path, ...typedPath } } : {}),
      ...(request.query ? { query: request.query } : {}),
      ...(saved.method !== 'GET' && request.body !== undefined && request.body !== null
        ? { body: toWire(request.body) }
        : {}),
    };
  };
  const send = useAction<void, TryResult>({
    quiet: true,
    run: async () => tryApi(project, api.api_id, body(await current())),
  });
  const replacing = useReplaceSample({ project, api, usages, isSampleTyped, keepSample });
  const useAsSample = replacing.action;
  const addAsSample = useAction<Json>({
    quiet: true,
    message: t('The answer is one more sample response.'),
    run: (kept) => keepSample(kept, true),
    refresh: [['p', project, 'apis']],
  });
  const paging = useAction<void, CheckedPagingDto>({
    quiet: true,
    run: async () => {
      const saved = await current();
      const { path: parts, query } = body(saved);
      return checkPaging(project, saved.api_id, {
        ...(credential ? { credential_id: credential } : {}),
        ...(parts ? { path: parts } : {}),
        ...(query ? { query } : {}),
      });
    },
  });
  const answer = send.data?.response;
  const writes = shown.method !== 'GET' && shown.method !== 'HEAD';
  const samples = [api.sample_response, ...(api.more_sample_responses ?? [])];
  const fresh = answer && api.sample_response ? newFields(samples, answer.body) : [];
  return (
    <Section
      title={t('Try it')}
      help={writes ? t('This sends a real write to the system.') : t('Sends it once, now.')}
      actions={
        <Button
          leftSection={<IconPlayerPlay size={15} />}
          loading={send.isPending}
          // sent before the connections are known it would go without one
          disabled={nothingFills.length > 0 || credentials.isPending}
          onClick={() => {
            if (writes) setIsAsking(true);
            else send.mutate();
          }}
        >
          {isChanged ? t('Save and send') : t('Send')}
        </Button>
      }
    >
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Send {{method}} {{path}} now?', { method: shown.method, path: shown.path })}
        text={t(
          'It is a real write with the sample request: what it makes or changes in the system stays there.',
        )}
        action={t('Send')}
        plain
        run={() => {
          send.mutate();
          return Promise.resolve();
        }}
      />
      {replacing.question}
      <Stack gap="sm">
        <Select
          label={t('Connection')}
          placeholder={usable.length === 0 ? t('None: add one on the credentials page') : t('Choose')}
          data={usable.map((row) => ({ value: row.credential_id, label: row.credential_name }))}
          value={credential}
          onChange={setChosen}
        />
        {parameters.map((name) => (
          <TextInput
            key={name}
            label={t('Path parameter {{name}}', { name })}
            classNames={{ input: 'mono' }}
            value={path[name] ?? samplePath[name] ?? ''}
            onChange={(event) => {
              setPath({ ...path, [name]: event.currentTarget.value });
            }}
          />
        ))}
        {isChanged ? (
          <Text size="xs" c="var(--pw-warn)">
            {t('Your changes are saved first: the pipes that call this API use them from their next run on.')}
          </Text>
        ) : null}
        {nothingFills.length > 0 ? (
          <Note
            tone="warn"
            live
            title={t('Nothing fills in {{names}}', { names: nothingFills.join(', ') })}
          />
        ) : null}
        {send.isError ? <ErrorNote error={send.error} /> : null}
        {wordsOf(send.data?.error) ? (
          <Note tone="bad" live title={answer ? t('The answer cannot be read') : t('No answer')}>
            {wordsOf(send.data?.error)}
          </Note>
        ) : null}
        {answer ? (
          <>
            <Group justify="space-between">
              <Group gap="xs">
                <StateBadge tone={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</StateBadge>
                <Text size="xs" c="dimmed">
                  {formatDuration(answer.duration_ms)}
                </Text>
              </Group>
              {answer.status < 400 && !send.data?.error ? (
                <Button
                  size="xs"
                  loading={useAsSample.isPending}
                  onClick={() => {
                    useAsSample.mutate(answer.body);
                  }}
                >
                  {t('Use as sample response')}
                </Button>
              ) : null}
            </Group>
            {[useAsSample, addAsSample].map((keep, position) =>
              keep.isError ? (
                <ErrorNote key={position} error={keep.error} onRetry={() => keep.mutate(keep.variables)} />
              ) : null,
            )}
            {fresh.length > 0 ? (
              <Note tone="warn" title={t('The sample has drifted')}>
                {t('The answer holds fields that the sample response does not: {{fields}}', {
                  fields: fresh.slice(0, 5).join(', '),
                })}{' '}
                {samples.length <= mostSamples ? (
                  <Button
                    size="compact-xs"
                    loading={addAsSample.isPending}
                    onClick={() => addAsSample.mutate(answer.body)}
                  >
                    {t('Add it as one more sample')}
                  </Button>
                ) : null}
              </Note>
            ) : null}
            <Tabs defaultValue="body">
              <Tabs.List>
                <Tabs.Tab value="body">{t('Answer')}</Tabs.Tab>
                <Tabs.Tab value="headers">{t('Headers')}</Tabs.Tab>
                <Tabs.Tab value="request">{t('Request')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="body" pt="xs">
                <JsonEditor
                  label={t('Answer')}
                  value={jsonOrText(answer.body, 2)}
                  readOnly
                  height={320}
                  language={typeof answer.body === 'string' ? 'text' : 'json'}
                />
              </Tabs.Panel>
              <Tabs.Panel value="headers" pt="xs">
                <pre className={kit.code} tabIndex={0}>
                  {Object.entries(answer.headers)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </pre>
              </Tabs.Panel>
              <Tabs.Panel value="request" pt="xs">
                <pre className={kit.code} tabIndex={0}>
                  {jsonOrText(send.data?.request, 2)}
                </pre>
              </Tabs.Panel>
            </Tabs>
          </>
        ) : null}
        {api.pagination && api.pagination.kind !== 'none' ? (
          <div>
            <Button
              size="xs"
              loading={paging.isPending}
              disabled={nothingFills.length > 0}
              onClick={() => {
                paging.mutate();
              }}
            >
              {isChanged ? t('Save and check paging') : t('Check paging')}
            </Button>
            {paging.isError ? <ErrorNote error={paging.error} /> : null}
            {paging.data ? <PagingResult result={paging.data} /> : null}
          </div>
        ) : null}
      </Stack>
    </Section>
  );
}
