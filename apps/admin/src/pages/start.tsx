/** The ten-minute path as a checklist with live ticks; gone from the menu after the first good run. */
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '../api/projects.js';
import { paths } from '../app/paths.js';
import { CopyAsCall, type NamedCall } from '../kit/copy-as-call.js';
import { Note } from '../kit/note.js';
import { Page, Section } from '../kit/page.js';
import { ErrorNote } from '../kit/states.js';
import kit from '../kit/kit.module.css';
import { useRouteParams } from '../app/route.js';
import { useStartSteps } from './start-steps.js';
import { TrySamples } from './try-samples.js';

export function StartPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const project = useQuery(projectQuery(projectId));
  const { steps, isKnown, failed } = useStartSteps(projectId);
  const go = ({ to, search = {} }: { to: string; search?: object }) => void navigate({ to, search: search });
  const call = (does: string, path: string, body: object = {}): NamedCall => ({
    does,
    call: { method: 'POST', path: `/workspace/${projectId}/api/${path}`, body },
  });
  const calls = [
    call(t('Register a system'), 'systems/create', {
      system_name: 'Shop',
      base_url: 'https://shop.example.com',
      authentication_type: 'none',
    }),
    call(t('Connect a system'), 'credentials/create', {
      credential_name: 'Shop of Ann',
      system_id: '<system_id>',
      inputs: {},
    }),
    call(t('Keep a sample response'), 'apis/update/<api_id>', { sample_response: { id: 1 } }),
    call(t('Create a flow'), 'flows/create', { flow_name: 'Orders to ERP', handlers: [] }),
    call(t('Publish it'), 'flows/publish/<flow_id>'),
    call(t('Create a pipe'), 'pipes/create', {
      pipe_name: 'Orders to ERP',
      flow_id: '<flow_id>',
      credential_ids: ['<credential_id>'],
    }),
    call(t('Run it'), 'pipes/run/<pipe_id>'),
  ];
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Page
      title={t('Get started')}
      actions={
        <>
          <CopyAsCall call={calls} />
          {next ? (
            <>
              <TrySamples project={projectId} />
              <Button variant="filled" disabled={!isKnown} onClick={() => go(next)}>
                {t('Continue')}
              </Button>
            </>
          ) : (
            <Button variant="filled" onClick={() => void navigate({ to: paths.dashboard(projectId) })}>
              {t('Go to the dashboard')}
            </Button>
          )}
        </>
      }
    >
      <Stack className={kit.form ?? ''}>
        {failed ? <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} /> : null}
        {next ? (
          <Text c="dimmed" lineClamp={3}>
            {t('About ten minutes to the first good run of {{project}}.', {
              project: project.data?.project_name ?? '…',
            })}
          </Text>
        ) : null}
        <Group gap="sm" wrap="nowrap">
          <Progress
            value={(100 * done) / steps.length}
            size={6}
            style={{ flex: 1 }}
            aria-label={t('Steps done')}
          />
          <Text size="xs" c="dimmed" className="num">
            {t('{{done}} of {{all}}', { done, all: steps.length })}
          </Text>
        </Group>
        {next ? null : (
          <Note tone="good" title={t('The first run is done')}>
            {t('The same steps connect your own systems.')}
          </Note>
        )}
        <Section padded={false}>
          <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {steps.map((step, position) => (
              <li
                key={step.title}
                style={{ borderTop: position === 0 ? undefined : '1px solid var(--pw-border)' }}
              >
                <div className={kit.task}>
                  {step.done ? (
                    <IconCircleCheck size={20} color="var(--pw-good)" aria-label={t('done')} />
                  ) : (
                    <IconCircleDashed size={20} color="var(--pw-quiet)" aria-label={t('open')} />
                  )}
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <Text fw={600} {...(step.done ? { c: 'dimmed' } : {})}>
                      {step.title}
                    </Text>
                    <Text c="dimmed" lineClamp={2} {...(step.done ? { title: step.text } : {})}>
                      {step.text}
                    </Text>
                  </div>
                  {step.done ? (
                    <Anchor size="sm" maw={220} truncate title={step.action} component={Link} to={step.to}>
                      {step.action}
                    </Anchor>
                  ) : (
                    <Button
                      size="xs"
                      maw={220}
                      title={step.action}
                      {...(step === next ? {} : { variant: 'default' })}
                      onClick={() => go(step)}
                    >
                      {step.action}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </Section>
      </Stack>
    </Page>
  );
}
