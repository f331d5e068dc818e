/** Every page behind sign-in, for what is done to all of them. */
import type { Walked } from './path.js';

export function routesOf(url: string, walked: Walked): { name: string; url: string }[] {
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
export const outsideRoutesOf = (url: string): { name: string; url: string }[] => [
  { name: 'sign-in', url: `${url}/sign-in` },
  { name: 'invitation', url: `${url}/invitation/some-token` },
  { name: 'reset-password', url: `${url}/reset-password/some-token` },
];
