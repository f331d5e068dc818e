/** Projects, their settings and their activity log. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import type { ActivityLog, Project, Settings } from './types.js';

export interface ProjectBody {
  project_name?: string;
  project_description?: string;
  users?: string[];
  groups?: string[];
}

export const projectsQuery = (page = 1, search = '') =>
  queryOptions({
    queryKey: ['projects', 'list', page, search],
    queryFn: ({ signal }) =>
      api.list<Project>('/api/projects', { query: { page, per_page: 50, search }, signal }),
  });
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => api.get<Project>(`/api/projects/${id}`, { signal }),
  });
export const createProject = (body: ProjectBody) =>
  api.post<{ project_id: string }>('/api/projects/create', body);
export const updateProject = (id: string, body: ProjectBody) =>
  api.post<{ project_id: string }>(`/api/projects/update/${id}`, body);
export const deleteProject = (id: string, name: string) =>
  api.post(`/api/projects/delete/${id}`, { project_name: name });

export const workspace = (project: string, rest: string): string => `/workspace/${project}/api/${rest}`;

export const settingsQuery = (project: string) =>
  queryOptions({
    queryKey: ['p', project, 'settings'],
    queryFn: ({ signal }) => api.get<Settings>(workspace(project, 'settings'), { signal }),
  });
export const updateSettings = (project: string, body: Settings) =>
  api.post<Settings>(workspace(project, 'settings/update'), body);

export interface ActivityFilter {
  actor?: string | undefined;
  action?: string | undefined;
  resource_type?: string | undefined;
}
export const activityQuery = (project: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['p', project, 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      api.cursor<ActivityLog>(workspace(project, 'activity_logs'), {
        query: { ...filter, limit: 50, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
