// What a refusal says: the member that is at fault, and what is known in its place.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aPipe, aShopToErpPath, type Path } from '../support/factories.js';
import { aReadyPipe } from '../support/runs.js';

describe('a refusal', () => {
  let test: TestApp;
  let path: Path;
  let pipeId: string;
  const at = (route: string): string => path.workspace.at(route);
  const told = async (route: string, body: object): Promise<unknown[]> => {
    const { status, body: answer } = await test.post(at(route), body);
    return [status, answer.errors?.[0]?.field ?? null, answer.message];
  };
  const api = (members: object): Promise<unknown[]> =>
    told('apis/create', { api_name: 'A', system_id: path.shopId, method: 'GET', path: '/a', ...members });

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
    path = await aShopToErpPath(test);
    pipeId = await aPipe(test, path);
  });
  afterAll(() => test.close());

  it('of an unknown member names those that are known there', async () => {
    expect(await api({ timeouts: { total: 1 } })).toEqual([
      400,
      'timeouts.total',
      'timeouts.total: is not a known member here: known are `connect_ms`, `read_ms`, `total_ms`.',
    ]);
    expect(await told('flows/restore/' + path.flowId, { versoin: 1 })).toEqual([
      400,
      'versoin',
      'versoin: is not a known member here: known are `version`.',
    ]);
    const handlers = [{ handler_id: 'a', kind: 'api_call', api_id: 'x', join: { left: 'a' } }];
    expect(await told('flows/create', { flow_name: 'F', handlers })).toEqual([
      400,
      'handlers[0].join.left',
      'handlers[0].join.left: is not a known member here: known are `left_path`, `right_path`, `on_missing`.',
    ]);
  });

  it.each([
    ['success_when', { success_when: { path: 'ok', op: 'eq', value: true } }, '"ok"'],
    [
      'retry[0].when',
      { retry: [{ when: { any: [{ path: '@steps.a.response.status', op: 'exists' }] }, action: 'fail' }] },
      '"@steps.a.response.status"',
    ],
    [
      'pagination.stop_when',
      { pagination: { kind: 'none', stop_when: { not: { path: '@responses.body.x', op: 'exists' } } } },
      '"@responses.body.x"',
    ],
  ])('of a condition on an answer (%s) names what no answer holds', async (field, members, path) => {
    const [status, at, message] = await api(members);
    expect([status, at]).toEqual([400, field]);
    expect(message).toContain(path);
  });

  it('of a condition says once what one is', async () => {
    const [status, field, message] = await api({ success_when: {} });
    expect([status, field]).toEqual([400, 'success_when']);
    expect(message).toContain('path and op');
    expect(String(message).match(/must be/g)).toHaveLength(1);
  });

  it('names the member whose value cannot be stored', async () => {
    const search = await test.get(at('systems?search=%00'));
    expect([search.status, search.body.errors[0].field]).toEqual([400, 'search']);
    const [status, field] = await told(`flows/restore/${path.flowId}`, { version: 1e308 });
    expect([status, field]).toEqual([400, 'version']);
  });

  it('of a retry is about what was sent', async () => {
    const retry = `pipes/${pipeId}/errors/retry`;
    expect((await told(retry, { filter: {} })).slice(0, 2)).toEqual([400, 'filter']);
    expect((await told(retry, { error_ids: [path.flowId] })).slice(0, 2)).toEqual([400, 'error_ids']);
  });

  it('of a webhook call is told before a run is begun, where it misspells how it waits', async () => {
    const urls = { shopUrl: 'https://shop.example.com', erpUrl: 'https://erp.example.com' };
    const ready = await aReadyPipe(test, urls);
    const { at: there } = ready.workspace;
    expect((await test.post(there(`pipes/enable/${ready.pipeId}`))).status).toBe(200);
    const made = await test.post(there(`pipes/${ready.pipeId}/triggers/create`), {
      kind: 'webhook',
      secret: 'a-long-secret',
    });
    const { pathname } = new URL(made.body.data.url as string);
    const call = (query: string) =>
      test.post(`${pathname}${query}`, undefined, {
        token: null,
        headers: { 'x-webhook-token': 'a-long-secret' },
      });
    const refused = await call('?wait=1');
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'wait']);
    expect((await test.get(there(`runs?pipe_id=${ready.pipeId}`))).body.data).toEqual([]);
    const taken = await call('?wait=false');
    expect(taken.status).toBe(202);
    const runId = taken.body.data.run_id as string;
    expect((await test.post(there(`runs/cancel/${runId}`))).body.message).toBe('The run is asked to end.');
    expect((await test.post(there(`runs/cancel/${runId}`))).body.message).toBe('The run had ended already.');
    const retried = await test.post(there(`runs/retry/${runId}`), {});
    expect([retried.status, retried.body.errors]).toEqual([400, undefined]);
  });
});
