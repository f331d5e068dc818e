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
  /** What to do; of a step that is done what there is by it. */
  text: string;
  /** Where it is done, or what was made. */
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
  const flows = useQuery(flowsQuery(project)).data?.rows ?? [];
  const pipes = useQuery(pipesQuery(project)).data?.rows ?? [];
  const pipe = pipes.find(({ problems }) => problems.length === 0) ?? pipes[0];

  const isConnected = ({ system_id: id }: System) =>
    credentials.some((row) => row.system_id === id && row.status === 'connected');
  const unconnected = systems.filter((system) => !isConnected(system));
  const next = unconnected.find(asksForConsent) ?? unconnected[0] ?? systems[0];
  const connected = credentials.filter((row) => row.status === 'connected');
  const source = apis.find((api) => api.method === 'GET' && !hasSample(api));
  const sampled = apis.find(hasSample);
  const draft = flows.find((row) => row.published_version === null);
  const published = flows.find((row) => row.published_version !== null);
  const open = (name: string | undefined, otherwise: string) =>
    name === undefined ? otherwise : t('Open {{name}}', { name });
  const steps: StartStep[] = [
    {
      done: ticks.systems,
      title: t('Register the systems'),
      text: ticks.systems
        ? namesOf(systems.map((row) => row.system_name))
        : t('The applications to connect, with their sign-in.'),
      to: paths.systems(project),
      action: t('Open systems'),
    },
    ticks.connected
      ? {
          done: true,
          title: t('Connect the systems'),
          text: namesOf(connected.map((row) => row.credential_name)),
          to: paths.credentials(project),
          action: t('Open credentials'),
        }
      : {
          done: false,
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
          action: open(next?.system_name, t('Open credentials')),
        },
    ticks.samples
      ? {
          done: true,
          title: t('Send an API and keep its answer'),
          text: namesOf(apis.filter(hasSample).map((row) => row.api_name)),
          to: sampled ? paths.api(project, sampled.api_id) : paths.apis(project),
          action: open(sampled?.api_name, t('Open APIs')),
        }
      : {
          done: false,
          title: t('Send an API and keep its answer'),
          text: t('Press Send, then “Use as sample response”: the answer becomes the fields of a mapping.'),
          to: source ? paths.api(project, source.api_id) : paths.apis(project),
          action: open(source?.api_name, t('Open APIs')),
        },
    ticks.published
      ? {
          done: true,
          title: t('Build and publish a flow'),
          text: namesOf(flows.flatMap((row) => (row.published_version === null ? [] : [row.flow_name]))),
          to: published ? paths.flow(project, published.flow_id) : paths.flows(project),
          action: open(published?.flow_name, t('Open flows')),
        }
      : {
          done: false,
          title: t('Build and publish a flow'),
          text: t('Add a step for each of the two API calls, then the mapping between them; Publish.'),
          to: draft ? paths.flow(project, draft.flow_id) : paths.flows(project),
          ...(draft ? {} : { search: { connect: 'new' } }),
          action: open(draft?.flow_name, t('New flow')),
        },
    {
      done: ticks.pipe,
      title: t('Create a pipe and link the fields'),
      text: ticks.pipe
        ? namesOf(pipes.flatMap((row) => (row.problems.length === 0 ? [row.pipe_name] : [])))
        : t('Choose the connections, then open its mapping: most links are suggested.'),
      to: pipe ? paths.pipe(project, pipe.pipe_id) : paths.newPipe(project),
      action: open(pipe?.pipe_name, t('New pipe')),
    },
    ticks.run
      ? {
          done: true,
          title: t('Run it'),
          text: t('A run delivered what it read.'),
          to: paths.runs(project),
          action: t('Open runs'),
        }
      : {
          done: false,
          title: t('Run it'),
          text: t('A dry run shows the requests first. Then see what was delivered, fix what failed, retry.'),
          to: pipe ? paths.pipe(project, pipe.pipe_id) : paths.pipes(project),
          action: open(pipe?.pipe_name, t('Open pipes')),
        },
  ];
  return { steps, isKnown, failed };
}

/** Names of what is there, the first few of many. */
const shownNames = 3;
const namesOf = (names: readonly string[]): string =>
  `${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ', …' : ''}`;
