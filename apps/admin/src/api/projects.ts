/** Projects, their settings and their activity log. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  activityLogsList,
  projectsCreate,
  projectsDelete,
  projectsGet,
  projectsList,
  projectsUpdate,
  settingsGet,
  settingsUpdate,
} from '#sdk';
import { client, call, callAs, cursor, keyed, list, type Asked } from './call.js';
import { keepRows } from './keep-rows.js';
import type { ActivityLog, Project, Settings } from './types.js';

export interface ProjectBody {
  project_name?: string;
  project_description?: string;
  users?: string[];
  groups?: string[];
}

/** Which of them: a page of those whose name or description holds the text. */
export const projectsQuery = ({ page = 1, search = '', sort = '', per_page = 50 }: Asked = {}) =>
  queryOptions({
    queryKey: ['projects', 'list', { page, search, sort, per_page }],
    queryFn: ({ signal }) =>
      list<Project>(() =>
        projectsList({ client, query: { page, per_page, search, ...(sort ? { sort } : {}) }, signal }),
      ),
    placeholderData: keepRows('projects', 'list'),
  });
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => callAs<Project>(() => projectsGet({ client, path: { id }, signal })),
  });
export const createProject = (body: ProjectBody & { project_name: string }, key?: string) =>
  callAs<{ project_id: string }>(() => projectsCreate({ client, ...keyed(key), body }));
export const updateProject = (id: string, body: ProjectBody) =>
  callAs<{ project_id: string }>(() => projectsUpdate({ client, path: { id }, body }));
export const deleteProject = (id: string, name: string) =>
  call(() => projectsDelete({ client, path: { id }, body: { project_name: name } }));

export const settingsQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'settings'],
    queryFn: ({ signal }) =>
      callAs<Settings>(() => settingsGet({ client, path: { project_id: project }, signal })),
  });
export const updateSettings = (project: string, body: Settings) =>
  callAs<Settings>(() => settingsUpdate({ client, path: { project_id: project }, body }));

export interface ActivityFilter {
  actor?: string | undefined;
  action?: string | undefined;
  resource_type?: string | undefined;
}
export const activityQuery = (project: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      cursor<ActivityLog>(() =>
        activityLogsList({
          client,
          path: { project_id: project },
          query: { ...filter, limit: 50, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepRows('p', project, 'activity'),
  });
