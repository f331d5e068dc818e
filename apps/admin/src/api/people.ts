/** Users and groups of the instance, and its security log. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  groupsCreate,
  groupsDelete,
  groupsList,
  groupsUpdate,
  securityLogList,
  usersCreate,
  usersDelete,
  usersInvite,
  usersList,
  usersUpdate,
  type SecurityLogDto,
  type SecurityLogListData,
} from '#sdk';
import { client, call, callAs, cursor, keyed, list, listAll, type Asked } from './call.js';
import { keepRows } from './keep-rows.js';
import type { Group, Person } from './types.js';

export const usersQuery = ({ page = 1, search = '', sort = '', per_page = 50 }: Asked) =>
  queryOptions({
    queryKey: ['users', 'list', { page, search, sort, per_page }],
    queryFn: ({ signal }) =>
      list<Person>(() =>
        usersList({ client, query: { page, per_page, search, ...(sort ? { sort } : {}) }, signal }),
      ),
    placeholderData: keepRows('users', 'list'),
  });
/** One of them, on whichever page of the list; null: there is none. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }) => {
      const { rows } = await listAll<Person>((page) =>
        usersList({ client, query: { page, per_page: 200 }, signal }),
      );
      return rows.find((row) => row.user_id === id) ?? null;
    },
  });
export const createUser = (body: { email: string; name?: string; role: 'admin' | 'member' }, key?: string) =>
  callAs<Person>(() => usersCreate({ client, ...keyed(key), body }));
export const updateUser = (
  id: string,
  body: { role?: Person['role']; suspended?: boolean; name?: string; email?: string },
) => callAs<Person>(() => usersUpdate({ client, path: { id }, body }));
export const inviteUser = (id: string) => callAs<Person>(() => usersInvite({ client, path: { id } }));
export const deleteUser = (id: string) => call(() => usersDelete({ client, path: { id } }));

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) =>
    listAll<Group>((page) => groupsList({ client, query: { page, per_page: 200 }, signal })),
});
export const createGroup = (body: { group_name: string; users: string[] }, key?: string) =>
  callAs<Group>(() => groupsCreate({ client, ...keyed(key), body }));
export const updateGroup = (id: string, body: { group_name?: string; users?: string[] }) =>
  callAs<Group>(() => groupsUpdate({ client, path: { id }, body }));
export const deleteGroup = (id: string) => call(() => groupsDelete({ client, path: { id } }));

export type SecurityAction = NonNullable<NonNullable<SecurityLogListData['query']>['action']>;
export const securityLogQuery = (filter: {
  action?: SecurityAction | undefined;
  email?: string | undefined;
}) =>
  infiniteQueryOptions({
    queryKey: ['security-log', filter],
    queryFn: ({ pageParam, signal }) =>
      cursor<SecurityLogDto>(() =>
        securityLogList({
          client,
          query: { ...filter, limit: 50, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepRows('security-log'),
  });
