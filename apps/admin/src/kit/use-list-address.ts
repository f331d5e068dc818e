/** What a list shows is part of its page's address, so that a reload, the back button and a link of it show the same. */
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';

export interface ListAddress {
  search: string;
  page: number;
  /** Id of a column, with a leading `-` from the last to the first; empty: the list's own order. */
  sort: string;
  setSearch: (search: string) => void;
  setPage: (page: number) => void;
  setSort: (sort: string) => void;
  /** Changes filters beside the search box. */
  setFilter: (filter: Record<string, string | undefined>) => void;
  /** Takes back the search and these filters. */
  clear: (...filters: string[]) => void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `sorts`: the columns that the service can sort by; absent: whatever the table itself knows. */
export function useListAddress(sorts?: readonly string[]): ListAddress {
  const navigate = useNavigate();
  const address: Record<string, unknown> = useSearch({ strict: false });
  const asked = text(address.sort);
  const sort = sorts === undefined || sorts.includes(asked.replace(/^-/, '')) ? asked : '';
  const search = text(address.search);
  const page = typeof address.page === 'number' ? address.page : 1;
  // another page of the same list is a step that the back button takes back; each letter of a search is none
  const set = useCallback(
    (change: Record<string, string | number | undefined>, replace = true) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, page: undefined, ...change }),
        replace,
      });
    },
    [navigate],
  );
  return useMemo(
    () => ({
      search,
      page,
      sort,
      setSearch: (wanted) => set({ search: wanted || undefined }),
      setPage: (wanted) => set({ page: wanted > 1 ? wanted : undefined }, false),
      setSort: (wanted) => set({ sort: wanted || undefined }),
      setFilter: (filter) => set(filter),
      clear: (...filters) => set(Object.fromEntries(['search', ...filters].map((name) => [name, undefined]))),
    }),
    [search, page, sort, set],
  );
}
