/** Failed records until they are settled: seen by cause, sent again one by one or together, or settled by a person. */
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { RANDOM_ID } from '../support/factories.js';
import { MockServer, type Reply } from '../support/mock-server.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';
import {
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  runToEnd,
  waitForRun,
} from '../support/runs.js';
import { untilBlocked } from '../support/until-blocked.js';

describe('failed records', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let count: number;
  let answerErp: (number: string) => Reply | Promise<Reply>;
  let mailOf: (id: number) => string;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({ body: pageOf(list(), query) }));
    erp = await MockServer.start(({ body }) => answerErp(body?.number));
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([shop.stop(), erp.stop()]);
  });
  const list = (): object[] =>
    orders(count).map((order) => ({ ...order, customer: { email: mailOf(order.id) } }));
  beforeEach(() => {
    count = 3;
    mailOf = (id) => `c${id}@example.com`;
    answerErp = () => ({ status: 201, body: {} });
    erp.asked.length = 0;
  });

  const aPipe = (more: object = {}): Promise<ReadyPipe> =>
    aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url, ...more });
  const refuse =
    (...numbers: string[]) =>
    (number: string): Reply =>
      numbers.includes(number) ? { status: 422, body: { message: 'no such customer' } } : { status: 201 };
  const errorsOf = async (pipe: ReadyPipe, query = 'status=open'): Promise<Json[]> =>
    (await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}/errors?${query}`))).body.data;
  const keys = (errors: Json[]): string[] => errors.map((error) => error.record_key).sort();
  const post = (pipe: ReadyPipe, action: string, body: object) =>
    test.post(pipe.workspace.at(`pipes/${pipe.pipeId}/errors/${action}`), body);
  const sent = (): string[] => erp.asked.map(({ body }) => body.number);
  async function retry(pipe: ReadyPipe, body: object): Promise<Json> {
    erp.asked.length = 0;
    const answer = await post(pipe, 'retry', body);
    expect(answer.status).toBe(200);
    return waitForRun(test, pipe, answer.body.data.run_id);
  }

  it('do not stop the others, are sent again alone, and are settled by their success', async () => {
    answerErp = refuse('2');
    const pipe = await aPipe();
    expect((await runToEnd(test, pipe)).status).toBe('partially_failed');
    expect(sent().sort()).toEqual(['1', '2', '3']);
    const [error] = await errorsOf(pipe);
    expect(error).toMatchObject({
      record_key: '2',
      handler_id: 'create',
      class: 'CLIENT',
      code: 'HTTP_422',
      message: expect.stringContaining('no such customer'),
      times: 1,
      status: 'open',
      source: { id: 2 },
      mapped: { number: '2' },
      request: { method: 'POST' },
      response: { status: 422 },
    });
    answerErp = () => ({ status: 201 });
    const run = await retry(pipe, { error_ids: [error.error_id] });
    expect(run).toMatchObject({ trigger: 'retry', status: 'succeeded', counts: { delivered: 1 } });
    expect(sent()).toEqual(['2']);
    expect(await errorsOf(pipe)).toEqual([]);
    expect(keys(await errorsOf(pipe, 'status=resolved'))).toEqual(['2']);
  });

  it('are open again when the retry fails too, counted once, never left as being retried', async () => {
    answerErp = refuse('1', '3');
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    for (let times = 2; times < 6; times++) {
      expect((await retry(pipe, { filter: {} })).status).toBe('failed');
      const errors = await errorsOf(pipe);
      expect(keys(errors)).toEqual(['1', '3']);
      expect(errors.map((error) => error.times)).toEqual([times, times]);
    }
    expect(await errorsOf(pipe, 'status=retrying')).toEqual([]);
  });

  it('are shown as being retried from the moment a retry is asked for until that retry has ended', async () => {
    answerErp = refuse('1', '2', '3');
    const pipe = await aPipe();
    const first = await runToEnd(test, pipe);
    const idOf = new Map((await errorsOf(pipe)).map((error) => [error.record_key, error.error_id]));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answerErp = (number) => held.then(() => refuse('1', '2', '3')(number));
    const one = await post(pipe, 'retry', { error_ids: [idOf.get('1')] });
    const other = await test.post(pipe.workspace.at(`runs/retry/${first.run_id}`), { record_keys: ['2'] });
    expect(keys(await errorsOf(pipe, 'status=retrying'))).toEqual(['1', '2']);
    expect(keys(await errorsOf(pipe))).toEqual(['3']);

    // the second is called off while the first is at work, then a third waits behind it
    await test.post(pipe.workspace.at(`runs/cancel/${other.body.data.run_id}`));
    await waitForRun(test, pipe, other.body.data.run_id);
    expect(keys(await errorsOf(pipe, 'status=retrying'))).toEqual(['1']);
    let releaseLast = (): void => undefined;
    const heldLast = new Promise<void>((resolve) => (releaseLast = resolve));
    const third = await post(pipe, 'retry', { error_ids: [idOf.get('3')] });
    answerErp = (number) =>
      (number === '3' ? heldLast : Promise.resolve()).then(() => refuse('1', '3')(number));
    release();
    await waitForRun(test, pipe, one.body.data.run_id);
    expect(keys(await errorsOf(pipe, 'status=retrying'))).toEqual(['3']);
    expect(keys(await errorsOf(pipe))).toEqual(['1', '2']);
    releaseLast();
    await waitForRun(test, pipe, third.body.data.run_id);
    expect(keys(await errorsOf(pipe))).toEqual(['1', '2', '3']);
  });

  it('are chosen by handler and code, and shown one for each cause', async () => {
    count = 5;
    answerErp = (number) =>
      number === '1'
        ? { status: 409, body: { message: 'exists' } }
        : { status: 422, body: { message: `customer ${number} is missing` } };
    const pipe = await aPipe({ pipe: { failure_guard: null } });
    await runToEnd(test, pipe);
    const causes = await errorsOf(pipe, 'status=open&group_by=cause');
    expect(causes.map(({ code, count: many }) => [code, many])).toEqual([
      ['HTTP_422', 4],
      ['HTTP_409', 1],
    ]);
    expect(keys(await errorsOf(pipe, 'status=open&code=HTTP_422')).sort()).toEqual(['2', '3', '4', '5']);
    expect(keys(await errorsOf(pipe, 'handler_id=create&code=HTTP_409'))).toEqual(['1']);
    expect(await errorsOf(pipe, 'handler_id=orders')).toEqual([]);
    expect(await errorsOf(pipe, 'code=HTTP_409&group_by=cause')).toMatchObject([{ count: 1 }]);
    answerErp = () => ({ status: 201 });
    await retry(pipe, { filter: { handler_id: 'create', code: 'HTTP_422' } });
    expect(sent().sort()).toEqual(['2', '3', '4', '5']);
    expect(keys(await errorsOf(pipe))).toEqual(['1']);
    await retry(pipe, { filter: {} });
    expect(sent()).toEqual(['1']);
  });

  it('are settled by a later run that delivers them', async () => {
    answerErp = refuse('2');
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    answerErp = () => ({ status: 201 });
    await runToEnd(test, pipe);
    expect(await errorsOf(pipe)).toEqual([]);
  });

  it('of which nobody knows whether they arrived are held, and sent again only by name', async () => {
    answerErp = (number) => (number === '2' ? { fault: 'reset' } : { status: 201 });
    const pipe = await aPipe({ create: { idempotency_header: null } });
    await runToEnd(test, pipe);
    const [held] = await errorsOf(pipe);
    expect(held).toMatchObject({ record_key: '2', code: 'UNKNOWN_OUTCOME' });
    expect(sent().filter((number) => number === '2')).toHaveLength(1);
    answerErp = () => ({ status: 201 });
    erp.asked.length = 0;
    await runToEnd(test, pipe);
    expect(sent()).toEqual([]);
    // "all" leaves it alone
    expect((await post(pipe, 'retry', { filter: {} })).status).toBe(400);
    await retry(pipe, { error_ids: [held.error_id] });
    expect(sent()).toEqual(['2']);
    expect(await errorsOf(pipe)).toEqual([]);
  });

  it('that are held are told of once more for each content, and fail no run', async () => {
    count = 1;
    answerErp = () => ({ fault: 'reset' });
    const pipe = await aPipe({ create: { idempotency_header: null } });
    expect((await runToEnd(test, pipe)).status).toBe('failed');
    const [held] = await errorsOf(pipe);
    answerErp = () => ({ status: 201 });
    erp.asked.length = 0;
    mailOf = () => 'new@example.com';
    for (let run = 0; run < 2; run += 1)
      expect(await runToEnd(test, pipe)).toMatchObject({
        status: 'succeeded',
        counts: { skipped: 1, failed: 0 },
      });
    expect(await errorsOf(pipe)).toEqual([
      expect.objectContaining({
        error_id: held.error_id,
        times: 2,
        mapped: expect.objectContaining({ email: 'new@example.com' }),
      }),
    ]);
    expect(sent()).toEqual([]);
    expect(await retry(pipe, { error_ids: [held.error_id] })).toMatchObject({ status: 'succeeded' });
    expect(erp.asked.map(({ body }) => body.email)).toEqual(['new@example.com']);
    expect(await errorsOf(pipe)).toEqual([]);
  });

  it('are settled by their retry also where records have another key by now', async () => {
    answerErp = refuse('1', '3');
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    await test.post(pipe.workspace.at(`apis/update/${pipe.ordersApiId}`), { record_key: ['customer.email'] });
    await test.post(pipe.workspace.at(`flows/publish/${pipe.flowId}`));
    answerErp = refuse('3');
    expect((await retry(pipe, { filter: {} })).counts).toMatchObject({ delivered: 1, failed: 1 });
    const open = await errorsOf(pipe);
    expect(keys(open)).toEqual(['c3@example.com']);
    answerErp = () => ({ status: 201 });
    await retry(pipe, { filter: {} });
    expect(await errorsOf(pipe)).toEqual([]);
  });

  it('that did arrive are never sent again unless they change', async () => {
    answerErp = (number) => (number === '2' ? { fault: 'reset' } : { status: 201 });
    const pipe = await aPipe({ create: { idempotency_header: null } });
    await runToEnd(test, pipe);
    const [held] = await errorsOf(pipe);
    expect((await post(pipe, 'resolve', { error_ids: [held.error_id], as: 'arrived' })).body.data).toEqual({
      resolved: 1,
    });
    answerErp = () => ({ status: 201 });
    erp.asked.length = 0;
    expect((await runToEnd(test, pipe)).counts).toMatchObject({ delivered: 0, skipped: 3 });
    expect(sent()).toEqual([]);
    expect(await errorsOf(pipe)).toEqual([]);
  });

  it('that shall not be sent are ignored, and settled once', async () => {
    answerErp = refuse('1', '2');
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    const [first] = await errorsOf(pipe);
    const resolve = () => post(pipe, 'resolve', { error_ids: [first.error_id, RANDOM_ID], as: 'ignored' });
    expect((await resolve()).body.data).toEqual({ resolved: 1 });
    expect((await resolve()).body.data).toEqual({ resolved: 0 });
    expect(await errorsOf(pipe)).toHaveLength(1);
    expect(keys(await errorsOf(pipe, 'status=ignored'))).toEqual([first.record_key]);
    answerErp = () => ({ status: 201 });
    await retry(pipe, { filter: {} });
    expect(sent()).toHaveLength(1);
    // not by a later run either, for as long as it stays as it is
    erp.asked.length = 0;
    expect((await runToEnd(test, pipe)).counts).toMatchObject({ delivered: 0, skipped: 3 });
    expect(sent()).toEqual([]);
    await runToEnd(test, pipe, { force_resend: true, record_keys: [first.record_key] });
    expect(sent()).toEqual([first.record_key]);
  });

  it('are settled also where PostgreSQL ends the change in favour of another one that locks them in another order', async () => {
    answerErp = refuse('1', '2', '3');
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    const errors = await errorsOf(pipe);
    const lock = (...recordKeys: string[]): Promise<unknown> =>
      test.sql('select 1 from record_errors where pipe_id = $1 and record_key = any($2) for update', [
        pipe.pipeId,
        recordKeys,
      ]);
    await test.sql('begin');
    await lock('2');
    const settled = post(pipe, 'resolve', {
      error_ids: errors.map((error) => error.error_id),
      as: 'arrived',
    });
    await untilBlocked(test, 'update record_errors');
    await lock('1', '3');
    await test.sql('commit');
    expect((await settled).status).toBe(200);
    expect(keys(await errorsOf(pipe, 'status=resolved'))).toEqual(['1', '2', '3']);
  });

  it('that are ignored are sent by a retry of their run only where it names them', async () => {
    answerErp = refuse('1', '2');
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    const retryRun = (body: object) => test.post(pipe.workspace.at(`runs/retry/${run.run_id}`), body);
    const idOf = new Map((await errorsOf(pipe)).map((error) => [error.record_key, error.error_id]));
    await post(pipe, 'resolve', { error_ids: [idOf.get('1')], as: 'ignored' });
    answerErp = () => ({ status: 201 });
    erp.asked.length = 0;
    await waitForRun(test, pipe, (await retryRun({})).body.data.run_id);
    expect(sent()).toEqual(['2']);
    const named = await retryRun({ record_keys: ['1'] });
    const ended = await waitForRun(test, pipe, named.body.data.run_id);
    expect(ended).toMatchObject({ status: 'succeeded', counts: { delivered: 1 } });
    expect(sent()).toEqual(['2', '1']);
  });

  it('of a run whose rest is ignored are no retry', async () => {
    answerErp = refuse('1');
    const pipe = await aPipe();
    const run = await runToEnd(test, pipe);
    const [error] = await errorsOf(pipe);
    await post(pipe, 'resolve', { error_ids: [error.error_id], as: 'ignored' });
    const refused = await test.post(pipe.workspace.at(`runs/retry/${run.run_id}`), {});
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('not ignored');
  });

  it('page by cursor', async () => {
    count = 7;
    answerErp = () => ({ status: 422 });
    const pipe = await aPipe();
    await runToEnd(test, pipe);
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const answer: Json = await test.get(
        pipe.workspace.at(`pipes/${pipe.pipeId}/errors?limit=3${after ? `&after=${after}` : ''}`),
      );
      seen.push(...keys(answer.body.data));
      after = answer.body.additional_data.pagination.next;
    }
    expect(seen.sort()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('guard their routes and name the field at fault', async () => {
    const pipe = await aPipe();
    const at = `pipes/${pipe.pipeId}/errors`;
    const some = { error_ids: [RANDOM_ID] };
    await expectGuarded(test, pipe.workspace, [
      { method: 'GET', route: at },
      { method: 'POST', route: `${at}/resolve`, body: { ...some, as: 'ignored' } },
      { method: 'POST', route: `${at}/retry`, body: some },
    ]);
    await expectRefused(test, pipe.workspace.at(`${at}/resolve`), [
      [{ as: 'ignored' }, 'error_ids'],
      [{ ...some, as: 'lost' }, 'as'],
      [{ error_ids: ['x'], as: 'ignored' }, 'error_ids[0]'],
      [{ ...some, as: 'ignored', more: 1 }, 'more'],
    ]);
    await expectRefused(test, pipe.workspace.at(`${at}/retry`), [
      [{}, 'error_ids'],
      [{ ...some, filter: {} }, 'error_ids'],
      [some, 'error_ids'],
      [{ filter: { run: 'x' } }, 'filter.run'],
    ]);
    expect((await test.get(pipe.workspace.at(`${at}?status=lost`))).status).toBe(400);
  });
});
