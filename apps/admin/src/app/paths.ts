/** The address of every page, in one place. */
const id = encodeURIComponent;
const inProject = (project: string, rest: string): string => `/p/${id(project)}/${rest}`;

export const paths = {
  home: '/',
  setup: '/setup',
  signIn: '/sign-in',
  projects: '/projects',
  account: '/account',
  users: '/users',
  groups: '/groups',
  tokens: '/tokens',
  securityLog: '/security-log',
  about: '/about',
  start: (project: string) => inProject(project, 'start'),
  dashboard: (project: string) => inProject(project, 'dashboard'),
  systems: (project: string) => inProject(project, 'systems'),
  system: (project: string, system: string) => inProject(project, `systems/${id(system)}`),
  credentials: (project: string) => inProject(project, 'credentials'),
  credential: (project: string, credential: string) => inProject(project, `credentials/${id(credential)}`),
  apis: (project: string) => inProject(project, 'apis'),
  api: (project: string, api: string) => inProject(project, `apis/${id(api)}`),
  flows: (project: string) => inProject(project, 'flows'),
  flow: (project: string, flow: string) => inProject(project, `flows/${id(flow)}`),
  pipes: (project: string) => inProject(project, 'pipes'),
  newPipe: (project: string) => inProject(project, 'pipes/new'),
  pipe: (project: string, pipe: string) => inProject(project, `pipes/${id(pipe)}`),
  pipeErrors: (project: string, pipe: string) => inProject(project, `pipes/${id(pipe)}/errors`),
  mapping: (project: string, pipe: string, handler: string) =>
    inProject(project, `pipes/${id(pipe)}/mappings/${id(handler)}`),
  runs: (project: string) => inProject(project, 'runs'),
  run: (project: string, run: string) => inProject(project, `runs/${id(run)}`),
  members: (project: string) => inProject(project, 'members'),
  activity: (project: string) => inProject(project, 'activity'),
  settings: (project: string) => inProject(project, 'settings'),
};
