/** How far a project is on the way to its first good run, told from what it holds. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { apisQuery } from './apis.js';
import { flowsQuery } from './flows.js';
import { pipesQuery } from './pipes.js';
import { goodRunQuery } from './runs.js';
import { credentialsQuery, systemsQuery } from './systems.js';
import type { ApiDefinition } from './types.js';

export const hasSample = ({ sample_response: sample }: ApiDefinition): boolean =>
  sample !== null && sample !== undefined;

export interface Progress {
  /** Undefined while it is not known. */
  done: boolean | undefined;
  /** Everything that the steps are told from has arrived. */
  isKnown: boolean;
  /** What could not be had of it. */
  failed: { error: Error | null; refetch: () => unknown } | undefined;
  steps: Record<'systems' | 'connected' | 'samples' | 'published' | 'pipe' | 'run', boolean>;
}

export function useProgress(project: string): Progress {
  const [systems, credentials, apis, flows, pipes] = useQueries({
    queries: [
      systemsQuery(project),
      credentialsQuery(project),
      apisQuery(project),
      flowsQuery(project),
      pipesQuery(project),
    ],
  });
  const connected = new Set(
    credentials.data?.rows.filter((row) => row.status === 'connected').map((row) => row.system_id),
  );
  // a later run that fails takes nothing back
  const lastRuns = pipes.data?.rows.flatMap((pipe) => (pipe.last_run ? [pipe.last_run.run_id] : []));
  const good = useQuery({
    ...goodRunQuery(project, lastRuns ?? []),
    enabled: lastRuns !== undefined && lastRuns.length > 0,
  });
  const ran = lastRuns?.length === 0 ? false : good.data;
  const all = [systems, credentials, apis, flows, pipes];
  return {
    done: ran,
    isKnown: ran !== undefined && all.every((query) => query.data !== undefined),
    failed: [...all, good].find((query) => query.isError && query.data === undefined),
    steps: {
      systems: (systems.data?.rows.length ?? 0) > 0,
      connected: connected.size > 0 && connected.size >= Math.min(2, systems.data?.rows.length ?? 0),
      samples: apis.data?.rows.some(hasSample) ?? false,
      published: flows.data?.rows.some((row) => row.published_version !== null) ?? false,
      pipe: pipes.data?.rows.some((pipe) => pipe.problems.length === 0) ?? false,
      run: ran ?? false,
    },
  };
}
