// Every repository method that takes a project, called in one project with the ids of another: it must do as it does
// with ids that nobody has, and touch no row of the other. The second lock, behind the scoped read of the service.
import type { TestApp } from '../../support/create-test-app.js';
import { RANDOM_ID } from '../../support/factories.js';
import type { TableSnapshot } from '../../support/table-snapshot.js';
import { type Repository, SCOPED_CALLS } from './scoped-calls.js';
import type { Ids } from './world.js';

interface Place {
  /** The project in whose name the call is made. */
  project: string;
  ids: Ids;
}

export class Scopes {
  private readonly random: Ids;

  constructor(
    private readonly test: TestApp,
    private readonly snapshot: TableSnapshot,
    private readonly own: Ids,
    private readonly other: Ids,
  ) {
    this.random = Object.fromEntries(
      Object.entries(other).map(([kind, id]) => [kind, isUuid(id) ? RANDOM_ID : id]),
    );
  }

  /** `name`: `FlowRepository.get`, or a class alone for all of its methods. */
  async *faults(name: string): AsyncGenerator<string> {
    for (const { repository, method, args } of SCOPED_CALLS) {
      if (name !== repository.name && name !== `${repository.name}.${method}`) continue;
      const call = (place: Place) => this.outcome(repository, method, place.project, args(place.ids));
      const title = `${repository.name}.${method}(${Object.keys(args(this.other)).length} arguments)`;
      const before = await this.rowsOf(this.other.project!);
      const mixed = await call({ project: this.own.project!, ids: this.other });
      if ((await this.rowsOf(this.other.project!)) !== before) yield `${title} changed another project`;
      const random = await call({ project: this.own.project!, ids: this.random });
      if (this.anonymous(mixed) !== this.anonymous(random))
        yield `${title} told the ids of another project apart: ${mixed} | ${random}`.slice(0, 600);
      for (const [kind, id] of Object.entries(this.other))
        if (mixed.startsWith('answer') && isUuid(id) && mixed.includes(id))
          yield `${title} answered the ${kind} of another project`;
      await this.snapshot.restore();
      // Without this the comparison could be of two calls that do nothing anywhere.
      const theirs = await call({ project: this.other.project!, ids: this.other });
      if (theirs === mixed && (await this.rowsOf(this.other.project!)) === before)
        yield `${title} does nothing in its own project either: the test is blind`;
      await this.snapshot.restore();
    }
  }

  private async outcome(
    repository: Repository,
    method: string,
    project: string,
    args: unknown[],
  ): Promise<string> {
    const target = this.test.app.get<Record<string, (...all: unknown[]) => unknown>>(repository, {
      strict: false,
    });
    try {
      return `answer ${JSON.stringify(await target[method]!(project, ...args), spread)}`;
    } catch (error) {
      return `error ${(error as Error).message}`;
    }
  }

  private anonymous(text: string): string {
    return Object.values(this.other).reduce(
      (masked, id) => (isUuid(id) ? masked.replaceAll(id, RANDOM_ID) : masked),
      // Times of writing differ between two calls.
      text.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"'),
    );
  }

  /** One mark over all rows of a project, in whatever table. */
  private async rowsOf(project: string): Promise<string> {
    const tables = await this.test.sql<{ name: string; by_project: boolean }>(
      `select table_name as name, bool_or(column_name = 'project_id') as by_project from information_schema.columns
       where table_schema = 'public' and column_name in ('project_id', 'pipe_id') group by 1 order by 1`,
    );
    const marks: string[] = [];
    for (const { name, by_project: byProject } of tables) {
      const where = byProject ? 'project_id = $1' : 'pipe_id in (select id from pipes where project_id = $1)';
      const [row] = await this.test.sql<{ mark: string }>(
        `select coalesce(md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)), '') as mark from "${name}" t where ${where}`,
        [project],
      );
      marks.push(`${name} ${row!.mark}`);
    }
    return marks.join('\n');
  }
}

const isUuid = (text: string): boolean => text.length === 36;

const spread = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Rows that only runs would make, in a project of the world; answers their ids beside those that it has. */
export async function withRunRows(test: TestApp, ids: Ids, ending: string): Promise<Ids> {
  const id = (start: string) => `${start}0000000-0000-7000-8000-00000000000${ending}`;
  const more = { ...ids, record: id('a'), error: id('b'), retrying: id('c'), log: id('d') };
  const { project, pipe, run, api, attempt } = ids;
  await test.sql(
    `insert into run_records (id, project_id, run_id, handler_id, record_key, status, code, attempt, page, source)
     values ($1, $2, $3, 'orders', 'k', 'failed', 'X', 1, 1, '{"of": "${ending}"}')`,
    [more.record, project, run],
  );
  for (const [error, state] of [
    [more.error, 'open'],
    [more.retrying, 'retrying'],
  ])
    await test.sql(
      `insert into record_errors (id, project_id, pipe_id, run_id, line_id, handler_id, record_key, code, message, attempt, state, last_seen_at)
       values ($1, $2, $3, $4, $5, 'orders', $6, 'X', 'x', 1, $6, now())`,
      [error, project, pipe, run, more.record, state],
    );
  await test.sql(
    "insert into pipe_cursors (pipe_id, handler_id, cursor, version) values ($1, 'orders', 'c', 1)",
    [pipe],
  );
  await test.sql(
    "insert into api_call_times (project_id, api_id, hour, calls, total_ms) values ($1, $2, date_trunc('hour', now()), 1, $3)",
    [project, api, Number(ending)],
  );
  await test.sql(
    `insert into activity_logs (id, project_id, at, actor, action, resource_type, resource_id, name)
     values ($1, $2, now(), 'x', 'updated', 'pipe', $3, 'x')`,
    [more.log, project, pipe],
  );
  await test.sql(
    `update runs set status = 'waiting', started_at = now() - make_interval(hours => $2), response = '"taken"' where id = $1`,
    [run, Number(ending)],
  );
  await test.sql('update pipes set enabled = true where id = $1', [pipe]);
  await test.sql("update credentials set lease_owner = 'scope' where project_id = $1", [project]);
  const [row] = await test.sql<{
    credential_id: string;
    system_id: string;
    snapshot_id: string;
    run_pipe: string;
  }>(
    `select a.credential_id, c.system_id, r.snapshot_id, r.pipe_id as run_pipe
     from consent_attempts a join credentials c on c.id = a.credential_id, runs r where a.id = $1 and r.id = $2`,
    [attempt, run],
  );
  return {
    ...more,
    consentCredential: row!.credential_id,
    consentSystem: row!.system_id,
    snapshot: row!.snapshot_id,
    runPipe: row!.run_pipe,
  };
}
