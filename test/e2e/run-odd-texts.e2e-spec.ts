/** What other systems send may not fit into a column: it costs a run neither its end nor the lines of its records. */
import { DataSource } from 'typeorm';
import type { LedgerWrite, RecordLine, RunChange } from '#engine';
import { Sealer } from '../../src/common/crypto/sealer.js';
import { pgPool } from '../../src/database/pg-pool.js';
import { LineWriter } from '../../src/runs/line-writer.js';
import { PageParts } from '../../src/runs/page-parts.js';
import { PgRunStore } from '../../src/runs/pg-run-store.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import { aReadyPipe, anOrder, type Json, pageOf, type ReadyPipe, runToEnd } from '../support/runs.js';

const NO_COUNTS = { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} };
const DELIVERED: LedgerWrite = {
  handler_id: 'create',
  record_key: 'a',
  content_hash: 'h1',
  state: 'delivered',
  generation: 0,
  attempt: 1,
  external_id: null,
  version_value: null,
  response_capture: null,
  settled: true,
};

describe('odd texts and numbers in a run', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let page: Reply;
  let answer: Reply;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) =>
      query.get('page') === '1' ? page : { body: { orders: [] } },
    );
    erp = await MockServer.start(() => answer);
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  beforeEach(() => {
    page = { body: pageOf([anOrder(1)], new URLSearchParams('page=1&per_page=50')) };
    answer = { status: 201, body: {} };
  });

  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const linesOf = async (pipe: ReadyPipe, runId: string): Promise<Json[]> =>
    (await test.get(pipe.workspace.at(`runs/${runId}/records`))).body.data;

  /** The store of a run of this pipe that has ended, with its fence. */
  const storeOf = async (pipe: ReadyPipe): Promise<PgRunStore> => {
    const { run_id: runId } = await runToEnd(test, pipe);
    const [row] = await test.sql<{ project_id: string; fence: number }>(
      'select r.project_id, l.fence from runs r join run_leases l on l.run_id = r.id where r.id = $1',
      [runId],
    );
    const identity = { runId, pipeId: pipe.pipeId, projectId: row?.project_id ?? '', fence: row?.fence ?? 0 };
    const pool = pgPool(test.app.get(DataSource));
    const sealer = test.app.get(Sealer, { strict: false });
    const pages = new PageParts(null, () => undefined);
    const lines = new LineWriter({
      pool,
      sealer,
      pages,
      pipeId: pipe.pipeId,
      toText: JSON.stringify,
      scrub: (text) => text,
      keepsErrors: true,
      formerKeys: new Map(),
      mappingVersionOf: () => 1,
    });
    return new PgRunStore(pool, identity, sealer, lines, pages, true, (text) => text);
  };

  it('a list that answers binary fails its run, with the reason of the answer', async () => {
    page = { status: 400, body: { message: 'bin\u0000ary \ud83d' } };
    const run = await runToEnd(test, await aPipe());
    expect(run).toMatchObject({ status: 'failed', error: { handler_id: 'orders' } });
    expect(run.error.code).not.toBe('INTERNAL');
    expect(run.error.message).toContain('bin ary');
  });

  it('records with NUL, half characters and cut emoji are failed records, each with its line', async () => {
    const text = `${'x'.repeat(199)}🎉`;
    page = {
      body: {
        orders: [
          anOrder(1, { id: 'a\u0000', customer: { email: text } }),
          anOrder(2, { id: 'b\ud83d', customer: { email: '\u0000\udc00' } }),
          anOrder(3, { id: 'c', customer: { email: text } }),
        ],
      },
    };
    const pipe = await aPipe({
      links: [{ id: 'q', to: 'number', from: 'customer.email', type: 'integer', required: true }],
      pipe: { failure_guard: null },
    });
    for (const times of [1, 2]) {
      const run = await runToEnd(test, pipe);
      expect(run).toMatchObject({ status: 'failed', counts: { read: 3, failed: 3 } });
      expect(await linesOf(pipe, run.run_id)).toHaveLength(3);
      const { body } = await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?status=open`));
      expect(body.data.map((error: Json) => error.times)).toEqual([times, times, times]);
    }
  });

  it('a secret of digits is masked where a system repeats it as a number', async () => {
    answer = {
      status: 422,
      text: '{"customer":104417,"message":"no 104417"}',
      headers: { 'content-type': 'application/json' },
    };
    const pipe = await aPipe({ erpInputs: undefined });
    await test.post(pipe.workspace.at(`credentials/update/${pipe.erpCredentialId}`), {
      inputs: { token: '104417' },
    });
    const run = await runToEnd(test, pipe);
    expect(run.status).toBe('failed');
    expect(run.error?.code).not.toBe('INTERNAL');
    const [line] = await linesOf(pipe, run.run_id);
    expect(line.response.body).toEqual({ customer: '[secret]', message: 'no [secret]' });
  });

  it('a webhook that waits is answered every digit; too large an answer is left out, with a warning', async () => {
    const pipe = await aPipe();
    await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    const made = await test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/triggers/create`), {
      kind: 'webhook',
      source_handler_id: 'orders',
    });
    const send = async (id: number): Promise<{ text: string; body: Json }> =>
      test.post(
        `${new URL(made.body.data.url).pathname}?wait=true`,
        { orders: [anOrder(id)] },
        {
          token: null,
          headers: { 'x-webhook-token': made.body.data.secret },
        },
      );
    answer = {
      status: 201,
      text: '{"id":12345678901234567891,"s":"\\u0000"}',
      headers: { 'content-type': 'application/json' },
    };
    expect((await send(7)).text).toContain('"response":{"id":12345678901234567891,"s":"\\u0000"}');
    answer = { status: 201, body: { big: 'x'.repeat(300_000) } };
    const { body } = await send(8);
    expect(body.data).toMatchObject({ status: 'succeeded', response: null });
    const run = await test.get(pipe.workspace.at(`runs/${body.data.run_id}`));
    expect(run.body.data.warnings).toEqual([expect.objectContaining({ code: 'RESPONSE_NOT_KEPT' })]);
  });

  it('a secret that a warning would quote is masked', async () => {
    const pipe = await aPipe({ orders: { pagination: { kind: 'none' }, records_path: 'erp-token-secret' } });
    const run = await runToEnd(test, pipe);
    expect(run.warnings).toEqual([
      expect.objectContaining({ code: 'NO_RECORDS_AT_PATH', message: expect.stringContaining('[secret]') }),
    ]);
    expect(JSON.stringify(await test.sql('select * from runs where id = $1', [run.run_id]))).not.toContain(
      'erp-token-secret',
    );
  });

  it('tokens, cursors and versions that cannot be stored come back as they were', async () => {
    const pipe = await aPipe();
    const store = await storeOf(pipe);
    const next = { no: 1, value: 'a\0b\ud83d', url: null, seen: 1, last: null };
    const row = { ...DELIVERED, record_key: 'odd', version_value: 'v\0' };
    await store.cursor('orders');
    const cursor = { handler_id: 'orders', cursor: 'c\udc00' };
    const page = { page: 0, next, phase: 'records' as const, base: NO_COUNTS, warnings: [], cursor };
    await store.commit({ ledger: [row], lines: [], resolved: [], counts: NO_COUNTS, page });
    const kept = { page: 1, status: 200, headers: {}, url: '', body: Buffer.from('[]'), next };
    expect(await store.stage(kept, ['create'], ['odd'])).toMatchObject([{ version_value: 'v\0' }]);
    expect(await store.progress()).toMatchObject({ next, staged: [{ next }] });
    expect(await store.cursor('orders')).toMatchObject({ cursor: 'c\udc00' });
  });

  it('each row of a commit keeps its own values, whether the others have the same or not', async () => {
    const pipe = await aPipe();
    const store = await storeOf(pipe);
    const row = { ...DELIVERED, generation: 2, attempt: 3 };
    const other: LedgerWrite = {
      handler_id: 'null',
      record_key: 'NULL',
      content_hash: 'h2',
      state: 'intent',
      generation: 0,
      attempt: 0,
      external_id: 'e,"1"',
      version_value: '7',
      response_capture: { id: 1 },
      settled: false,
    };
    const kept = async (): Promise<Json[]> =>
      test.sql(
        `select handler_id, record_key, content_hash, state, generation, attempt, external_id, version_value,
                response_capture is not null as captured, run_id is not null as settled
           from deliveries where pipe_id = $1 and content_hash like 'h_' order by record_key collate "C"`,
        [pipe.pipeId],
      );
    const asKept = ({ response_capture, ...columns }: LedgerWrite): Json => ({
      ...columns,
      captured: response_capture !== null,
    });
    for (const rows of [
      [row],
      [
        { ...row, record_key: 'b' },
        { ...row, record_key: 'c' },
      ],
      [other, { ...row, record_key: 'd' }, { ...other, record_key: 'e' }],
      [],
    ]) {
      await store.commit({ ledger: rows, lines: [], resolved: [], counts: NO_COUNTS });
    }
    expect(await kept()).toEqual(
      [
        other,
        row,
        { ...row, record_key: 'b' },
        { ...row, record_key: 'c' },
        { ...row, record_key: 'd' },
        { ...other, record_key: 'e' },
      ].map(asKept),
    );
  });

  it('a change whose commit was not acknowledged is written once more, and counted once', async () => {
    const pipe = await aPipe();
    const store = await storeOf(pipe);
    const [{ run_id: runId }]: Json[] = (await test.get(pipe.workspace.at(`runs?pipe_id=${pipe.pipeId}`)))
      .body.data;
    const counts = { read: 1, mapped: 0, delivered: 0, skipped: 0, failed: 1, handlers: {} };
    const line: RecordLine = {
      handler_id: 'create',
      record_key: 'twice',
      status: 'failed',
      class: 'CLIENT',
      code: 'HTTP_422',
      message: 'no',
      errors: [],
      warnings: [],
      attempt: 1,
      page: 0,
      source: { id: 1 },
      mapped: null,
      request: null,
      response: null,
    };
    const change: RunChange = { ledger: [], lines: [line], resolved: [], counts };
    await store.commit(change);
    await store.commit(change);
    const kept = () =>
      test.sql(
        `select (select count(*)::int from run_records where run_id = $1 and record_key = 'twice') as lines, times
           from record_errors where pipe_id = $2 and record_key = 'twice'`,
        [runId, pipe.pipeId],
      );
    expect(await kept()).toEqual([{ lines: 1, times: 1 }]);
    await store.commit({ ...change });
    expect(await kept()).toEqual([{ lines: 2, times: 2 }]);
  });

  it('an end that the database refuses is replaced by a plain one: the run does not begin again', async () => {
    page = { status: 400, body: {} };
    const pipe = await aPipe();
    await test.sql(
      "alter table runs add constraint picky check (error is null or error->>'code' = 'INTERNAL') not valid",
    );
    const run = await runToEnd(test, pipe).finally(() => test.sql('alter table runs drop constraint picky'));
    expect(run).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'INTERNAL' } });
  });
});
