/** The flow editor: canvas or list, step panel, undo, versions, publish, and what to do on a conflict. */
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsRightLeft,
  IconApi,
  IconDots,
  IconLayoutList,
  IconPlus,
  IconSitemap,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../api/apis.js';
import { deleteFlow, publishFlow } from '../../api/flows.js';
import { systemsQuery, usagesQuery } from '../../api/systems.js';
import type { Flow } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { FlowList } from '../../editors/flow/flow-list.js';
import {
  addCall,
  addMapping,
  issuesOf,
  moveHandler,
  removeHandler,
  tidy,
  updateHandler,
  type FlowDraft,
} from '../../editors/flow/model.js';
import type { StepFacts } from '../../editors/flow/step-card.js';
import { StepPanel } from '../../editors/flow/step-panel.js';
import { SaveState } from '../../editors/save-state.js';
import { useEditorKeys } from '../../editors/use-keys.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Note } from '../../kit/note.js';
import { Page } from '../../kit/page.js';
import { Empty, ErrorNote } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import kit from '../../kit/kit.module.css';
import classes from '../../editors/flow/flow.module.css';
import { FlowState } from './flows.js';
import { FlowVersions } from './flow-versions.js';
import { draftOf, useFlowDraft } from './use-flow-draft.js';

const FlowCanvas = lazy(() => import('../../editors/flow/flow-canvas.js'));
const nothing: never[] = [];

export function FlowEditor({ project, flow }: { project: string; flow: Flow }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { draft, edit, steps, saved, savedAt, state, failure, theirs, save, take, keepMine, published } =
    useFlowDraft(project, flow);
  const apis = useQuery({ ...apisQuery(project), refetchOnMount: 'always' });
  const systems = useQuery(systemsQuery(project)).data?.rows ?? nothing;
  const [selected, setSelected] = useState<string | null>(null);
  const [view, setView] = useState<string>(() => (window.innerWidth < 768 ? 'list' : 'canvas'));
  const [versionsOpen, setVersionsOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const usages = useQuery({ ...usagesQuery(project, 'flows', flow.flow_id), enabled: deleting });
  const issues = useMemo(() => issuesOf(draft, apis.data?.rows), [draft, apis.data]);
  const facts = useMemo((): StepFacts[] => {
    const names = new Map(draft.handlers.map((handler) => [handler.handler_id, handler.handler_name]));
    return draft.handlers.map((handler) => {
      const api =
        handler.kind === 'api_call'
          ? apis.data?.rows.find((row) => row.api_id === handler.api_id)
          : undefined;
      return {
        handler,
        api,
        system: systems.find((row) => row.system_id === api?.system_id),
        names,
        issues: issues.filter((issue) => issue.handler_id === handler.handler_id),
        selected: handler.handler_id === selected,
      };
    });
  }, [draft.handlers, apis.data, systems, issues, selected]);
  const chosen = draft.handlers.find((handler) => handler.handler_id === selected);

  const add = (make: (current: FlowDraft) => [FlowDraft, string]) => {
    const [next, id] = make(draft);
    edit(() => next);
    setSelected(id);
  };
  const publish = useAction({
    run: async () => {
      const version = await save();
      if (version === null) throw new Error(t('The draft could not be saved, so nothing was published.'));
      return publishFlow(project, flow.flow_id);
    },
    message: t('Published. Pipes use it from their next run on.'),
    refresh: [
      ['p', project, 'flows', 'list'],
      ['p', project, 'flows', flow.flow_id, 'versions'],
      ['p', project, 'pipes'],
    ],
    onDone: (answer) => {
      published(answer.version, answer.published_version);
    },
    quiet: true,
  });
  useEditorKeys({ save: () => void save(), undo: steps.undo, redo: steps.redo });
  const addMenu = (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button size="xs" variant="filled" leftSection={<IconPlus size={14} />}>
          {t('Add step')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Item
          leftSection={<IconArrowsRightLeft size={15} color="var(--pw-kind-mapping)" />}
          onClick={() => {
            add(addMapping);
          }}
        >
          {t('Mapping')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('API call')}</Menu.Label>
        {(apis.data?.rows ?? nothing).map((api) => (
          <Menu.Item
            key={api.api_id}
            leftSection={<IconApi size={15} color="var(--pw-kind-api)" />}
            onClick={() => {
              add((current) => addCall(current, api));
            }}
          >
            {api.api_name}
            <Text size="xs" c="dimmed">
              {systems.find((row) => row.system_id === api.system_id)?.system_name} · {api.method} {api.path}
            </Text>
          </Menu.Item>
        ))}
        {apis.data?.rows.length === 0 ? (
          <Menu.Item onClick={() => void navigate({ to: `${paths.apis(project)}/new` })}>
            {t('No API yet. Create one.')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Page
      flush
      title={draft.flow_name}
      crumbs={[{ label: t('Flows'), to: paths.flows(project) }]}
      badge={<FlowState flow={{ version: saved.version, published_version: saved.published }} />}
      status={<SaveState state={state} savedAt={savedAt} onRetry={() => void save()} />}
      actions={
        <>
          <Group gap={2}>
            <Tooltip label={t('Undo (Ctrl Z)')}>
              <ActionIcon aria-label={t('Undo')} disabled={!steps.canUndo} onClick={steps.undo}>
                <IconArrowBackUp size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('Redo (Shift Ctrl Z)')}>
              <ActionIcon aria-label={t('Redo')} disabled={!steps.canRedo} onClick={steps.redo}>
                <IconArrowForwardUp size={17} />
              </ActionIcon>
            </Tooltip>
          </Group>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${project}/api/flows/update/${flow.flow_id}`,
              body: { ...draft, version: saved.version },
            }}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t('More')}>
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  edit(tidy);
                }}
              >
                {t('Tidy the order')}
              </Menu.Item>
              <Menu.Item
                onClick={() => {
                  setVersionsOpen(true);
                }}
              >
                {t('Versions')}
              </Menu.Item>
              <Menu.Item
                c="var(--pw-bad)"
                leftSection={<IconTrash size={15} />}
                onClick={() => {
                  setDeleting(true);
                }}
              >
                {t('Delete flow')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            variant="filled"
            loading={publish.isPending}
            disabled={issues.length > 0 || draft.handlers.length === 0}
            onClick={() => {
              publish.mutate();
            }}
          >
            {t('Publish')}
          </Button>
        </>
      }
    >
      {theirs ? (
        <div style={{ padding: 12 }}>
          <Note
            tone="warn"
            live
            title={t('Someone else saved this flow meanwhile')}
            action={
              <Group gap="xs">
                <Button
                  size="xs"
                  onClick={() => {
                    take(theirs);
                  }}
                >
                  {t('Take theirs')}
                </Button>
                <Button size="xs" onClick={() => void keepMine()}>
                  {t('Keep mine')}
                </Button>
              </Group>
            }
          >
            <SimpleGrid cols={2} mt="xs">
              <Comparison title={t('Mine')} draft={draft} />
              <Comparison title={t('Theirs')} draft={draftOf(theirs)} />
            </SimpleGrid>
          </Note>
        </div>
      ) : null}
      {failure && !theirs ? (
        <div style={{ padding: 12 }}>
          <ErrorNote error={failure} onRetry={() => void save()} />
        </div>
      ) : null}
      {publish.isError ? (
        <div style={{ padding: 12 }}>
          <ErrorNote error={publish.error} />
        </div>
      ) : null}
      <div className={classes.layout}>
        <div className={classes.canvas}>
          <div className={classes.tools}>
            {addMenu}
            <SegmentedControl
              size="xs"
              aria-label={t('View')}
              value={view}
              onChange={setView}
              data={[
                {
                  value: 'canvas',
                  label: <ViewLabel icon={<IconSitemap size={14} aria-hidden />} text={t('Canvas')} />,
                },
                {
                  value: 'list',
                  label: <ViewLabel icon={<IconLayoutList size={14} aria-hidden />} text={t('List')} />,
                },
              ]}
            />
          </div>
          {draft.handlers.length === 0 ? (
            <Empty title={t('No steps yet')} action={addMenu}>
              {t(
                'Begin with the call that reads. Then add the call that writes, and a mapping between them.',
              )}
            </Empty>
          ) : view === 'canvas' ? (
            <Suspense fallback={<Skeleton height="100%" />}>
              <FlowCanvas steps={facts} selected={selected} onSelect={setSelected} />
            </Suspense>
          ) : (
            <FlowList
              steps={facts}
              onSelect={setSelected}
              onMove={(id, by) => {
                edit((current) => moveHandler(current, id, by));
              }}
              onRemove={(id) => {
                edit((current) => removeHandler(current, id));
              }}
            />
          )}
        </div>
        <aside className={classes.panel} aria-label={t('Settings of the step')}>
          {chosen ? (
            <StepPanel
              key={chosen.handler_id}
              handler={chosen}
              handlers={draft.handlers}
              apis={apis.data?.rows ?? nothing}
              systems={systems}
              issues={issues.filter((issue) => issue.handler_id === chosen.handler_id)}
              onChange={(change) => {
                edit((current) => updateHandler(current, chosen.handler_id, change));
              }}
              onMove={(by) => {
                edit((current) => moveHandler(current, chosen.handler_id, by));
              }}
              onRemove={() => {
                edit((current) => removeHandler(current, chosen.handler_id));
                setSelected(null);
              }}
              onNewApi={() => void navigate({ to: `${paths.apis(project)}/new` })}
            />
          ) : (
            <FlowFields
              draft={draft}
              onChange={(change) => edit((current) => ({ ...current, ...change }))}
              issues={issues.length}
            />
          )}
        </aside>
      </div>
      <FlowVersions
        project={project}
        flow={flow.flow_id}
        opened={versionsOpen}
        onClose={() => {
          setVersionsOpen(false);
        }}
        onRestored={take}
      />
      <Confirm
        opened={deleting && !usages.isLoading}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: draft.flow_name })}
        text={t('The draft and all its versions are deleted for good.')}
        action={t('Delete flow')}
        usages={usages.data}
        run={async () => {
          await deleteFlow(project, flow.flow_id);
          await navigate({ to: paths.flows(project) });
          await client.invalidateQueries({ queryKey: ['p', project] });
        }}
      />
    </Page>
  );
}

function ViewLabel({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      {icon}
      {text}
    </span>
  );
}

function FlowFields({
  draft,
  issues,
  onChange,
}: {
  draft: FlowDraft;
  issues: number;
  onChange: (change: Partial<FlowDraft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Title order={2}>{t('Flow')}</Title>
      <TextInput
        label={t('Name')}
        value={draft.flow_name}
        onChange={(event) => {
          onChange({ flow_name: event.currentTarget.value });
        }}
      />
      <Textarea
        label={t('Description')}
        autosize
        minRows={3}
        value={draft.description}
        onChange={(event) => {
          onChange({ description: event.currentTarget.value });
        }}
      />
      <Text c="dimmed" size="xs">
        {issues > 0
          ? t('{{count}} problems stand in the way of publishing.', { count: issues })
          : t('Choose a step to see its settings.')}
      </Text>
    </Stack>
  );
}

function Comparison({ title, draft }: { title: string; draft: FlowDraft }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <pre className={kit.code}>
        {draft.handlers.map((handler, position) => `${position + 1}. ${handler.handler_name}`).join('\n') ||
          '–'}
      </pre>
    </div>
  );
}
