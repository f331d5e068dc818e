// How long calls take, by API, for "the slowest API" in the statistics: kept in memory and added up in the database.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { endsWithin } from '../common/ends-within.js';

interface Sum {
  calls: number;
  totalMs: number;
}

const FLUSH_EVERY_MS = 10_000;
const LAST_WAIT_MS = 1_000;

@Injectable()
export class CallTimes implements OnApplicationShutdown {
  /** by project and API */
  private sums = new Map<string, Map<string, Sum>>();
  private readonly timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  note(projectId: string, apiId: string, ms: number): void {
    let ofProject = this.sums.get(projectId);
    if (!ofProject) {
      ofProject = new Map<string, Sum>();
      this.sums.set(projectId, ofProject);
    }
    const sum = ofProject.get(apiId);
    if (sum) {
      sum.calls += 1;
      sum.totalMs += ms;
    } else ofProject.set(apiId, { calls: 1, totalMs: ms });
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await endsWithin(this.flush(), LAST_WAIT_MS);
  }

  /** Statistics may be lost: a failure is not told. */
  private async flush(): Promise<void> {
    if (this.sums.size === 0) return;
    const entries = [...this.sums].flatMap(([projectId, apis]) =>
      [...apis].map(([apiId, sum]) => ({ projectId, apiId, ...sum })),
    );
    this.sums = new Map();
    await this.dataSource
      .query(
        `insert into api_call_times (project_id, api_id, hour, calls, total_ms)
         select u.project_id, u.api_id, date_trunc('hour', now()), u.calls, u.total_ms
           from unnest($1::uuid[], $2::uuid[], $3::int[], $4::float8[]) as u(project_id, api_id, calls, total_ms)
          where exists (select 1 from projects p where p.id = u.project_id)
         on conflict (project_id, api_id, hour) do update set calls = api_call_times.calls + excluded.calls, total_ms = api_call_times.total_ms + excluded.total_ms`,
        [
          entries.map(({ projectId }) => projectId),
          entries.map(({ apiId }) => apiId),
          entries.map(({ calls }) => calls),
          entries.map(({ totalMs }) => totalMs),
        ],
      )
      .catch(() => undefined);
  }
}
