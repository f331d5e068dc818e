/** How far a project is on the way to its first good run, told from what it holds. */
import { useQueries } from '@tanstack/react-query';
import { apisQuery } from './apis.js';
import { flowsQuery } from './flows.js';
import { pipesQuery } from './pipes.js';
import { credentialsQuery, systemsQuery } from './systems.js';
import type { ApiDefinition } from './types.js';

export const hasSample = ({ sample_response: sample }: ApiDefinition): boolean =>
  sample !== null && sample !== undefined;

export interface Progress {
  /** Undefined while it is not known. */
  done: boolean | undefined;
  /** Everything that the steps are told from has arrived. */
  isKnown: boolean;
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
  const known = pipes.data !== undefined;
  const ran = pipes.data?.rows.some((pipe) => {
    const status = pipe.last_run?.status;
    return status === 'succeeded' || status === 'partially_failed';
  });
  return {
    done: known ? ran : undefined,
    isKnown: [systems, credentials, apis, flows, pipes].every((query) => query.data !== undefined),
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
