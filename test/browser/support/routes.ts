/** Every page behind sign-in, for what is done to all of them. */
import type { Walked } from './path.js';

export interface Route {
  name: string;
  url: string;
}

export function routesOf(url: string, walked: Walked): Route[] {
  const { project } = walked;
  const inProject = [
    'start',
    'dashboard',
    'systems',
    'systems/new',
    'credentials',
    'apis',
    'apis/new',
    'flows',
    'pipes',
    'pipes/new',
    'runs',
    'members',
    'activity',
    'settings',
  ];
  return [
    ...['projects', 'account', 'security-log', 'users', 'groups', 'tokens', 'about', 'no-such-page'].map(
      (path) => ({
        name: path,
        url: `${url}/${path}`,
      }),
    ),
    ...inProject.map((path) => ({ name: path.replace('/', '-'), url: `${project}/${path}` })),
    ...(['system', 'api', 'credential', 'flow', 'pipe', 'mapping', 'run'] as const).map((name) => ({
      name,
      url: walked[name],
    })),
    { name: 'pipe-errors', url: `${walked.pipe}/errors` },
  ];
}

/** The pages that are seen before sign-in, once the owner is there. */
export const outsideRoutesOf = (url: string): Route[] => [
  { name: 'sign-in', url: `${url}/sign-in` },
  { name: 'invitation', url: `${url}/invitation/some-token` },
  { name: 'reset-password', url: `${url}/reset-password/some-token` },
];

/** The lists of a project with nothing in it. */
export const emptyRoutesOf = (url: string, { project_id: id }: { project_id: string }): Route[] =>
  [
    'start',
    'dashboard',
    'systems',
    'credentials',
    'apis',
    'flows',
    'pipes',
    'pipes/new',
    'runs',
    'activity',
  ].map((path) => ({ name: `empty-${path.replace('/', '-')}`, url: `${url}/p/${id}/${path}` }));
