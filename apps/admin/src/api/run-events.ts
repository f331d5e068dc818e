/**
 * Live runs by server-sent events, read with fetch since an EventSource sends no bearer token. The queries keep
 * asking while no stream is open, so a proxy that cuts streams costs freshness, never truth.
 */
import { useEffect, useRef, useState } from 'react';
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { runsEvents } from '#sdk';
import { client, type Cursored } from './call.js';
import { isActive, runQuery, runsQuery, type RunFilter } from './runs.js';
import type { Run } from './types.js';

/** Wait before a stream that broke is opened again; the queries poll meanwhile. */
const AGAIN_AFTER_MS = 5_000;

/** Puts what a stream says of a run where its page and every list read it. */
function showRun(cache: QueryClient, project: string, run: Run): void {
  cache.setQueryData<Run>(['p', project, 'runs', run.run_id], (old) => ({ ...old, ...run }));
  cache.setQueriesData<InfiniteData<Cursored<Run>>>({ queryKey: ['p', project, 'runs', 'list'] }, (old) =>
    old === undefined
      ? old
      : {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.run_id === run.run_id ? { ...row, ...run } : row)),
          })),
        },
  );
}

async function follow(
  cache: QueryClient,
  project: string,
  id: string,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const { stream } = await runsEvents({
    client,
    path: { project_id: project, id },
    signal,
    sseMaxRetryAttempts: 1,
  });
  for await (const message of stream) {
    if (signal.aborted) return;
    onOpen();
    const run: unknown = message;
    if (typeof run === 'object' && run !== null && 'run_id' in run) showRun(cache, project, run as Run);
  }
}

/** Streams that a list opens at most: a browser keeps few connections to one host, and tabs share them. */
const LIST_STREAMS = 2;

/** Follows the runs named (those that are active); answers whether every one of them is followed just now. */
function useRunEvents(project: string, ids: readonly string[]): boolean {
  const cache = useQueryClient();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const key = ids.join(' ');
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const mark = (id: string, isOpen: boolean) => {
      setOpen((old) => {
        if (signal.aborted || old.has(id) === isOpen) return old;
        const next = new Set(old);
        if (isOpen) next.add(id);
        else next.delete(id);
        return next;
      });
    };
    const watch = async (id: string) => {
      while (!signal.aborted) {
        await follow(cache, project, id, signal, () => {
          mark(id, true);
        }).catch(() => undefined);
        mark(id, false);
        if (!signal.aborted) await cache.invalidateQueries({ queryKey: ['p', project, 'runs'] });
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    };
    for (const id of key === '' ? [] : key.split(' ')) void watch(id);
    return () => {
      stop.abort();
      setOpen(new Set());
    };
  }, [cache, project, key]);
  return ids.length > 0 && ids.every((id) => open.has(id));
}

/** A first answer that is under way when a run ends is not asked for anew, and may be of before the end. */
const LAST_LOOK_MS = 1_500;

/** What is asked for only while a run is active is asked for once more when it has ended: that is what it ended with. */
function useLastLook(project: string, id: string, active: boolean | undefined): void {
  const cache = useQueryClient();
  const seenActive = useRef<string | null>(null);
  useEffect(() => {
    if (active === true) seenActive.current = id;
    if (active !== false || seenActive.current !== id) return undefined;
    const look = () => {
      void cache.invalidateQueries({ queryKey: ['p', project, 'pipes'] });
      // the run itself has just told its end
      void cache.invalidateQueries({
        queryKey: ['p', project, 'runs'],
        predicate: ({ queryKey }) => queryKey.length > 4 || queryKey[3] !== id,
      });
    };
    look();
    const timer = setTimeout(look, LAST_LOOK_MS);
    return () => clearTimeout(timer);
  }, [cache, project, id, active]);
}

/** One run: streamed while it is active, asked for every second where the stream is not open. */
export function useLiveRun(project: string, id: string) {
  const [streamed, setStreamed] = useState(false);
  const query = runQuery(project, id);
  const run = useQuery(streamed ? { ...query, refetchInterval: false } : query);
  const active = run.data !== undefined && isActive(run.data.status);
  const open = useRunEvents(project, active ? [id] : []);
  useEffect(() => {
    setStreamed(open);
  }, [open]);
  useLastLook(project, id, run.data === undefined ? undefined : active);
  return run;
}

/** A list of runs: the newest active ones are streamed, new ones are asked for. */
export function useLiveRuns(project: string, filter: RunFilter, limit?: number) {
  const runs = useInfiniteQuery(runsQuery(project, filter, limit));
  const active = (runs.data?.pages[0]?.rows ?? []).filter((run) => isActive(run.status));
  useRunEvents(
    project,
    active.slice(0, LIST_STREAMS).map((run) => run.run_id),
  );
  return runs;
}
