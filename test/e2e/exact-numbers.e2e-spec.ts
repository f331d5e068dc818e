// Numbers that a double cannot hold stay as they were written: in documents, samples, records, and on the wire.
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { MockServer } from '../support/mock-server.js';
import { aReadyPipe, type ReadyPipe, runToEnd } from '../support/runs.js';

const BIG = '9007199254740993';
const LONG = '123456789012345678901234567890';
const HUGE = '1e400';

const DOCUMENT =
  `{"format":"mapping/1","lookups":{"t":{"entries":[["a",${LONG}]],"on_miss":"default","default":${BIG}}},` +
  `"links":[{"id":"n","to":"number","value":${BIG}},{"id":"h","to":"huge","value":${HUGE}},` +
  `{"id":"l","to":"long","from":"kind","lookup":"t"},{"id":"r","to":"ref","from":"ref"}],` +
  `"tests":[{"name":"t","input":{"kind":"a","ref":${BIG}},"output":{"number":${BIG},"huge":${HUGE},"long":${LONG},"ref":${BIG}}}]}`;

describe('numbers beyond a double', () => {
  let test: TestApp;
  let shop: MockServer;
  let erp: MockServer;
  let pipe: ReadyPipe;
  let records = `{"id":1,"kind":"a","ref":${LONG}}`;

  beforeAll(async () => {
    test = await createTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    shop = await MockServer.start(({ query }) => ({
      text: `{"orders":[${query.get('page') === '1' ? records : ''}]}`,
    }));
    erp = await MockServer.start(() => ({ status: 201, body: {} }));
    pipe = await aReadyPipe(test, { shopUrl: shop.url, erpUrl: erp.url });
    const update = (id: string, text: string) =>
      test.post(pipe.workspace.at(`apis/update/${id}`), undefined, { raw: text });
    await update(pipe.ordersApiId, `{"sample_response":{"orders":[{"id":1,"kind":"a","ref":${BIG}}]}}`);
    await update(pipe.createApiId, `{"sample_request":{"body":{"number":${BIG},"huge":1,"long":1,"ref":1}}}`);
  });
  afterAll(async () => {
    await test.close();
    await shop.stop();
    await erp.stop();
  });

  const at = (route = '') => pipe.workspace.at(`pipes/${pipe.pipeId}/mappings/to_erp${route}`);
  const save = () => test.post(at('/update'), undefined, { raw: `{"document":${DOCUMENT}}` });

  it('are kept in samples and shown in field trees', async () => {
    const api = await test.get(pipe.workspace.at(`apis/${pipe.ordersApiId}`));
    expect(api.text).toContain(`"sample_response":{"orders":[{"id":1,"kind":"a","ref":${BIG}}]}`);
    const { text } = await test.get(at());
    expect(text).toMatch(new RegExp(`"path":"ref"[^{}]*"example":${BIG}`));
    expect(text).toMatch(new RegExp(`"path":"number"[^{}]*"example":${BIG}`));
  });

  it('come back from saving, versions and export digit for digit', async () => {
    expect((await save()).status).toBe(200);
    const saved = await test.get(at());
    expect(saved.text).toContain(`"document":${DOCUMENT}`);
    expect((await test.get(at(`/versions/${saved.body.data.version}`))).text).toContain(DOCUMENT);
    expect((await test.get(at('/export'))).text.replace(/\s/g, '')).toBe(DOCUMENT);
  });

  it('are previewed, and pass the saved tests', async () => {
    await save();
    const record = `{"kind":"other","ref":${LONG}}`;
    const preview = await test.post(at('/preview'), undefined, { raw: `{"record":${record}}` });
    expect(preview.text).toContain(
      `"output":{"body":{"number":${BIG},"huge":${HUGE},"long":${BIG},"ref":${LONG}}}`,
    );
    expect(preview.body.data.tests).toEqual([{ name: 't', passed: true, message: '' }]);
  });

  it('are sent by a run', async () => {
    await save();
    const run = await runToEnd(test, pipe);
    expect(run).toMatchObject({ status: 'succeeded', counts: { delivered: 1 } });
    expect(erp.asked.at(-1)?.text).toBe(`{"number":${BIG},"huge":${HUGE},"long":${LONG},"ref":${LONG}}`);
    const records = await test.get(pipe.workspace.at(`runs/${run.run_id}/records`));
    expect(records.text).toContain(`"mapped":{"number":${BIG},"huge":${HUGE}`);
  });

  describe('in conditions', () => {
    const at = (route: string) => pipe.workspace.at(route);
    const send = async (route: string, text: string) =>
      expect((await test.post(at(route), undefined, { raw: text })).status).toBe(200);
    const when = `"when":{"path":"ref","op":"eq","value":${BIG}}`;

    it('of handlers are saved, published, restored and decided by digit for digit', async () => {
      await save();
      const { handlers } = (await test.get(at(`flows/${pipe.flowId}`))).body.data;
      const text = JSON.stringify(handlers).replace(/}]$/, `,${when}}]`);
      await send(`flows/update/${pipe.flowId}`, `{"handlers":${text}}`);
      expect((await test.get(at(`flows/${pipe.flowId}`))).text).toContain(when);
      await test.post(at(`flows/publish/${pipe.flowId}`));
      const published = await test.get(at(`flows/${pipe.flowId}`));
      expect(published.text).toContain(when);
      expect(published.body.data.has_unpublished_changes).toBe(false);
      expect((await test.get(at(`flows/${pipe.flowId}/versions`))).text).toContain(when);

      const near = text.replace(when, when.replace(BIG, '9007199254740992'));
      await send(`flows/update/${pipe.flowId}`, `{"handlers":${near}}`);
      expect((await test.get(at(`flows/${pipe.flowId}`))).body.data.has_unpublished_changes).toBe(true);
      const restored = await test.post(at(`flows/restore/${pipe.flowId}`), {
        version: published.body.data.published_version,
      });
      expect(restored.text).toContain(when);

      // the same number to a double
      records = `{"id":7,"ref":9007199254740992},{"id":8,"ref":${BIG}}`;
      const run = await runToEnd(test, pipe, { force_resend: true });
      expect(run).toMatchObject({ status: 'succeeded', counts: { delivered: 1, skipped: 1 } });
      expect(erp.asked.at(-1)?.text).toContain(`"ref":${BIG}`);
    });

    it('of APIs are kept digit for digit', async () => {
      const condition = `{"path":"@response.body.n","op":"ne","value":${BIG}}`;
      const members =
        `"pagination":{"kind":"none","stop_when":${condition}},"success_when":${condition},` +
        `"retry":[{"when":${condition},"action":"fail"}]`;
      await send(`apis/update/${pipe.ordersApiId}`, `{${members}}`);
      const { text } = await test.get(at(`apis/${pipe.ordersApiId}`));
      for (const member of [`"stop_when":${condition}`, `"success_when":${condition}`, `"when":${condition}`])
        expect(text).toContain(member);
      const refused = await test.post(at(`apis/update/${pipe.ordersApiId}`), undefined, {
        raw: `{"pagination":{"kind":"offset","parameter":"o","limit":${BIG}}}`,
      });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'pagination.limit']);
    });
  });
});
