/** The settings of the chosen step. Only APIs of enabled systems and handlers of this flow can be chosen. */
import type { ReactNode } from 'react';
import { Accordion, Button, Group, MultiSelect, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiCallHandler, ApiDefinition, Handler, MappingHandler, System } from '../../api/types.js';
import { Note } from '../../kit/note.js';
import { ConditionField } from '../conditions/condition-field.js';
import classes from './flow.module.css';
import { isAllowed, type Issue } from './issues.js';
import { options } from '../../pages/labels.js';
import { isCall } from './model.js';
import { onMissing, stepWords } from './words.js';

/** The records of a source's samples, as a condition reads them. */
export interface ConditionSource {
  paths: string[];
  /** What is told of a path that no sample has. */
  doubtOf: (path: string) => string | null;
}

interface StepPanelProps {
  handler: Handler;
  handlers: Handler[];
  apis: ApiDefinition[];
  systems: System[];
  issues: Issue[];
  /** Says in which pipes fields of the step's mapping are gone. */
  drift: ReactNode;
  /** The records that a condition of the step is about. */
  records: ConditionSource;
  onChange: (change: Partial<ApiCallHandler> | Partial<MappingHandler>, group?: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onNewApi: () => void;
}

export function StepPanel(props: StepPanelProps) {
  const { handler, handlers, issues, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const position = handlers.indexOf(handler);
  return (
    <Stack gap="sm">
      <Title order={2}>{isCall(handler) ? t('API Call Handler') : t('Mapping Handler')}</Title>
      {issues.map((issue) => (
        <Note key={issue.code} tone="bad">
          {t(issue.message)}
        </Note>
      ))}
      {props.drift}
      <TextInput
        maxLength={200}
        label={t('Name')}
        value={handler.handler_name}
        onChange={(event) => {
          onChange({ handler_name: event.currentTarget.value }, 'name');
        }}
      />
      {isCall(handler) ? (
        <CallFields {...props} handler={handler} />
      ) : (
        <MappingFields {...props} handler={handler} />
      )}
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          leftSection={<IconArrowUp size={14} />}
          disabled={position === 0}
          onClick={() => {
            onMove(-1);
          }}
        >
          {t('Up')}
        </Button>
        <Button
          size="xs"
          leftSection={<IconArrowDown size={14} />}
          disabled={position === handlers.length - 1}
          onClick={() => {
            onMove(1);
          }}
        >
          {t('Down')}
        </Button>
        <Button size="xs" c="var(--pw-bad)" leftSection={<IconTrash size={14} />} onClick={onRemove}>
          {t('Remove step')}
        </Button>
      </Group>
    </Stack>
  );
}

function CallFields({
  handler,
  handlers,
  apis,
  systems,
  records,
  onChange,
  onNewApi,
}: StepPanelProps & { handler: ApiCallHandler }) {
  const { t } = useTranslation();
  const groups = systems
    .map((system) => ({
      group: system.system_name,
      items: apis
        .filter((api) => api.system_id === system.system_id && isAllowed(api, systems))
        .map((api) => ({ value: api.api_id, label: `${api.method} ${api.api_name}` })),
    }))
    .filter((group) => group.items.length > 0);
  const hasEarlierRead = handlers.indexOf(handler) > 0;
  return (
    <>
      <Select
        label={t('API')}
        description={t('Of an enabled system; a new API is here at once.')}
        searchable
        allowDeselect={false}
        data={groups}
        nothingFoundMessage={t('No API yet')}
        value={handler.api_id}
        onChange={(api_id) => {
          onChange({ api_id });
        }}
      />
      <div>
        <Button size="compact-xs" onClick={onNewApi}>
          {t('New API')}
        </Button>
      </div>
      <Select
        label={t(stepWords.on_error.label)}
        allowDeselect={false}
        data={options(stepWords.on_error.words, t)}
        value={handler.on_error ?? 'continue'}
        onChange={(on_error) => {
          onChange({ on_error: on_error as ApiCallHandler['on_error'] });
        }}
      />
      <Accordion
        multiple
        variant="contained"
        classNames={{ label: classes.small ?? '' }}
        defaultValue={[...(handler.when ? ['when'] : []), ...(handler.join ? ['join'] : [])]}
      >
        <Accordion.Item value="when">
          <Accordion.Control>{t('Only when')}</Accordion.Control>
          <Accordion.Panel>
            <ConditionField
              label={t('Condition on the record')}
              paths={records.paths}
              doubtOf={records.doubtOf}
              value={handler.when ?? null}
              onChange={(when, group) => onChange({ when }, group && `when-${group}`)}
            />
          </Accordion.Panel>
        </Accordion.Item>
        {hasEarlierRead ? (
          <Accordion.Item value="join">
            <Accordion.Control>{t('Join with an earlier list')}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <Text size="xs" c="dimmed">
                  {t('A second list is read once per run and looked up by key. Both paths empty: no join.')}
                </Text>
                <TextInput
                  label={t('Path in the earlier record')}
                  classNames={{ input: 'mono' }}
                  value={handler.join?.left_path ?? ''}
                  onChange={(event) => {
                    onChange(
                      { join: joinOf({ ...handler.join, left_path: event.currentTarget.value }) },
                      'left',
                    );
                  }}
                />
                <TextInput
                  label={t('Path in this list')}
                  classNames={{ input: 'mono' }}
                  value={handler.join?.right_path ?? ''}
                  onChange={(event) => {
                    onChange(
                      { join: joinOf({ ...handler.join, right_path: event.currentTarget.value }) },
                      'right',
                    );
                  }}
                />
                <Select
                  label={t('Without a match')}
                  allowDeselect={false}
                  data={options(onMissing, t)}
                  value={handler.join?.on_missing ?? 'null'}
                  onChange={(on_missing) => {
                    onChange({ join: joinOf({ ...handler.join, on_missing: on_missing ?? 'null' }) });
                  }}
                />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ) : null}
      </Accordion>
    </>
  );
}

function joinOf(join: Partial<NonNullable<ApiCallHandler['join']>>): ApiCallHandler['join'] {
  const { left_path = '', right_path = '', on_missing = 'null' } = join;
  return left_path === '' && right_path === '' ? null : { left_path, right_path, on_missing };
}

function MappingFields({ handler, handlers, onChange }: StepPanelProps & { handler: MappingHandler }) {
  const { t } = useTranslation();
  const calls = handlers
    .filter(isCall)
    .map((call) => ({ value: call.handler_id, label: call.handler_name || call.handler_id }));
  return (
    <>
      <MultiSelect
        label={t('Sources')}
        description={t('API Call Handlers of this flow. Their sample responses are the source fields.')}
        data={calls}
        value={handler.source_handler_ids}
        onChange={(source_handler_ids) => {
          onChange({ source_handler_ids });
        }}
      />
      <Select
        label={t('Destination')}
        description={t('An API Call Handler of this flow. Its sample request gives the destination fields.')}
        data={calls}
        value={handler.destination_handler_id}
        onChange={(destination_handler_id) => {
          onChange({ destination_handler_id });
        }}
      />
      <Text size="xs" c="dimmed">
        {t('The fields are linked in each pipe of this flow, on its mapping node.')}
      </Text>
    </>
  );
}
