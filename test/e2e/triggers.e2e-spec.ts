import { createHmac } from 'node:crypto';
import { Scheduler } from '../../src/triggers/scheduler.service.js';
import { createTestApp, type Answer, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';
import {
  anOrder,
  aReadyPipe,
  type Json,
  orders,
  pageOf,
  type ReadyPipe,
  stopSchedules,
  waitForRun,
} from '../support/runs.js';

describe('triggers', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let isErpLocked = false;
  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    await stopSchedules(test);
    shop = await MockServer.start(({ query }) => ({ body: pageOf(orders(3), query) }));
    erp = await MockServer.start(({ body }) =>
      isErpLocked ? { status: 401 } : { status: 201, body: { erp_id: `E${body.number}` } },
    );
  });
  afterAll(async () => {
    await test.close();
    await shop.stop();
    await erp.stop();
  });
  beforeEach(() => {
    erp.asked.length = 0;
  });

  const enabledPipe = async (): Promise<ReadyPipe> => {
    const pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    const enabled = await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
    expect(enabled.status).toBe(200);
    return pipe;
  };
  const at = (pipe: ReadyPipe, route: string): string =>
    pipe.workspace.at(`pipes/${pipe.pipeId}/triggers${route}`);
  const make = async (pipe: ReadyPipe, body: object): Promise<Json> => {
    const answer = await test.post(at(pipe, '/create'), body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const runsOf = async (pipe: ReadyPipe): Promise<Json[]> =>
    (await test.get(pipe.workspace.at(`runs?pipe_id=${pipe.pipeId}`))).body.data;

  describe('schedules', () => {
    const scan = (): Promise<void> => test.app.get(Scheduler, { strict: false }).scan();
    const setNext = (id: string, ago: string): Promise<unknown> =>
      test.sql(`update triggers set next_run_at = now() - interval '${ago}' where id = $1`, [id]);

    it('keep their zone, show the next time, and are seen on the pipe', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', cron: '0 6 * * MON', timezone: 'Europe/Berlin' });
      expect(trigger).toMatchObject({
        kind: 'schedule',
        cron: '0 6 * * MON',
        every_seconds: null,
        timezone: 'Europe/Berlin',
        missed: 'last',
      });
      expect(new Date(trigger.next_run_at).getUTCDay()).toBe(1);
      expect((await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}`))).body.data.next_run_at).toBe(
        trigger.next_run_at,
      );
      await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
      expect((await test.get(at(pipe, ''))).body.data[0].next_run_at).toBeNull();
      await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
      expect((await test.get(at(pipe, ''))).body.data[0].next_run_at).toBe(trigger.next_run_at);
    });

    it('start one run per slot, however many look at once', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', cron: '* * * * *', timezone: 'UTC' });
      await setNext(trigger.trigger_id, '5 seconds');
      const before = Date.now();
      await Promise.all([scan(), scan(), scan()]);
      const runs = await runsOf(pipe);
      expect(runs).toHaveLength(1);
      expect(await waitForRun(test, pipe, runs[0].run_id)).toMatchObject({
        trigger: 'schedule',
        status: 'succeeded',
      });
      // not than now: the minute may have turned meanwhile
      expect(new Date((await test.get(at(pipe, ''))).body.data[0].next_run_at).getTime()).toBeGreaterThan(
        before,
      );
      // not at work in the minutes to come
      await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
    });

    it.each([
      ['last', 1],
      ['skip', 0],
      ['all', 3],
    ])('that were missed run by the rule "%s"', async (missed, count) => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', every_seconds: 3600, timezone: 'UTC', missed });
      await setNext(trigger.trigger_id, '2 hours 10 minutes');
      await scan();
      const slots = await test.sql('select slot from schedule_slots where trigger_id = $1', [
        trigger.trigger_id,
      ]);
      expect(slots).toHaveLength(count);
      for (const run of await runsOf(pipe)) await waitForRun(test, pipe, run.run_id);
    });

    it('and webhooks tell of a change in the activity log, a secret as "changed"', async () => {
      const pipe = await enabledPipe();
      await test.post(pipe.workspace.at('settings/update'), { activity_logs___activity_logs: true });
      const schedule = await make(pipe, { kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' });
      const webhook = await make(pipe, {
        kind: 'webhook',
        verify: 'hmac',
        layout: 'github',
        secret: 'canary-31-first',
      });
      await test.post(at(pipe, `/update/${schedule.trigger_id}`), { cron: '0 10 * * *' });
      await test.post(at(pipe, `/update/${webhook.trigger_id}`), { secret: 'canary-31-second' });
      const logs = (await test.get(pipe.workspace.at('activity_logs?resource_type=trigger&action=updated')))
        .body;
      expect(logs.data.map((line: Json) => line.changes)).toEqual([
        [{ field: 'secret', before: null, after: 'changed' }],
        [{ field: 'cron', before: '0 9 * * *', after: '0 10 * * *' }],
      ]);
      expect(JSON.stringify(logs)).not.toContain('canary-31');
    });

    it('keep a slot that is due when only the rule for missed ones is changed', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', every_seconds: 3600, timezone: 'UTC' });
      await setNext(trigger.trigger_id, '2 hours 10 minutes');
      await test.post(at(pipe, `/update/${trigger.trigger_id}`), { missed: 'all' });
      await scan();
      expect(await runsOf(pipe)).toHaveLength(3);
      await setNext(trigger.trigger_id, '1 minute');
      await test.post(at(pipe, `/update/${trigger.trigger_id}`), { every_seconds: 7200 });
      await scan();
      expect(await runsOf(pipe)).toHaveLength(3);
    });

    it('of a pipe that is off over a slot leave it out; one to come is not lost by switching off and on', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' });
      const next = async (): Promise<string | null> =>
        (await test.get(at(pipe, ''))).body.data[0].next_run_at;
      const turn = (how: string): Promise<Answer> =>
        test.post(pipe.workspace.at(`pipes/${how}/${pipe.pipeId}`));
      await turn('disable');
      await scan();
      expect(await next()).toBeNull();
      await turn('enable');
      expect(await next()).toBe(trigger.next_run_at);
      // off over the slot
      await setNext(trigger.trigger_id, '1 minute');
      await turn('disable');
      await scan();
      await turn('enable');
      await scan();
      expect(await next()).toBe(trigger.next_run_at);
      expect(await runsOf(pipe)).toEqual([]);
      // on again in time: the slot of today runs
      await turn('disable');
      await turn('enable');
      await setNext(trigger.trigger_id, '1 second');
      await scan();
      expect(await runsOf(pipe)).toHaveLength(1);
    });

    it('are planned together with the switch of their pipe, and by the next look where nobody has planned them', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' });
      const row = async (): Promise<Json> =>
        (
          await test.sql(
            'select p.enabled, p.next_run_at as shown, t.next_run_at as next from pipes p join triggers t on t.pipe_id = p.id where p.id = $1',
            [pipe.pipeId],
          )
        )[0];
      await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
      // what cannot be planned is not switched on
      await test.sql(
        "create function no_plan() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
      );
      await test.sql(
        'create trigger no_plan before update on triggers for each row when (new.next_run_at is not null) execute function no_plan()',
      );
      expect((await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`))).status).toBe(500);
      expect(await row()).toEqual({ enabled: false, shown: null, next: null });
      await test.sql('drop function no_plan() cascade');
      await test.post(pipe.workspace.at(`pipes/enable/${pipe.pipeId}`));
      const planned = {
        enabled: true,
        shown: new Date(trigger.next_run_at),
        next: new Date(trigger.next_run_at),
      };
      expect(await row()).toEqual(planned);
      await test.sql('update triggers set next_run_at = null where id = $1', [trigger.trigger_id]);
      await test.sql('update pipes set next_run_at = null where id = $1', [pipe.pipeId]);
      await scan();
      expect(await row()).toEqual(planned);
    });

    it('show the next ten fire times before they are saved', async () => {
      const pipe = await enabledPipe();
      const answer = await test.post(at(pipe, '/preview'), {
        cron: '30 2 * * *',
        timezone: 'America/New_York',
      });
      expect(answer.body.data).toHaveLength(10);
      const rows: Json[] = answer.body.data;
      for (const row of rows)
        expect(row).toEqual({
          at: expect.any(String),
          local: expect.any(String),
          offset_change: expect.any(Boolean),
        });
      // at the change of the clock in spring there is no half past two
      const atChange = rows.filter((row) => row.offset_change);
      expect(atChange.length).toBeLessThanOrEqual(1);
      for (const { local, offset_change: isChange } of rows)
        expect(local).toMatch(isChange ? /T0[23]:[03]0:00-0[45]:00$/ : /T02:30:00-0[45]:00$/);
    });

    it('are refused with the field at fault', async () => {
      const pipe = await enabledPipe();
      await expectRefused(test, at(pipe, '/create'), [
        [{ kind: 'schedule', cron: '0 6 * *', timezone: 'UTC' }, 'cron'],
        [{ kind: 'schedule', cron: '0 6 * * *' }, 'timezone'],
        [{ kind: 'schedule', cron: '0 6 * * *', timezone: '+02:00' }, 'timezone'],
        [{ kind: 'schedule', cron: '0 6 * * *', every_seconds: 60, timezone: 'UTC' }, 'cron'],
        [{ kind: 'schedule', every_seconds: 1, timezone: 'UTC' }, 'every_seconds'],
        [{ kind: 'schedule', cron: '0 6 * * *', timezone: 'UTC', verify: 'hmac' }, 'verify'],
        [{ kind: 'webhook', verify: 'hmac' }, 'signature_header'],
        [{ kind: 'webhook', source_handler_id: 'create' }, 'source_handler_id'],
        [{ kind: 'clock' }, 'kind'],
      ]);
    });
  });

  describe('webhooks', () => {
    const path = (trigger: Json, query = ''): string => new URL(trigger.url).pathname + query;
    const hook = (
      trigger: Json,
      body: string,
      headers: Record<string, string>,
      query = '',
    ): Promise<Answer> => test.post(path(trigger, query), undefined, { token: null, raw: body, headers });
    const sign = (secret: string, text: string): string =>
      createHmac('sha256', secret).update(text).digest('hex');

    it('take the body as the answer of a handler, once per event, and answer 202 quickly', async () => {
      const pipe = await enabledPipe();
      const secret = 'a-secret-of-the-sender';
      const trigger = await make(pipe, {
        kind: 'webhook',
        verify: 'hmac',
        signature_header: 'X-Signature',
        secret,
        source_handler_id: 'orders',
      });
      expect(JSON.stringify(trigger)).not.toContain(secret);
      shop.asked.length = 0;
      const body = JSON.stringify({ orders: [anOrder(77)] });
      const began = Date.now();
      const answers = await Promise.all(
        [1, 2, 3].map(() => hook(trigger, body, { 'x-signature': sign(secret, body) })),
      );
      expect(Date.now() - began).toBeLessThan(15_000);
      expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202]);
      expect(answers[0]?.body).toMatchObject({
        status: 202,
        success: true,
        data: { run_id: expect.any(String) },
      });
      expect(new Set(answers.map((answer) => answer.body.data.run_id)).size).toBe(1);
      expect(answers.filter((answer) => answer.body.data.duplicate === false)).toHaveLength(1);
      const run = await waitForRun(test, pipe, answers[0]?.body.data.run_id);
      expect(run).toMatchObject({
        trigger: 'webhook',
        status: 'succeeded',
        counts: { read: 1, delivered: 1 },
      });
      expect(erp.asked.map((asked) => asked.body.number)).toEqual(['77']);
      expect(shop.asked).toEqual([]);
    });

    it('refuse what is not signed by the secret, and start nothing', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, {
        kind: 'webhook',
        verify: 'hmac',
        layout: 'github',
        secret: 'right-secret',
        source_handler_id: 'orders',
      });
      const body = '{"orders": []}';
      for (const signature of [
        `sha256=${sign('wrong-secret', body)}`,
        'sha256=',
        `sha256=${sign('right-secret', '{"orders":[]}')}`,
        sign('right-secret', body),
      ]) {
        const answer = await hook(trigger, body, { 'x-hub-signature-256': signature });
        expect(answer).toMatchObject({ status: 401, body: { status: false, status_code: 401 } });
      }
      expect((await hook(trigger, body, {})).status).toBe(401);
      expect(await runsOf(pipe)).toEqual([]);
      expect((await test.post('/hooks/no-such-key', {}, { token: null })).status).toBe(404);
    });

    it('refuse a body that holds no record for the flow, and take it when it is sent right', async () => {
      const pipe = await enabledPipe();
      const { secret, ...trigger } = await make(pipe, { kind: 'webhook', source_handler_id: 'orders' });
      const send = (body: string, type = 'application/json'): Promise<Answer> =>
        hook(trigger, body, { 'x-webhook-token': secret, 'content-type': type });
      for (const [body, words, type] of [
        ['{"number": 5}', /^holds nothing at "orders"/],
        ['{"orders":', /^cannot be read: /],
        ['a=1', /^holds nothing at "orders"/, 'application/x-www-form-urlencoded'],
      ] as const) {
        const answer = await send(body, type);
        expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
        expect(answer.body.errors ?? answer.body.additional_data.errors).toEqual([
          expect.objectContaining({ field: 'body', message: expect.stringMatching(words) }),
        ]);
      }
      expect(await runsOf(pipe)).toEqual([]);
      expect((await send('{"orders": []}')).status).toBe(202);
      const taken = await send(JSON.stringify({ orders: [anOrder(91)] }));
      expect(taken.status).toBe(202);
      await waitForRun(test, pipe, taken.body.data.run_id);
    });

    it('only start a run without a source handler, by a token that is made and shown once', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'webhook' });
      expect(trigger.secret).toMatch(/^[\w-]{32}$/);
      expect((await test.get(at(pipe, ''))).body.data[0]).toMatchObject({ secret_set: true });
      expect((await test.get(at(pipe, ''))).text).not.toContain(trigger.secret);
      const answer = await hook(trigger, 'anything', {
        authorization: `Bearer ${trigger.secret}`,
        'content-type': 'text/plain',
      });
      expect(answer.status).toBe(202);
      expect(await waitForRun(test, pipe, answer.body.data.run_id)).toMatchObject({
        counts: { read: 3, delivered: 3 },
      });
    });

    it('wait for the end where asked, and answer what the last call answered', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'webhook', source_handler_id: 'orders' });
      const answer = await hook(
        trigger,
        JSON.stringify({ orders: [anOrder(88)] }),
        { 'x-webhook-token': trigger.secret },
        '?wait=true',
      );
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status: 200,
          data: {
            status: 'succeeded',
            duplicate: false,
            counts: { delivered: 1 },
            response: { erp_id: 'E88' },
          },
        },
      });
      const again = await hook(
        trigger,
        JSON.stringify({ orders: [anOrder(88)] }),
        { 'x-webhook-token': trigger.secret },
        '?wait=true',
      );
      expect(again.body.data).toMatchObject({ run_id: answer.body.data.run_id, duplicate: true });
    });

    it('of an event that was taken are told so, also when the pipe is off or the run is not kept any more', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'webhook', source_handler_id: 'orders' });
      const repeat = (query = '') =>
        hook(
          trigger,
          JSON.stringify({ orders: [anOrder(89)] }),
          { 'x-webhook-token': trigger.secret },
          query,
        );
      const runId = (await repeat('?wait=true')).body.data.run_id;
      await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
      expect((await repeat()).body.data).toEqual({ run_id: runId, duplicate: true });
      await test.sql('delete from runs where id = $1', [runId]);
      const late = await repeat('?wait=true');
      expect([late.status, late.body.data]).toEqual([202, { run_id: runId, duplicate: true }]);
    });

    it('are taken while a connection is lost; the run waits for it, as that of a schedule does', async () => {
      const pipe = await enabledPipe();
      const hooked = await make(pipe, { kind: 'webhook', source_handler_id: 'orders' });
      const schedule = await make(pipe, { kind: 'schedule', every_seconds: 3600, timezone: 'UTC' });
      const setStatus = (status: string): Promise<unknown> =>
        test.sql('update credentials set status = $2 where id = $1', [pipe.erpCredentialId, status]);
      await setStatus('failed');
      isErpLocked = true;
      expect((await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), {})).body).toMatchObject({
        error_code: 'credential_not_connected',
      });
      const answer = await hook(hooked, JSON.stringify({ orders: [anOrder(5)] }), {
        'x-webhook-token': hooked.secret,
      });
      expect(answer.status).toBe(202);
      await waitForRun(test, pipe, answer.body.data.run_id, ['waiting']);
      await test.sql("update triggers set next_run_at = now() - interval '1 second' where id = $1", [
        schedule.trigger_id,
      ]);
      await test.app.get(Scheduler, { strict: false }).scan();
      const runs = await runsOf(pipe);
      expect(runs.map((run) => run.trigger)).toEqual(['schedule', 'webhook']);
      isErpLocked = false;
      await setStatus('connected');
      for (const run of runs)
        expect(await waitForRun(test, pipe, run.run_id)).toMatchObject({ status: 'succeeded' });
    });

    it('whose body stands for a call that is gone from the flow are refused, and the pipe says so', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'webhook', source_handler_id: 'orders' });
      await test.post(pipe.workspace.at(`flows/update/${pipe.flowId}`), {
        handlers: [
          { handler_id: 'list', kind: 'api_call', api_id: pipe.ordersApiId },
          {
            handler_id: 'to_erp',
            kind: 'mapping',
            source_handler_ids: ['list'],
            destination_handler_id: 'create',
          },
          { handler_id: 'create', kind: 'api_call', api_id: pipe.createApiId },
        ],
      });
      expect((await test.post(pipe.workspace.at(`flows/publish/${pipe.flowId}`))).status).toBe(200);
      const answer = await hook(trigger, '{"orders": []}', { 'x-webhook-token': trigger.secret });
      expect(answer.body).toMatchObject({ status_code: 409, error_code: 'pipe_incomplete' });
      expect(await runsOf(pipe)).toEqual([]);
      const problem = expect.objectContaining({ code: 'SOURCE_HANDLER_GONE', handler_id: 'orders' });
      const shown = await test.get(pipe.workspace.at(`pipes/${pipe.pipeId}`));
      expect(shown.body.data.problems).toEqual([problem]);
      expect((await test.get(pipe.workspace.at('pipes'))).body.data[0].problems).toEqual([problem]);
      // what else starts the pipe goes on
      expect((await test.post(pipe.workspace.at(`pipes/run/${pipe.pipeId}`), {})).status).toBe(200);
    });

    it('on a pipe that is off take nothing', async () => {
      const pipe = await enabledPipe();
      const trigger = await make(pipe, { kind: 'webhook' });
      await test.post(pipe.workspace.at(`pipes/disable/${pipe.pipeId}`));
      expect((await hook(trigger, '{}', { authorization: `Bearer ${trigger.secret}` })).status).toBe(409);
      expect(await runsOf(pipe)).toEqual([]);
    });
  });

  it('guard every route', async () => {
    const pipe = await enabledPipe();
    const trigger = await make(pipe, { kind: 'webhook' });
    const route = `pipes/${pipe.pipeId}/triggers`;
    await expectGuarded(test, pipe.workspace, [
      { method: 'GET', route },
      { method: 'POST', route: `${route}/create`, body: { kind: 'webhook' } },
      { method: 'POST', route: `${route}/preview`, body: { cron: '* * * * *', timezone: 'UTC' } },
      { method: 'POST', route: `${route}/update/${trigger.trigger_id}`, body: {} },
      { method: 'POST', route: `${route}/delete/${trigger.trigger_id}` },
    ]);
  });
});
