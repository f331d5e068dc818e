// How old rows of runs go, in batches: runs by the project's setting, deliveries by the pipe's, settled errors after 90 days.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';

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
  // what is unknown is never forgotten, and where nothing may be sent twice neither is what was delivered
  deliveries: `
    delete from deliveries where (pipe_id, handler_id, record_key) in (
      select d.pipe_id, d.handler_id, d.record_key from pipes p join deliveries d on d.pipe_id = p.id
       where p.ledger_retention_days > 0 and d.state in ('delivered', 'failed')
         and d.at < now() - make_interval(days => p.ledger_retention_days)
         and not exists (
           select 1 from flow_versions v
            cross join lateral json_array_elements(v.handlers) h
             join apis a on a.project_id = p.project_id and a.id::text = h->>'api_id'
            where v.flow_id = p.flow_id and h->>'handler_id' = d.handler_id and a.on_unknown = 'hold')
       limit $1)`,
  run_snapshots: `
    delete from run_snapshots where (project_id, id) in (
      select s.project_id, s.id from run_snapshots s
       where s.created_at < now() - interval '1 day' and not exists (select 1 from runs r where r.project_id = s.project_id and r.snapshot_id = s.id)
       limit $1)`,
  credential_in_flight: `
    delete from credential_in_flight where (credential_id, process_id) in (
      select credential_id, process_id from credential_in_flight where seen_at < now() - interval '1 hour' limit $1)`,
  api_call_times: `
    delete from api_call_times where (project_id, api_id, hour) in (
      select project_id, api_id, hour from api_call_times where hour < now() - interval '90 days' limit $1)`,
};

@Injectable()
export class RunRetention {
  constructor(@InjectDataSource() dataSource: DataSource, maintenance: MaintenanceRegistry) {
    for (const [name, statement] of Object.entries(CLEANERS)) {
      maintenance.clean(name, async (limit) => {
        const answer: unknown = await dataSource.query(statement, [limit]);
        return (answer as [unknown[], number])[1];
      });
    }
  }
}
