/** Users and groups of the instance. */
import { queryOptions } from '@tanstack/react-query';
import {
  groupsCreate,
  groupsDelete,
  groupsList,
  groupsUpdate,
  usersCreate,
  usersDelete,
  usersInvite,
  usersList,
  usersUpdate,
} from '#sdk';
import { client, call, callAs, list } from './call.js';
import type { Group, Person } from './types.js';

export const usersQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['users', page, search],
    queryFn: ({ signal }) =>
      list<Person>(() => usersList({ client, query: { page, per_page: 50, search }, signal })),
  });
export const createUser = (body: { email: string; name?: string; role: 'admin' | 'member' }) =>
  callAs<Person>(() => usersCreate({ client, body }));
export const updateUser = (id: string, body: { role?: Person['role']; suspended?: boolean; name?: string }) =>
  callAs<Person>(() => usersUpdate({ client, path: { id }, body }));
export const inviteUser = (id: string) => callAs<Person>(() => usersInvite({ client, path: { id } }));
export const deleteUser = (id: string) => call(() => usersDelete({ client, path: { id } }));

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => list<Group>(() => groupsList({ client, signal })),
});
export const createGroup = (body: { group_name: string; users: string[] }) =>
  callAs<Group>(() => groupsCreate({ client, body }));
export const updateGroup = (id: string, body: { group_name?: string; users?: string[] }) =>
  callAs<Group>(() => groupsUpdate({ client, path: { id }, body }));
export const deleteGroup = (id: string) => call(() => groupsDelete({ client, path: { id } }));
