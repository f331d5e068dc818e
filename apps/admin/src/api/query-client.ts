/** The cache of server data. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.js';

export const queryClient = new QueryClient({
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
