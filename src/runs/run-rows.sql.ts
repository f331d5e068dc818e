// What the statements about runs and their leases have in common.
import type { EntityManager } from 'typeorm';

/** A worker that was not seen for so long has lost its runs. */
export const LEASE_MS = 15_000;

/** The worker `w` of a lease `l` lives; null without a worker. */
export const ALIVE = `w.seen_at > now() - interval '${LEASE_MS / 1000} seconds'`;

/** One writer at a time decides about the runs of a pipe. */
export async function lockPipe(manager: EntityManager, pipeId: string): Promise<void> {
  await manager.query("select pg_advisory_xact_lock(hashtextextended('pipe:' || $1::text, 0))", [pipeId]);
}

/** One at a time takes a place among the runs of a project; after the lock of the pipe. */
export async function lockProject(manager: EntityManager, projectId: string): Promise<void> {
  await manager.query("select pg_advisory_xact_lock(hashtextextended('project:' || $1::text, 0))", [
    projectId,
  ]);
}

/** Whoever changes a run locks its lease first and its row second: nobody waits in a circle. */
export async function lockLease(manager: EntityManager, runId: string): Promise<void> {
  await manager.query('select 1 from run_leases where run_id = $1 for update', [runId]);
}

/** Runs of one project at once, where its settings say nothing. */
const DEFAULT_PROJECT_RUNS = 5;

/** Counted, never stored: what a dead worker held is free by itself. `project`: an expression. */
export const isProjectFull = (project: string): string => `(
  (select count(*) from runs o join run_leases l on l.run_id = o.id join run_workers w on w.id = l.worker_id
    where o.project_id = ${project} and o.status = 'running' and ${ALIVE})
  >= coalesce((select (settings->>'runs___max_concurrent')::int from projects where id = ${project}), ${DEFAULT_PROJECT_RUNS}))`;

/** TypeORM answers `[rows, count]` to an update with returning. */
export function rowsOf<T>(result: unknown): T[] {
  const answer = result as T[] | [T[], number];
  return (Array.isArray(answer[0]) ? answer[0] : answer) as T[];
}
