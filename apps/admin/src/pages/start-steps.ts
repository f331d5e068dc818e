/** The steps of the checklist: what is done, and the very page where the next one is done. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../api/apis.js';
import { flowsQuery } from '../api/flows.js';
import { pipesQuery } from '../api/pipes.js';
import { credentialsQuery, systemsQuery } from '../api/systems.js';
import type { System } from '../api/types.js';
import { hasSample, useProgress, type Progress } from '../api/use-progress.js';
import { paths } from '../app/paths.js';

export interface StartStep {
  done: boolean;
  title: string;
  text: string;
  to: string;
  search?: object;
  action: string;
}

const asksForConsent = (system: System): boolean =>
  system.authentication_type === 'oauth2' && (system.grant_type?.startsWith('authorization_code') ?? false);

export function useStartSteps(
  project: string,
): { steps: StartStep[] } & Pick<Progress, 'isKnown' | 'failed'> {
  const { t } = useTranslation();
  const { steps: ticks, isKnown, failed } = useProgress(project);
  const systems = useQuery(systemsQuery(project)).data?.rows ?? [];
  const credentials = useQuery(credentialsQuery(project)).data?.rows ?? [];
  const apis = useQuery(apisQuery(project)).data?.rows ?? [];
  const flow = useQuery(flowsQuery(project)).data?.rows.find((row) => row.published_version === null);
  const pipes = useQuery(pipesQuery(project)).data?.rows ?? [];
  const pipe = pipes.find(({ problems }) => problems.length === 0) ?? pipes[0];

  const isConnected = ({ system_id: id }: System) =>
    credentials.some((row) => row.system_id === id && row.status === 'connected');
  const unconnected = systems.filter((system) => !isConnected(system));
  const next = unconnected.find(asksForConsent) ?? unconnected[0] ?? systems[0];
  const source = apis.find((api) => api.method === 'GET' && !hasSample(api));
  const steps = [
    {
      done: ticks.systems,
      title: t('Register the systems'),
      text: t('The applications to connect, with their sign-in.'),
      to: paths.systems(project),
      action: t('Open systems'),
    },
    {
      done: ticks.connected,
      title: t('Connect the systems'),
      text: !next
        ? t('Sign in to each system; its test trace goes green.')
        : asksForConsent(next)
          ? t('{{system}}: Add connection, then give consent in its window; the test trace goes green.', {
              system: next.system_name,
            })
          : t('{{system}}: Add connection; the test trace goes green.', { system: next.system_name }),
      to: next ? paths.system(project, next.system_id) : paths.credentials(project),
      ...(next ? { search: { tab: 'credentials' } } : {}),
      action: next ? t('Open {{name}}', { name: next.system_name }) : t('Open credentials'),
    },
    {
      done: ticks.samples,
      title: t('Send an API and keep its answer'),
      text: t('Press Send, then “Use as sample response”: the answer becomes the fields of a mapping.'),
      to: source ? paths.api(project, source.api_id) : paths.apis(project),
      action: source ? t('Open {{name}}', { name: source.api_name }) : t('Open APIs'),
    },
    {
      done: ticks.published,
      title: t('Build and publish a flow'),
      text: t('Add a step for each of the two API calls, then the mapping between them; Publish.'),
      to: flow ? paths.flow(project, flow.flow_id) : paths.flows(project),
      ...(flow ? {} : { search: { connect: 'new' } }),
      action: flow ? t('Open {{name}}', { name: flow.flow_name }) : t('New flow'),
    },
    {
      done: ticks.pipe,
      title: t('Create a pipe and link the fields'),
      text: t('Choose the connections, then open its mapping: most links are suggested.'),
      to: pipe ? paths.pipe(project, pipe.pipe_id) : paths.newPipe(project),
      action: pipe ? t('Open {{name}}', { name: pipe.pipe_name }) : t('New pipe'),
    },
    {
      done: ticks.run,
      title: t('Run it'),
      text: t('A dry run shows the requests first. Then see what was delivered, fix what failed, retry.'),
      to: pipe ? paths.pipe(project, pipe.pipe_id) : paths.pipes(project),
      action: pipe ? t('Open {{name}}', { name: pipe.pipe_name }) : t('Open pipes'),
    },
  ];
  return { steps, isKnown, failed };
}
