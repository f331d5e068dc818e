// The open errors of a pipe: failed records until they are settled.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { retriedTransaction } from '../database/retried-transaction.js';
import { exampleStages, type FoundRows, withinOneAnswer } from './bounded-rows.sql.js';
import { CAUSE } from './cause.sql.js';
import { type RetrySource, withinOneRun } from './retry-sources.js';

export interface RecordErrorRow {
  id: string;
  run_id: string;
  handler_id: string;
  record_key: string;
  class: string | null;
  code: string;
  message: string;
  field_path: string | null;
  attempt: number;
  times: number;
  mapping_version: number | null;
  state: string;
  created_at: Date;
  last_seen_at: Date;
  source: string | null;
  mapped: string | null;
  request: string | null;
  response: string | null;
  cause: string;
  count?: string;
}

/** Errors of a handler, with a code, of a cause; null: any. */
interface ErrorTraits {
  handlerId: string | null;
  code: string | null;
  cause: string | null;
}

export interface ErrorFilter extends ErrorTraits {
  state: string | null;
}

export interface ErrorSelection extends ErrorTraits {
  ids: string[] | null;
}

const COLUMNS = `e.id, e.run_id, e.handler_id, e.record_key, e.class, e.code, e.message, e.field_path, e.attempt, e.times, e.mapping_version, e.state,
  e.created_at, e.last_seen_at, ${CAUSE} as cause`;
const FROM = 'from record_errors e left join run_records l on l.id = e.line_id';
/** $3 ids, $4 handler, $5 code, $6 cause. Unknown outcomes are chosen by name, code or cause, never by "all". */
const SELECTED = `e.project_id = $1 and e.pipe_id = $2 and e.state in ('open', 'retrying')
  and ($3::uuid[] is null or e.id = any($3)) and ($4::text is null or e.handler_id = $4) and ($5::text is null or e.code = $5)
  and ($6::text is null or ${CAUSE} = $6) and ($3::uuid[] is not null or $5::text is not null or $6::text is not null or e.code <> 'UNKNOWN_OUTCOME')`;

@Injectable()
export class RecordErrorRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async list(
    projectId: string,
    pipeId: string,
    { state, handlerId, code, cause }: ErrorFilter,
    after: string | null,
    limit: number,
  ): Promise<(RecordErrorRow & FoundRows)[]> {
    return this.dataSource.query(
      withinOneAnswer(
        `select ${COLUMNS}, l.source, l.mapped, l.request, l.response ${FROM} where e.project_id = $1 and e.pipe_id = $2 and ($3::text is null or e.state = $3) and ($4::uuid is null or e.id < $4)
            and ($6::text is null or ${CAUSE} = $6) and ($7::text is null or e.handler_id = $7) and ($8::text is null or e.code = $8)
          order by e.id desc limit $5`,
        'id desc',
      ),
      [projectId, pipeId, state, after, limit, cause, handlerId, code],
    );
  }

  async causes(
    projectId: string,
    pipeId: string,
    { state, handlerId, code, cause }: ErrorFilter,
  ): Promise<RecordErrorRow[]> {
    return this.dataSource.query(
      `select * from (
         select distinct on (cause) *, count(*) over (partition by cause) as count from (
           select ${COLUMNS}, ${exampleStages('l')} ${FROM} where e.project_id = $1 and e.pipe_id = $2 and ($3::text is null or e.state = $3)
              and ($4::text is null or e.handler_id = $4) and ($5::text is null or e.code = $5)) x
          where $6::text is null or cause = $6 order by cause, id desc) c
       order by count desc, id limit 200`,
      [projectId, pipeId, state, handlerId, code, cause],
    );
  }

  /** Records of the chosen open errors, one for each key, as many as fit into one run. */
  async sources(projectId: string, pipeId: string, selection: ErrorSelection): Promise<RetrySource[]> {
    return this.dataSource.query(
      withinOneRun(
        `select distinct on (e.record_key) e.record_key, l.id as line_id, l.run_id, l.page, l.source, l.sealed_source,
                array_remove(array_agg(case when e.code = 'UNKNOWN_OUTCOME' then e.handler_id end) over (partition by e.record_key), null) as unknown_at
           ${FROM}
          where ${SELECTED} and l.source is not null order by e.record_key, e.last_seen_at desc`,
      ),
      [projectId, pipeId, selection.ids, selection.handlerId, selection.code, selection.cause],
    );
  }

  /**
   * The open errors of the records that a retry sends again wait for its run, in whose transaction they are marked: its
   * end opens what it has left unsettled.
   */
  async markRetrying(
    projectId: string,
    pipeId: string,
    sources: readonly RetrySource[],
    runId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const unknown = sources.flatMap((each) => each.unknown_at.map((handler) => [each.record_key, handler]));
    await manager.query(
      `update record_errors set state = 'retrying', retry_run_id = $3, updated_at = now()
        where project_id = $1 and pipe_id = $2 and state in ('open', 'retrying') and record_key = any($4)
          and (code <> 'UNKNOWN_OUTCOME' or (record_key, handler_id) in (select * from unnest($5::text[], $6::text[])))`,
      [
        projectId,
        pipeId,
        runId,
        sources.map((each) => each.record_key),
        unknown.map(([key]) => key),
        unknown.map(([, handler]) => handler),
      ],
    );
  }

  /** A person who asks for a record by its name takes back that it shall not be sent. */
  async liftIgnored(pipeId: string, sources: readonly RetrySource[], manager: EntityManager): Promise<void> {
    await manager.query(
      `update deliveries set state = 'failed', at = now() where pipe_id = $1 and state = 'ignored' and record_key = any($2)`,
      [pipeId, sources.map((each) => each.record_key)],
    );
  }

  /** The ledger is told, too: that the destination has what was sent, or that this content shall not be sent. */
  async resolve(
    projectId: string,
    pipeId: string,
    ids: string[],
    as: 'arrived' | 'ignored',
  ): Promise<number> {
    return retriedTransaction(this.dataSource, async (manager) => {
      const answer: unknown = await manager.query(
        `update record_errors set state = $4, updated_at = now()
          where project_id = $1 and pipe_id = $2 and id = any($3) and state in ('open', 'retrying') returning handler_id, record_key`,
        [projectId, pipeId, ids, as === 'arrived' ? 'resolved' : 'ignored'],
      );
      const [rows] = answer as [{ handler_id: string; record_key: string }[], number];
      if (rows.length > 0) {
        // what is unknown is not sent again anyway, and is asked for or held as its API says
        const [state, from] =
          as === 'arrived' ? ['delivered', ['unknown', 'failed', 'intent']] : ['ignored', ['failed']];
        await manager.query(
          `update deliveries d set state = $4, response_capture = null, at = now() from unnest($2::text[], $3::text[]) as u(handler_id, record_key)
            where d.pipe_id = $1 and d.handler_id = u.handler_id and d.record_key = u.record_key and d.state = any($5)`,
          [pipeId, rows.map((row) => row.handler_id), rows.map((row) => row.record_key), state, from],
        );
      }
      return rows.length;
    });
  }
}
