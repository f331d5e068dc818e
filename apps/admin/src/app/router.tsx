/** Every page and its address; pages are loaded when first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { authStateQuery } from '../api/auth.js';
import { queryClient } from '../api/query-client.js';
import { hasEnded, session, useSession } from '../api/session.js';
import { Crash } from './crash.js';
import { HomePage } from '../pages/home.js';
import { NotFoundPage } from '../pages/not-found.js';
import { paths } from './paths.js';
import { Shell } from './shell.js';
import { Starting } from './starting.js';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: Crash,
});

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('../pages/setup.js'), 'SetupPage'),
});
/** A text of the address; anything else counts as absent. */
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** As `text`; what was typed may look like a number. */
const word = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value);
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined;
type Search = Record<string, unknown>;
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Search) => ({ next: text(search.next) }),
  component: lazyRouteComponent(() => import('../pages/sign-in.js'), 'SignInPage'),
});
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('../pages/invitation.js'), 'InvitationPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('../pages/invitation.js'), 'ResetPasswordPage'),
});

/** Pages behind sign-in: renew by the cookie, else to set-up or sign-in with the way back. */
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  errorComponent: Crash,
  pendingComponent: Starting,
  beforeLoad: async ({ location }) => {
    if (useSession.getState().phase === 'signed_in' || hasEnded(useSession.getState())) return;
    try {
      await session.renew();
    } catch (error) {
      const state = await queryClient.ensureQueryData(authStateQuery).catch(() => null);
      if (state === null) throw error;
      redirect({
        ...(state.setup_needed
          ? { to: paths.setup }
          : { to: paths.signIn, search: location.href === '/' ? {} : { next: location.href } }),
        throw: true,
      });
    }
  },
});

const runsSearch = (search: Search) => ({
  pipe: text(search.pipe),
  status: text(search.status),
  since: text(search.since),
});
const pageSearch = (search: Search) => ({
  tab: text(search.tab),
  connect: text(search.connect),
  system: text(search.system),
  back: text(search.back),
  // of a list: what is sought, how it is filtered, its order and its page
  search: word(search.search),
  kind: text(search.kind),
  who: word(search.who),
  sort: text(search.sort),
  page: count(search.page),
});
const errorsSearch = (search: Search) => ({ status: text(search.status), cause: text(search.cause) });
const wizardSearch = (search: Search) => ({ credential: text(search.credential) });

const under = () => signedIn;
const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: under, path, component, validateSearch: pageSearch });

const routes = [
  createRoute({ getParentRoute: under, path: '/', component: HomePage }),
  page(
    '/projects',
    lazyRouteComponent(() => import('../pages/projects.js'), 'ProjectsPage'),
  ),
  page(
    '/account',
    lazyRouteComponent(() => import('../pages/account.js'), 'AccountPage'),
  ),
  page(
    '/users',
    lazyRouteComponent(() => import('../pages/users/users.js'), 'UsersPage'),
  ),
  page(
    '/groups',
    lazyRouteComponent(() => import('../pages/groups.js'), 'GroupsPage'),
  ),
  page(
    '/tokens',
    lazyRouteComponent(() => import('../pages/tokens.js'), 'TokensPage'),
  ),
  page(
    '/security-log',
    lazyRouteComponent(() => import('../pages/security-log.js'), 'SecurityLogPage'),
  ),
  page(
    '/about',
    lazyRouteComponent(() => import('../pages/about.js'), 'AboutPage'),
  ),
  createRoute({
    getParentRoute: under,
    path: '/p/$projectId',
    beforeLoad: ({ params }) => {
      redirect({ to: paths.dashboard(params.projectId), replace: true, throw: true });
    },
  }),
  page(
    '/p/$projectId/start',
    lazyRouteComponent(() => import('../pages/start.js'), 'StartPage'),
  ),
  page(
    '/p/$projectId/dashboard',
    lazyRouteComponent(() => import('../pages/dashboard.js'), 'DashboardPage'),
  ),
  page(
    '/p/$projectId/systems',
    lazyRouteComponent(() => import('../pages/systems/systems.js'), 'SystemsPage'),
  ),
  page(
    '/p/$projectId/systems/$systemId',
    lazyRouteComponent(() => import('../pages/systems/system.js'), 'SystemPage'),
  ),
  page(
    '/p/$projectId/credentials',
    lazyRouteComponent(() => import('../pages/credentials/credentials.js'), 'CredentialsPage'),
  ),
  page(
    '/p/$projectId/credentials/$credentialId',
    lazyRouteComponent(() => import('../pages/credentials/credential.js'), 'CredentialPage'),
  ),
  page(
    '/p/$projectId/apis',
    lazyRouteComponent(() => import('../pages/apis/apis.js'), 'ApisPage'),
  ),
  page(
    '/p/$projectId/apis/$apiId',
    lazyRouteComponent(() => import('../pages/apis/api.js'), 'ApiPage'),
  ),
  page(
    '/p/$projectId/flows',
    lazyRouteComponent(() => import('../pages/flows/flows.js'), 'FlowsPage'),
  ),
  page(
    '/p/$projectId/flows/$flowId',
    lazyRouteComponent(() => import('../pages/flows/flow.js'), 'FlowPage'),
  ),
  page(
    '/p/$projectId/pipes',
    lazyRouteComponent(() => import('../pages/pipes/pipes.js'), 'PipesPage'),
  ),
  createRoute({
    getParentRoute: under,
    path: '/p/$projectId/pipes/new',
    validateSearch: wizardSearch,
    component: lazyRouteComponent(() => import('../pages/pipes/wizard/new-pipe.js'), 'NewPipePage'),
  }),
  page(
    '/p/$projectId/pipes/$pipeId',
    lazyRouteComponent(() => import('../pages/pipes/pipe.js'), 'PipePage'),
  ),
  createRoute({
    getParentRoute: under,
    path: '/p/$projectId/pipes/$pipeId/errors',
    validateSearch: errorsSearch,
    component: lazyRouteComponent(() => import('../pages/pipes/pipe-errors.js'), 'PipeErrorsPage'),
  }),
  page(
    '/p/$projectId/pipes/$pipeId/mappings/$handlerId',
    lazyRouteComponent(() => import('../pages/mapping.js'), 'MappingPage'),
  ),
  createRoute({
    getParentRoute: under,
    path: '/p/$projectId/runs',
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('../pages/runs/runs.js'), 'RunsPage'),
  }),
  page(
    '/p/$projectId/runs/$runId',
    lazyRouteComponent(() => import('../pages/runs/run.js'), 'RunPage'),
  ),
  page(
    '/p/$projectId/members',
    lazyRouteComponent(() => import('../pages/members.js'), 'MembersPage'),
  ),
  page(
    '/p/$projectId/activity',
    lazyRouteComponent(() => import('../pages/activity.js'), 'ActivityPage'),
  ),
  page(
    '/p/$projectId/settings',
    lazyRouteComponent(() => import('../pages/settings.js'), 'SettingsPage'),
  ),
  createRoute({ getParentRoute: under, path: '$', component: NotFoundPage }),
];

export const router = createRouter({
  routeTree: rootRoute.addChildren([setup, signIn, invitation, resetPassword, signedIn.addChildren(routes)]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // within the frame: the way to the other pages stays
  defaultErrorComponent: Crash,
  defaultPendingMs: 300,
});
