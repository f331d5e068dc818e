// Who may call what, written down apart from the code: the matrix compares the two.
import type { Route } from './routes.js';

/** The open routes of the contract. The admin UI's files are not in the OpenAPI document. */
export const OPEN_ROUTES = new Set([
  'GET /api/auth/state',
  'POST /api/auth/setup',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'POST /api/auth/accept_invitation',
  'POST /api/auth/forgot_password',
  'POST /api/auth/reset_password',
  'GET /oauth/callback',
  'POST /hooks/{hook_key}',
  'GET /health/live',
  'GET /health/ready',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/{file}',
]);

export type Policy =
  | { kind: 'open' }
  | { kind: 'instance'; role: 'member' | 'admin' | 'owner'; limitedTokens: boolean }
  | { kind: 'project'; managersOnly: boolean };

const everyone = { kind: 'instance', role: 'member', limitedTokens: false } as const;
const withLimitedTokens = { ...everyone, limitedTokens: true } as const;
const admins = { kind: 'instance', role: 'admin', limitedTokens: false } as const;

const INSTANCE_ROUTES: Record<string, Policy> = {
  'GET /api/users': admins,
  'POST /api/users/create': admins,
  'POST /api/users/invite/{id}': admins,
  'POST /api/users/update/{id}': admins,
  'POST /api/users/delete/{id}': admins,
  'GET /api/groups': withLimitedTokens,
  'POST /api/groups/create': admins,
  'POST /api/groups/update/{id}': admins,
  'POST /api/groups/delete/{id}': admins,
  'GET /api/security_logs': { kind: 'instance', role: 'owner', limitedTokens: false },
  'GET /metrics': admins,
  'GET /api/auth/me': withLimitedTokens,
  'POST /api/auth/me/update': everyone,
  'GET /api/auth/sessions': everyone,
  'POST /api/auth/sessions/delete/{id}': everyone,
  'POST /api/auth/sessions/delete_all': everyone,
  'GET /api/access_tokens': everyone,
  'POST /api/access_tokens/create': everyone,
  'POST /api/access_tokens/delete/{id}': everyone,
  'POST /api/auth/second_factor/create': everyone,
  'POST /api/auth/second_factor/confirm': everyone,
  'POST /api/auth/second_factor/delete': everyone,
  'GET /api/projects': withLimitedTokens,
  'POST /api/projects/create': everyone,
  'GET /api/projects/{id}': { kind: 'project', managersOnly: false },
  'POST /api/projects/update/{id}': { kind: 'project', managersOnly: false },
  'POST /api/projects/delete/{id}': { kind: 'project', managersOnly: true },
  'GET /api/mapping/functions': withLimitedTokens,
  'GET /api/mapping/schema': withLimitedTokens,
};

/** null: the matrix does not know the route, and fails. */
export function policyOf(route: Route): Policy | null {
  if (OPEN_ROUTES.has(route.name)) return { kind: 'open' };
  if (route.path.startsWith('/workspace/{project_id}/api/')) return { kind: 'project', managersOnly: false };
  return INSTANCE_ROUTES[route.name] ?? null;
}

const KIND_OF_SEGMENT: Record<string, string> = {
  projects: 'project',
  users: 'user',
  groups: 'group',
  access_tokens: 'access_token',
  sessions: 'session',
  systems: 'system',
  credentials: 'credential',
  apis: 'api',
  flows: 'flow',
  pipes: 'pipe',
  runs: 'run',
};
const KIND_OF_PARAMETER: Record<string, string> = {
  project_id: 'project',
  handler_id: 'handler',
  trigger_id: 'trigger',
  attempt_id: 'attempt',
  version: 'version',
};

/** The kind of resource behind each path parameter; null: unknown to the matrix. */
export function kindsOf(route: Route): Record<string, string> | null {
  const kinds: Record<string, string> = {};
  const segments = route.path.split('/');
  for (const name of [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)) {
    const segment = segments
      .slice(0, segments.indexOf(`{${name}}`))
      .reverse()
      .find((part) => Object.hasOwn(KIND_OF_SEGMENT, part));
    // Only a plain `id` takes its kind from the segment before it: a new kind of parameter must be named here.
    const ofSegment = name === 'id' && segment !== undefined ? KIND_OF_SEGMENT[segment] : undefined;
    const kind = KIND_OF_PARAMETER[name] ?? ofSegment;
    if (kind === undefined) return null;
    kinds[name] = kind;
  }
  return kinds;
}

/** The address of the route with these ids in it; an unknown kind is no resource. */
export function addressOf(route: Route, ids: Record<string, string>): string {
  const kinds = kindsOf(route) ?? {};
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[kinds[name] ?? ''] ?? 'none');
}
