import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aFlow, anApi, aProject, aSystem, RANDOM_ID, type Workspace } from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

describe('APIs', () => {
  let test: TestApp;
  let workspace: Workspace;
  let systemId: string;
  beforeAll(async () => {
    test = await createTestApp();
    workspace = await aProject(test);
    systemId = await aSystem(test, workspace);
  });
  afterAll(() => test.close());

  it('guards every route', async () => {
    const id = await anApi(test, workspace, systemId);
    await expectGuarded(test, workspace, [
      { method: 'GET', route: 'apis' },
      { method: 'GET', route: `apis/${id}` },
      { method: 'GET', route: `apis/usages/${id}` },
      {
        method: 'POST',
        route: 'apis/create',
        body: { api_name: 'x', system_id: systemId, method: 'GET', path: '/x' },
      },
      { method: 'POST', route: `apis/update/${id}`, body: { description: 'x' } },
      { method: 'POST', route: `apis/delete/${id}` },
    ]);
  });

  it('stores samples with the order of their members and any JSON as a response', async () => {
    const sample = { zebra: 1, apple: { b: null, a: [] } };
    const id = await anApi(test, workspace, systemId, {
      sample_request: { body: sample },
      sample_response: null,
      method: 'POST',
    });
    const [row] = await test.sql<{ text: string }>(
      'select sample_request::text as text from apis where id = $1',
      [id],
    );
    expect(row?.text).toBe(JSON.stringify({ body: sample }));
    const list = await anApi(test, workspace, systemId, { sample_response: [1, 'two', null] });
    expect((await test.get(workspace.at(`apis/${list}`))).body.data.sample_response).toEqual([
      1,
      'two',
      null,
    ]);
  });

  it('lists the APIs of one system, a new one at once', async () => {
    const other = await aSystem(test, workspace);
    const id = await anApi(test, workspace, other);
    const listed = (await test.get(workspace.at(`apis?system_id=${other}`))).body.data;
    expect(listed.map((api: { api_id: string }) => api.api_id)).toEqual([id]);
  });

  it('keeps every paging kind as it was sent', async () => {
    for (const pagination of [
      { kind: 'none' },
      { kind: 'page', parameter: 'page', start: 1, size_parameter: 'per_page', size: 50 },
      { kind: 'offset', parameter: 'offset', limit_parameter: 'limit', limit: 100, in: 'body' },
      { kind: 'cursor', token_path: 'meta.next', parameter: 'cursor', has_more_path: 'meta.more' },
      { kind: 'next_url', path: 'links.next', keep_query: true },
      { kind: 'link_header', max_pages: 10 },
      { kind: 'keyset', parameter: 'since_id', field: 'id', stop_on_short_page: true },
    ]) {
      const id = await anApi(test, workspace, systemId, { pagination });
      expect((await test.get(workspace.at(`apis/${id}`))).body.data.pagination).toEqual(pagination);
    }
  });

  it('refuses bad bodies and names the field', async () => {
    const good = { api_name: 'Bad', system_id: systemId, method: 'GET', path: '/x' };
    const since = { cursor_path: 'at', parameter: 'since' };
    await expectRefused(test, workspace.at('apis/create'), [
      [{ ...good, system_id: RANDOM_ID }, 'system_id'],
      [{ ...good, system_id: 'x' }, 'system_id'],
      [{ ...good, method: 'TRACE' }, 'method'],
      [{ ...good, path: 'https://evil.example/' }, 'path'],
      [{ ...good, path: '//evil.example/' }, 'path'],
      [{ ...good, path: '/a/../../b' }, 'path'],
      [{ ...good, path: '/a b' }, 'path'],
      [{ ...good, headers: { Host: 'evil' } }, 'headers.Host'],
      [{ ...good, headers: { 'X-A': 'a\nb' } }, 'headers.X-A'],
      [{ ...good, pagination: { kind: 'pages' } }, 'pagination.kind'],
      [
        { ...good, incremental: { cursor_path: 'at', parameter: 'since', format: 'DD.MM.YYYY' } },
        'incremental.format',
      ],
      [{ ...good, pagination: { kind: 'page' } }, 'pagination.parameter'],
      [{ ...good, pagination: { kind: 'page', parameter: 'p', strat: 1 } }, 'pagination.strat'],
      [{ ...good, pagination: { kind: 'cursor', parameter: 'c' } }, 'pagination'],
      [{ ...good, batch: { answer: 'by_key' } }, 'batch.result_key_path'],
      [{ ...good, retry: [{ status: [99], action: 'retry' }] }, 'retry[0].status'],
      [{ ...good, lookup: { api_id: RANDOM_ID } }, 'lookup.api_id'],
      [{ ...good, on_unknown: 'lookup' }, 'lookup'],
      [{ ...good, timeouts: { total_ms: 10_000_000 } }, 'timeouts.total_ms'],
      [{ ...good, sample_request: { bodi: {} } }, 'sample_request.bodi'],
      [{ ...good, records_path: 'orders[]' }, 'records_path'],
      [{ ...good, incremental: { ...since, format: 'unix' } }, 'incremental.format'],
      [{ ...good, incremental: { ...since, format: 'id', start_at: 'now' } }, 'incremental.start_at'],
    ]);
  });

  it('looks up by an id in whatever case it is written', async () => {
    const lookupId = await anApi(test, workspace, systemId, { records_path: 'orders' });
    const id = await anApi(test, workspace, systemId, {
      method: 'POST',
      on_unknown: 'lookup',
      lookup: { api_id: lookupId.toUpperCase() },
    });
    expect((await test.get(workspace.at(`apis/${id}`))).body.data.lookup).toEqual({ api_id: lookupId });
    expect(await test.post(workspace.at(`apis/delete/${lookupId}`))).toMatchObject({
      status: 409,
      body: { error_code: 'in_use' },
    });
  });

  it('lists large samples by their size alone', async () => {
    const large = { text: 'x'.repeat(100_000) };
    const id = await anApi(test, workspace, systemId, {
      api_name: 'Large sample',
      sample_response: large,
      more_sample_responses: [large],
    });
    const small = await anApi(test, workspace, systemId, {
      api_name: 'Small sample',
      sample_response: { id: 1 },
    });
    const listed = (await test.get(workspace.at('apis?search=sample'))).body.data;
    const of = (wanted: string) => listed.find((api: { api_id: string }) => api.api_id === wanted);
    expect(of(id)).toMatchObject({
      sample_response: { cut: true, bytes: expect.any(Number) },
      more_sample_responses: [],
    });
    expect(of(small)).toMatchObject({ sample_response: { id: 1 }, more_sample_responses: [] });
    expect((await test.get(workspace.at(`apis/${id}`))).body.data).toMatchObject({
      sample_response: large,
      more_sample_responses: [large],
    });
  });

  it('does not delete what a flow calls, and names the flow', async () => {
    const id = await anApi(test, workspace, systemId);
    await aFlow(test, workspace, [{ kind: 'api_call', api_id: id }], { flow_name: 'Caller' });
    const refused = await test.post(workspace.at(`apis/delete/${id}`));
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'in_use' } });
    expect(refused.body.message).toContain('Caller');
  });
});
