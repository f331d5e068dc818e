/** The ten-minute path as a checklist with live ticks; gone from the menu after the first good run. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '../api/projects.js';
import { systemsQuery } from '../api/systems.js';
import { useProgress } from '../api/use-progress.js';
import { paths } from '../app/paths.js';
import { Note } from '../kit/note.js';
import { TrySamples } from './try-samples.js';
import { Page, Section } from '../kit/page.js';
import kit from '../kit/kit.module.css';
import { useRouteParams } from '../app/route.js';

export function StartPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const project = useQuery(projectQuery(projectId));
  const systems = useQuery(systemsQuery(projectId)).data?.rows ?? [];
  const { steps: ticks, isKnown } = useProgress(projectId);
  const withConsent =
    systems.find(
      (system) =>
        system.authentication_type === 'oauth2' && system.grant_type?.startsWith('authorization_code'),
    ) ?? systems[0];
  const steps = [
    {
      done: ticks.systems,
      title: t('Register the systems'),
      text: t('The applications to connect, with their sign-in.'),
      to: paths.systems(projectId),
      action: t('Open systems'),
    },
    {
      done: ticks.connected,
      title: t('Add a connection'),
      text: withConsent
        ? t('Give consent in the window of {{system}}; the test trace goes green.', {
            system: withConsent.system_name,
          })
        : t('Sign in to a system; the test trace goes green.'),
      to: withConsent ? paths.system(projectId, withConsent.system_id) : paths.credentials(projectId),
      search: withConsent ? { tab: 'credentials' } : {},
      action: t('Add connection'),
    },
    {
      done: ticks.samples,
      title: t('Send an API and keep its answer'),
      text: t('“Use as sample response” turns an answer into the fields of a mapping.'),
      to: paths.apis(projectId),
      action: t('Open APIs'),
    },
    {
      done: ticks.published,
      title: t('Build and publish a flow'),
      text: t('Two API calls and the mapping between them.'),
      to: paths.flows(projectId),
      action: t('Open flows'),
    },
    {
      done: ticks.pipe,
      title: t('Create a pipe and link the fields'),
      text: t('Choose the connections, then open its mapping node: most links are suggested.'),
      to: ticks.pipe ? paths.pipes(projectId) : paths.newPipe(projectId),
      action: ticks.pipe ? t('Open pipes') : t('New pipe'),
    },
    {
      done: ticks.run,
      title: t('Run it'),
      text: t('A dry run shows the requests first. Then see what was delivered, fix what failed, retry.'),
      to: paths.pipes(projectId),
      action: t('Open pipes'),
    },
  ];
  const go = ({ to, search = {} }: { to: string; search?: object }) => void navigate({ to, search: search });
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Page
      title={t('Get started')}
      actions={
        next ? (
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
        )
      }
    >
      <Stack className={kit.form ?? ''}>
        {next ? (
          <Text c="dimmed">
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
                    <Text fw={600}>{step.title}</Text>
                    <Text c="dimmed">{step.text}</Text>
                  </div>
                  <Button size="xs" onClick={() => go(step)}>
                    {step.action}
                  </Button>
                </div>
              </li>
            ))}
          </ol>
        </Section>
      </Stack>
    </Page>
  );
}
