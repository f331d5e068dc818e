// How old rows of runs go, in batches: runs by the project's setting, deliveries by the pipe's, settled errors after 90 days.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { FlowsService } from '../flows/flows.service.js';

const RUNS_PER_PIPE = 10_000;
const SETTLED_DAYS = 90;

/** Each deletes at most $1 rows. */
const CLEANERS: Record<string, string> = {
  runs: `
    delete from runs where id in (
      select r.id from runs r join projects p on p.id = r.project_id
       where r.status not in ('queued', 'running', 'waiting')
         and r.created_at < now() - make_interval(days => coalesce((p.settings->>'runs___retention_days')::int, 30))
       limit $1)`,
  runs_of_busy_pipes: `
    delete from runs where id in (
      select r.id from (select distinct pipe_id from runs) p
       cross join lateral (
         select id from runs where pipe_id = p.pipe_id and status not in ('queued', 'running', 'waiting')
          order by created_at desc, id desc offset ${RUNS_PER_PIPE}) r
       limit $1)`,
  record_errors: `
    delete from record_errors where id in (
      select id from record_errors where state in ('resolved', 'ignored') and updated_at < now() - interval '${SETTLED_DAYS} days' limit $1)`,
  // the stages of a failed record stay while its error does
  run_records: `
    delete from run_records where id in (
      select l.id from run_records l
       where not exists (select 1 from runs r where r.id = l.run_id) and not exists (select 1 from record_errors e where e.line_id = l.id)
       limit $1)`,
  run_page_parts: `
    delete from run_page_parts where (run_id, page) in (
      select p.run_id, p.page from run_page_parts p
       where not exists (select 1 from run_records l where l.run_id = p.run_id) limit $1)`,
  run_snapshots: `
    delete from run_snapshots where (project_id, id) in (
      select s.project_id, s.id from run_snapshots s
       where s.created_at < now() - interval '1 day' and not exists (select 1 from runs r where r.project_id = s.project_id and r.snapshot_id = s.id)
       limit $1)`,
  credential_health: `
    delete from credential_health where credential_id in (
      select h.credential_id from credential_health h
       where not exists (select 1 from credentials c where c.id = h.credential_id)
         and not exists (select 1 from systems s where s.id = h.credential_id) limit $1)`,
  credential_in_flight: `
    delete from credential_in_flight where (credential_id, process_id) in (
      select credential_id, process_id from credential_in_flight where seen_at < now() - interval '1 hour' limit $1)`,
  api_call_times: `
    delete from api_call_times where (project_id, api_id, hour) in (
      select project_id, api_id, hour from api_call_times where hour < now() - interval '90 days' limit $1)`,
};

const OLD_DELIVERIES = `
  from deliveries d where d.pipe_id = p.id and p.ledger_retention_days > 0 and d.state in ('delivered', 'failed', 'ignored')
   and d.at < now() - make_interval(days => p.ledger_retention_days)`;

interface LedgerOwner {
  id: string;
  project_id: string;
  flow_id: string;
}

@Injectable()
export class RunRetention {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly flows: FlowsService,
    maintenance: MaintenanceRegistry,
  ) {
    for (const [name, statement] of Object.entries(CLEANERS))
      maintenance.clean(name, (limit) => this.delete(statement, [limit]));
    maintenance.clean('deliveries', (limit) => this.deleteDeliveries(limit));
  }

  /** What is unknown is never forgotten, and where nothing may be sent twice neither is what was delivered. */
  private async deleteDeliveries(limit: number): Promise<number> {
    const pipes: LedgerOwner[] = await this.dataSource.query(
      `select p.id, p.project_id, p.flow_id from pipes p where exists (select 1 ${OLD_DELIVERIES})`,
    );
    let deleted = 0;
    for (const pipe of pipes) {
      if (deleted >= limit) break;
      const held = await this.flows.heldHandlerIds(pipe.project_id, pipe.flow_id);
      deleted += await this.delete(
        `delete from deliveries where (pipe_id, handler_id, record_key) in (
           select d.pipe_id, d.handler_id, d.record_key from pipes p cross join lateral (
             select d.* ${OLD_DELIVERIES} and d.handler_id <> all($3) limit $1) d
            where p.id = $2)`,
        [limit - deleted, pipe.id, held],
      );
    }
    return deleted;
  }

  private async delete(statement: string, values: unknown[]): Promise<number> {
    const answer: unknown = await this.dataSource.query(statement, values);
    return (answer as [unknown[], number])[1];
  }
}
