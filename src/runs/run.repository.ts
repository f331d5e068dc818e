// Runs as a project sees them: lists, one, records, statistics. Lists never load payloads.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retriedTransaction } from '../database/retried-transaction.js';
import { exampleStages, type FoundRows, withinOneAnswer } from './bounded-rows.sql.js';
import { DomainError } from '../common/errors/domain-error.js';
import type { RunCounts, RunErrorDocument, RunStatus, RunTrigger, RunWarning } from './run.types.js';
import { fieldOf, reasonOf } from './cause.sql.js';
import { type RetrySource, withinOneRun } from './retry-sources.js';

export interface RunRow {
  id: string;
  pipe_id: string;
  pipe_name: string;
  snapshot_id: string;
  trigger: RunTrigger;
  status: RunStatus;
  counts: RunCounts | null;
  error: RunErrorDocument | null;
  warnings: RunWarning[];
  waiting_until: Date | null;
  waiting_reason: string | null;
  cancel_requested_at: Date | null;
  attempts: number;
  pages: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface RunRecordRow {
  id: string;
  record_key: string;
  handler_id: string;
  status: string;
  class: string | null;
  code: string | null;
  message: string | null;
  errors: Record<string, unknown>[];
  warnings: Record<string, unknown>[];
  attempt: number;
  source: string | null;
  mapped: string | null;
  request: string | null;
  response: string | null;
  created_at: Date;
  count?: string;
}

export interface RunFilter {
  pipeId?: string;
  status?: string;
  from?: Date;
  to?: Date;
}

export interface HourRow {
  hour: Date;
  runs: string;
  delivered: string;
  skipped: string;
  failed: string;
}

export interface SlowestRow {
  api_id: string;
  api_name: string;
  calls: string;
  mean_ms: number;
}

const COLUMNS = `r.id, r.pipe_id, p.pipe_name, r.snapshot_id, r.trigger, r.status, coalesce(r.counts, g.counts) as counts, r.error,
  case when g.run_id is null then r.warnings else g.warnings end as warnings, r.waiting_until, r.waiting_reason, r.cancel_requested_at,
  r.attempts, coalesce(g.pages, r.pages) as pages, r.created_at, r.started_at, r.finished_at`;
const FROM = 'from runs r join pipes p on p.id = r.pipe_id left join run_progress g on g.run_id = r.id';

@Injectable()
export class RunRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async list(
    projectId: string,
    filter: RunFilter,
    after: [Date, string] | null,
    limit: number,
  ): Promise<RunRow[]> {
    return this.dataSource.query(
      `select ${COLUMNS} ${FROM}
        where r.project_id = $1 and ($2::uuid is null or r.pipe_id = $2) and ($3::text is null or r.status = $3)
          and ($4::timestamptz is null or r.created_at >= $4) and ($5::timestamptz is null or r.created_at < $5)
          and ($6::timestamptz is null or (r.created_at, r.id) < ($6, $7::uuid))
        order by r.created_at desc, r.id desc limit $8`,
      [
        projectId,
        filter.pipeId ?? null,
        filter.status ?? null,
        filter.from ?? null,
        filter.to ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit,
      ],
    );
  }

  async get(projectId: string, runId: string): Promise<RunRow> {
    const [row]: RunRow[] = await this.dataSource.query(
      `select ${COLUMNS} ${FROM} where r.project_id = $1 and r.id = $2`,
      [projectId, runId],
    );
    if (!row) throw DomainError.notFound('run');
    return row;
  }

  /** What a webhook that waits is answered with. */
  async response(projectId: string, runId: string): Promise<unknown> {
    const [row]: { response: unknown }[] = await this.dataSource.query(
      'select response from runs where project_id = $1 and id = $2',
      [projectId, runId],
    );
    return row?.response ?? null;
  }

  async records(
    projectId: string,
    runId: string,
    status: string | null,
    after: string | null,
    limit: number,
  ): Promise<(RunRecordRow & FoundRows)[]> {
    return this.dataSource.query(
      withinOneAnswer(
        `select id, record_key, handler_id, status, class, code, message, errors, warnings, attempt, source, mapped, request, response, created_at
           from run_records where project_id = $1 and run_id = $2 and ($3::text is null or status = $3) and ($4::uuid is null or id > $4)
          order by id limit $5`,
        'id',
      ),
      [projectId, runId, status, after, limit],
    );
  }

  /** One row for each cause (handler, code, field, reason), with one of its records as the example. */
  async causes(projectId: string, runId: string, status: string | null): Promise<RunRecordRow[]> {
    return this.dataSource.query(
      `select * from (
         select distinct on (cause) *, count(*) over (partition by cause) as count from (
           select id, record_key, handler_id, status, class, code, message, errors, warnings, attempt, ${exampleStages('run_records')}, created_at,
                  (handler_id, status, class, code, ${fieldOf("errors->0->>'to'")}, ${reasonOf('message')}) as cause
             from run_records where project_id = $1 and run_id = $2 and ($3::text is null or status = $3)) r
          order by cause, id) c
       order by count desc, id limit 200`,
      [projectId, runId, status],
    );
  }

  /** Sources of the failed records of a run, one for each key, as many as fit into one run; ignored ones only by name. */
  async failedSources(projectId: string, runId: string, keys: string[] | null): Promise<RetrySource[]> {
    return this.dataSource.query(
      withinOneRun(
        `select distinct on (record_key) record_key, id as line_id, run_id, page, source, sealed_source,
                array_remove(array_agg(case when code = 'UNKNOWN_OUTCOME' then handler_id end) over (partition by record_key), null) as unknown_at
           from run_records f
          where project_id = $1 and run_id = $2 and status = 'failed' and source is not null
            and (($3::text[] is null and code is distinct from 'UNKNOWN_OUTCOME' and not exists (
                   select 1 from deliveries d join runs r on r.pipe_id = d.pipe_id
                    where r.id = $2 and d.handler_id = f.handler_id and d.record_key = f.record_key and d.state = 'ignored')) or record_key = any($3)) order by record_key, id desc`,
      ),
      [projectId, runId, keys],
    );
  }

  async perHour(projectId: string, from: Date, to: Date): Promise<HourRow[]> {
    return this.dataSource.query(
      `select date_trunc('hour', started_at) as hour, count(*) as runs,
              coalesce(sum((counts->>'delivered')::bigint), 0) as delivered, coalesce(sum((counts->>'skipped')::bigint), 0) as skipped,
              coalesce(sum((counts->>'failed')::bigint), 0) as failed
         from runs where project_id = $1 and started_at >= $2 and started_at < $3 and trigger not in ('dry_run', 'reconcile') group by 1 order by 1`,
      [projectId, from, to],
    );
  }

  async slowestApi(projectId: string, from: Date, to: Date): Promise<SlowestRow | null> {
    const [row]: SlowestRow[] = await this.dataSource.query(
      `select t.api_id, a.api_name, sum(t.calls) as calls, sum(t.total_ms) / sum(t.calls) as mean_ms
         from api_call_times t join apis a on a.id = t.api_id
        where t.project_id = $1 and t.hour >= date_trunc('hour', $2::timestamptz) and t.hour < $3 group by 1, 2 order by 4 desc limit 1`,
      [projectId, from, to],
    );
    return row ?? null;
  }

  async activeIds(projectId: string, pipeId: string | null): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      "select id from runs where project_id = $1 and ($2::uuid is null or pipe_id = $2) and status in ('queued', 'running', 'waiting')",
      [projectId, pipeId],
    );
    return rows.map((row) => row.id);
  }

  /** `atStartOf`: only while that run has read nothing. */
  async resetCursors(
    projectId: string,
    pipeId: string,
    {
      manager = this.dataSource.manager,
      atStartOf = null,
    }: { manager?: EntityManager; atStartOf?: string | null } = {},
  ): Promise<void> {
    await manager.query(
      // a row where there was none, too: a run at work must not store what it has read since
      `insert into pipe_cursors (pipe_id, handler_id, cursor, version)
       select p.id, h.id, null, 1
         from pipes p
         join flows f on f.project_id = p.project_id and f.id = p.flow_id
        cross join lateral (
          select handler_id as id from pipe_cursors where pipe_id = p.id
          union
          select each->>'handler_id'
            from flow_versions v
           cross join lateral json_array_elements(v.handlers) each
            join apis a on a.project_id = v.project_id and a.id::text = each->>'api_id' and a.incremental is not null
           where v.project_id = f.project_id and v.flow_id = f.id and v.version = f.published_version) h
        where p.project_id = $1 and p.id = $2 and not exists (select 1 from run_progress where run_id = $3::uuid)
       on conflict (pipe_id, handler_id) do update set cursor = null, version = pipe_cursors.version + 1`,
      [projectId, pipeId, atStartOf],
    );
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return retriedTransaction(this.dataSource, work);
  }
}
