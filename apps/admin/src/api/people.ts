/** Users and groups of the instance. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import type { Group, Person } from './types.js';

export const usersQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['users', page, search],
    queryFn: ({ signal }) =>
      api.list<Person>('/api/users', { query: { page, per_page: 50, search }, signal }),
  });
export const createUser = (body: { email: string; name?: string; role: string }) =>
  api.post<Person>('/api/users/create', body);
export const updateUser = (id: string, body: { role?: string; suspended?: boolean; name?: string }) =>
  api.post<Person>(`/api/users/update/${id}`, body);
export const inviteUser = (id: string) => api.post<Person>(`/api/users/invite/${id}`);
export const deleteUser = (id: string) => api.post(`/api/users/delete/${id}`);

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api.list<Group>('/api/groups', { query: { per_page: 200 }, signal }),
});
export const createGroup = (body: { group_name: string; users: string[] }) =>
  api.post<Group>('/api/groups/create', body);
export const updateGroup = (id: string, body: { group_name?: string; users?: string[] }) =>
  api.post<Group>(`/api/groups/update/${id}`, body);
export const deleteGroup = (id: string) => api.post(`/api/groups/delete/${id}`);
