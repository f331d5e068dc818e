/** One pipe: its steps with mapping nodes, triggers, rules, last runs; run now and dry run. */
import { useState } from 'react';
import { Anchor, Button, List, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconPlayerPlay, IconTestPipe } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../api/apis.js';
import { flowQuery } from '../../api/flows.js';
import {
  deletePipe,
  pipeQuery,
  reconcilePipe,
  runPipe,
  setPipeEnabled,
  type RunBody,
} from '../../api/pipes.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import type { ApiCall } from '../../kit/curl.js';
import { MoreMenu } from '../../kit/more-menu.js';
import { Note } from '../../kit/note.js';
import { Page, Section } from '../../kit/page.js';
import { ErrorNote, QueryView } from '../../kit/states.js';
import { useAction } from '../../kit/use-action.js';
import kit from '../../kit/kit.module.css';
import { RunList } from '../runs/run-list.js';
import { PipeState } from '../status.js';
import { PipeSteps } from './pipe-steps.js';
import { PipeRules } from './pipe-rules.js';
import { rulesBody, rulesForm } from './pipe-rules-form.js';
import { RunOptions } from './run-options.js';
import { OpenErrors } from './open-errors.js';
import { Triggers } from './triggers.js';
import { useRouteParams } from '../../app/route.js';

/** What keeps a pipe from a run is told by the names of its steps. */
const namedInWords = (): string => '';

export function PipePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { projectId = '', pipeId = '' } = useRouteParams();
  const pipe = useQuery({ ...pipeQuery(projectId, pipeId), refetchInterval: 10_000 });
  const flow = useQuery({
    ...flowQuery(projectId, pipe.data?.flow_id ?? ''),
    enabled: pipe.data !== undefined,
  });
  const apis = useQuery(apisQuery(projectId)).data?.rows ?? [];
  const [deleting, setDeleting] = useState(false);
  const [asking, setAsking] = useState(false);
  const trigger = (body: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${projectId}/api/pipes/${pipeId}/triggers/create`,
    body,
  });
  const post = (action: string, body?: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${projectId}/api/pipes/${action}/${pipeId}`,
    body,
  });
  const refresh = [
    ['p', projectId, 'pipes'],
    ['p', projectId, 'runs'],
  ];
  const start = async (body: RunBody) => {
    const { run_id: id } = await runPipe(projectId, pipeId, body);
    void client.invalidateQueries({ queryKey: ['p', projectId, 'pipes'] });
    void client.invalidateQueries({ queryKey: ['p', projectId, 'runs'] });
    await navigate({ to: paths.run(projectId, id) });
  };
  const run = useAction<RunBody>({ quiet: true, run: start });
  const enable = useAction({
    quiet: true,
    run: (enabled: boolean) => setPipeEnabled(projectId, pipeId, enabled),
    refresh,
  });
  const reconcile = useAction<void, { run_id: string }>({
    quiet: true,
    run: () => reconcilePipe(projectId, pipeId),
    onDone: (answer) => void navigate({ to: paths.run(projectId, answer.run_id) }),
  });
  return (
    <Page
      title={pipe.data?.pipe_name ?? t('Pipe')}
      crumbs={[{ label: t('Pipes'), to: paths.pipes(projectId) }]}
      badge={pipe.data && pipe.data.problems.length > 0 ? <PipeState pipe={pipe.data} /> : null}
      status={
        pipe.data ? (
          <Switch
            label={t('Enabled')}
            checked={pipe.data.enabled}
            disabled={enable.isPending}
            onChange={(event) => {
              enable.mutate(event.currentTarget.checked);
            }}
          />
        ) : null
      }
      actions={
        <>
          <CopyAsCall
            call={[
              { does: t('Run now'), call: post('run', {}) },
              { does: t('Dry run'), call: post('run', { dry_run: true }) },
              pipe.data?.enabled
                ? { does: t('Disable'), call: post('disable') }
                : { does: t('Enable'), call: post('enable') },
              { does: t('Look for records never delivered'), call: post('reconcile') },
              { does: t('Add a schedule'), call: trigger({ kind: 'schedule', cron: '0 6 * * *' }) },
              { does: t('Add a webhook'), call: trigger({ kind: 'webhook' }) },
              ...(pipe.data
                ? [{ does: t('Save rules'), call: post('update', rulesBody(rulesForm(pipe.data))) }]
                : []),
              { does: t('Delete pipe'), call: post('delete') },
            ]}
          />
          <MoreMenu remove={{ label: t('Delete pipe'), onClick: () => setDeleting(true) }}>
            <Menu.Item onClick={() => setAsking(true)}>{t('Run with options')}</Menu.Item>
            <Menu.Item onClick={() => reconcile.mutate()}>{t('Look for records never delivered')}</Menu.Item>
          </MoreMenu>
          <Button
            leftSection={<IconTestPipe size={16} />}
            loading={run.isPending && run.variables.dry_run === true}
            onClick={() => {
              run.mutate({ dry_run: true });
            }}
          >
            {t('Dry run')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={16} />}
            loading={run.isPending && run.variables.dry_run !== true}
            onClick={() => {
              run.mutate({});
            }}
          >
            {t('Run now')}
          </Button>
        </>
      }
    >
      <QueryView query={pipe}>
        {(value) => (
          <div className={kit.wideColumns}>
            <Stack>
              {run.isError ? (
                <ErrorNote
                  error={run.error}
                  onRetry={() => run.mutate(run.variables)}
                  labelOf={namedInWords}
                />
              ) : null}
              {enable.isError ? (
                <ErrorNote
                  error={enable.error}
                  onRetry={() => enable.mutate(enable.variables)}
                  labelOf={namedInWords}
                />
              ) : null}
              {reconcile.isError ? (
                <ErrorNote
                  error={reconcile.error}
                  onRetry={() => reconcile.mutate()}
                  labelOf={namedInWords}
                />
              ) : null}
              {value.problems.length > 0 ? (
                <Note tone="warn" title={t('What stands in its way')}>
                  <List size="sm">
                    {value.problems.map((problem, position) => (
                      <List.Item key={position}>
                        {problem.message}{' '}
                        {problem.handler_id &&
                        flow.data?.handlers.some(
                          (entry) => entry.handler_id === problem.handler_id && entry.kind === 'mapping',
                        ) ? (
                          <Anchor
                            size="sm"
                            component={Link}
                            to={paths.mapping(projectId, pipeId, problem.handler_id)}
                          >
                            {t('Open the mapping')}
                          </Anchor>
                        ) : null}
                      </List.Item>
                    ))}
                  </List>
                </Note>
              ) : null}
              <OpenErrors project={projectId} pipe={pipeId} />
              {flow.data ? <PipeSteps project={projectId} pipe={value} flow={flow.data} apis={apis} /> : null}
              <RunList project={projectId} filter={{ pipe_id: pipeId }} title={t('Last runs')} limit={10} />
            </Stack>
            <Stack>
              <Triggers project={projectId} pipe={value} handlers={flow.data?.handlers ?? []} />
              <PipeRules key={value.pipe_id} project={projectId} pipe={value} />
              <Section title={t('Flow')}>
                <Anchor size="sm" component={Link} to={paths.flow(projectId, value.flow_id)} lineClamp={2}>
                  {flow.data?.flow_name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {t('A run keeps the published version it began with.')}
                </Text>
              </Section>
            </Stack>
          </div>
        )}
      </QueryView>
      <RunOptions
        opened={asking}
        onClose={() => {
          setAsking(false);
        }}
        run={start}
      />
      <Confirm
        opened={deleting}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: pipe.data?.pipe_name })}
        text={t(
          'Its triggers stop, and its mappings and the list of what it delivered are deleted for good.',
        )}
        action={t('Delete pipe')}
        typed={pipe.data?.pipe_name ?? ''}
        run={async () => {
          await deletePipe(projectId, pipeId);
          await navigate({ to: paths.pipes(projectId) });
          await client.invalidateQueries({ queryKey: ['p', projectId] });
        }}
      />
    </Page>
  );
}
