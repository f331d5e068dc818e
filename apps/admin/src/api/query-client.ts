/** The cache of server data, and whether the service answers. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ApiError } from './errors.js';

/** True while calls go unanswered: the thin bar at the top of every page. */
export const useServerGone = create<{ gone: boolean }>(() => ({ gone: false }));

const note = (error: unknown): void => {
  if (error instanceof ApiError && error.isOffline) useServerGone.setState({ gone: true });
};
const back = (): void => {
  if (useServerGone.getState().gone) useServerGone.setState({ gone: false });
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: note, onSuccess: back }),
  mutationCache: new MutationCache({ onError: note, onSuccess: back }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => error instanceof ApiError && error.isOffline && count < 3,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
    },
    mutations: { retry: false },
  },
});
