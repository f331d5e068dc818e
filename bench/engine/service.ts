/** The service in this process with a pipe from the sample shop to the sample ERP, called as a client would. */
import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import { orderMapping } from '../../apps/demo/src/order-mapping.js';
import { erpSalesOrder, shopOrders } from '../../apps/demo/src/samples.js';
import { parseEnvironment } from '../../src/config/environment.js';
import { createApp } from '../../src/create-app.js';
import { openInstance } from '../../src/instance.js';
import type { Place } from './place.js';

export type BenchKind = 'single' | 'hold' | 'batch' | 'holdBatch';

export interface BenchPipe {
  name: string;
  pipeId: string;
}

type Data = ReturnType<typeof JSON.parse>;

export class BenchService {
  private token = '';
  private projectId = '';
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly closeAll: () => Promise<void>,
    private readonly sql: Pool,
    private readonly place: Place,
  ) {}

  /** `role` `api`: other processes run the pipes. The first of the places is that of the pipes where none is named. */
  static async open(
    databaseUrl: string,
    dataDir: string,
    [place, ...others]: [Place, ...Place[]],
    role = 'api,worker',
  ): Promise<BenchService> {
    const allow = allowed([place, ...others]);
    const instance = await openInstance(
      parseEnvironment({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ROLE: role,
        OUTBOUND_ALLOW: allow,
        RATE_LIMIT_PER_SECOND: '0',
      }),
    );
    const app = await createApp(instance.config);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const sql = new Pool({ connectionString: databaseUrl, max: 4 });
    sql.on('error', () => undefined);
    const close = async (): Promise<void> => {
      await sql.end();
      await app.close();
      await instance.close();
    };
    const service = new BenchService(app, close, sql, place);
    const owner = {
      setup_token: instance.config.setupToken,
      name: 'Bench',
      email: 'bench@example.com',
      password: randomBytes(12).toString('hex'),
    };
    service.token = (await service.post('/api/auth/setup', owner)).access_token;
    service.token = (
      await service.post('/api/access_tokens/create', { token_name: 'bench', expires_in_days: 1 })
    ).access_token;
    service.projectId = (await service.post('/api/projects/create', { project_name: 'Bench' })).project_id;
    return service;
  }

  close(): Promise<void> {
    return this.closeAll();
  }

  /** One pipe for each way to deliver. */
  async pipes(place = this.place, label = ''): Promise<Record<BenchKind, BenchPipe>> {
    const shop = await this.system(`Shop${label}`, place.shopUrl, place.shopToken);
    const erp = await this.system(`ERP${label}`, place.erpUrl, place.erpToken);
    const orders = await this.make('apis', {
      api_name: `Orders${label}`,
      system_id: shop.systemId,
      method: 'GET',
      path: '/orders',
      records_path: 'orders',
      record_key: ['id'],
      sample_response: shopOrders,
      pagination: {
        kind: 'page',
        parameter: 'page',
        start: 1,
        size_parameter: 'page_size',
        size: 250,
        has_more_path: 'has_more',
      },
    });
    const write = {
      system_id: erp.systemId,
      method: 'POST',
      body_type: 'json',
      sample_request: { body: erpSalesOrder },
    };
    const credentials = [shop.credentialId, erp.credentialId];
    const keyed = { idempotency_header: 'Idempotency-Key' };
    const batch = { max_records: 100, path: 'sales_orders', answer: 'by_index', result_path: 'results' };
    return {
      single: await this.pipe(
        `one request per record, resend${label}`,
        orders.api_id,
        { ...write, ...keyed, path: '/sales-orders' },
        credentials,
      ),
      batch: await this.pipe(
        `batches of 100, resend${label}`,
        orders.api_id,
        { ...write, ...keyed, path: '/sales-orders/batch', batch },
        credentials,
      ),
      hold: await this.pipe(
        `one request per record, hold${label}`,
        orders.api_id,
        { ...write, path: '/sales-orders', on_unknown: 'hold' },
        credentials,
      ),
      holdBatch: await this.pipe(
        `batches of 100, hold${label}`,
        orders.api_id,
        { ...write, path: '/sales-orders/batch', batch, on_unknown: 'hold' },
        credentials,
      ),
    };
  }

  /** How many workers have runs in hand, once so many runs have been taken. */
  async workersWith(runs: number): Promise<number> {
    for (;;) {
      const { rows } = await this.sql.query<{ runs: number; workers: number }>(
        'select count(worker_id)::int as runs, count(distinct worker_id)::int as workers from run_leases',
      );
      if ((rows[0]?.runs ?? 0) >= runs) return rows[0]?.workers ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** The ledger as before the first run of a pipe, without the rows that a round before has left behind. */
  async emptyLedger(): Promise<void> {
    await this.sql.query('truncate deliveries');
  }

  /**
   * Runs the pipe; answers seconds from the call to the end as the run tells it (without its last commit: a few ms), and
   * ms from the call to the start. It is asked for seldom, since this process is the one that is measured.
   */
  async run(pipe: BenchPipe): Promise<{ seconds: number; startMs: number; delivered: number }> {
    const asked = Date.now();
    const { run_id } = await this.post(this.at(`pipes/run/${pipe.pipeId}`), {});
    for (;;) {
      const { rows } = await this.sql.query<{
        status: string;
        started_at: Date | null;
        finished_at: Date | null;
        counts: { delivered: number } | null;
        error: unknown;
      }>('select status, started_at, finished_at, counts, error from runs where id = $1', [run_id]);
      const [run] = rows;
      if (run && run.status !== 'queued' && run.status !== 'running') {
        if (run.status !== 'succeeded')
          throw new Error(`the run ended ${run.status}: ${JSON.stringify(run.error)}`);
        return {
          seconds: ((run.finished_at?.getTime() ?? Date.now()) - asked) / 1000,
          startMs: (run.started_at?.getTime() ?? asked) - asked,
          delivered: run.counts?.delivered ?? 0,
        };
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async system(
    name: string,
    url: string,
    token: string,
  ): Promise<{ systemId: string; credentialId: string }> {
    const { system_id } = await this.make('systems', {
      system_name: name,
      base_url: url,
      authentication_type: 'bearer_token',
    });
    const { credential_id } = await this.make('credentials', {
      credential_name: name,
      system_id,
      inputs: { token },
    });
    return { systemId: system_id, credentialId: credential_id };
  }

  private async pipe(
    name: string,
    ordersApiId: string,
    write: object,
    credentials: string[],
  ): Promise<BenchPipe> {
    const { api_id } = await this.make('apis', { api_name: name, ...write });
    const { flow_id } = await this.make('flows', {
      flow_name: name,
      handlers: [
        { handler_id: 'orders', kind: 'api_call', api_id: ordersApiId },
        { handler_id: 'map', kind: 'mapping', source_handler_ids: ['orders'], destination_handler_id: 'erp' },
        { handler_id: 'erp', kind: 'api_call', api_id },
      ],
    });
    await this.post(this.at(`flows/publish/${flow_id}`), {});
    const { pipe_id } = await this.make('pipes', {
      pipe_name: name,
      flow_id,
      credential_ids: credentials,
      concurrency: 16,
    });
    await this.post(this.at(`pipes/${pipe_id}/mappings/map/update`), { version: 0, document: orderMapping });
    return { name, pipeId: pipe_id };
  }

  private at(route: string): string {
    return `/workspace/${this.projectId}/api/${route}`;
  }

  private make(resource: string, body: object): Promise<Data> {
    return this.post(this.at(`${resource}/create`), body);
  }

  private async post(url: string, body: object): Promise<Data> {
    const answer = await this.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      payload: JSON.stringify(body),
    });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.payload}`);
    return (JSON.parse(answer.payload) as { data: Data }).data;
  }
}

/** OUTBOUND_ALLOW for the systems of these places. */
export function allowed(places: readonly Place[]): string {
  return places.flatMap(({ shopUrl, erpUrl }) => [shopUrl, erpUrl].map((url) => new URL(url).host)).join(',');
}
