/** The cache of server data. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.js';
import { stableJson } from './json.js';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What a preview is asked with may differ in digits that a double does not hold.
      queryKeyHashFn: stableJson,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => error instanceof ApiError && error.isOffline && count < 3,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
    },
    mutations: { retry: false },
  },
});
