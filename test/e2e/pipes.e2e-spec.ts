import { createTestApp, type TestApp } from '../support/create-test-app.js';
import {
  aCredential,
  aFlow,
  aPipe,
  aShopToErpPath,
  aSystem,
  type Path,
  RANDOM_ID,
} from '../support/factories.js';
import { expectGuarded, expectRefused } from '../support/route-cases.js';

describe('pipes', () => {
  let test: TestApp;
  let path: Path;
  beforeAll(async () => {
    test = await createTestApp();
    path = await aShopToErpPath(test);
  });
  afterAll(() => test.close());

  it('guards every route', async () => {
    const id = await aPipe(test, path);
    await expectGuarded(test, path.workspace, [
      { method: 'GET', route: 'pipes' },
      { method: 'GET', route: `pipes/${id}` },
      {
        method: 'POST',
        route: 'pipes/create',
        body: { pipe_name: 'x', flow_id: path.flowId, credential_ids: [] },
      },
      { method: 'POST', route: `pipes/update/${id}`, body: { description: 'x' } },
      { method: 'POST', route: `pipes/enable/${id}` },
      { method: 'POST', route: `pipes/disable/${id}` },
      { method: 'POST', route: `pipes/delete/${id}` },
    ]);
  });

  it('begins with its defaults and says what is missing', async () => {
    const id = await aPipe(test, path);
    expect((await test.get(path.workspace.at(`pipes/${id}`))).body.data).toMatchObject({
      overlap: 'queue_one',
      concurrency: 8,
      timeout_seconds: 21600,
      failure_guard: { in_a_row: 100, percent_of_first_200: 50 },
      ledger_retention_days: 90,
      enabled: false,
      last_run: null,
      next_run_at: null,
      problems: [expect.objectContaining({ code: 'NOT_MAPPED', handler_id: 'to_erp' })],
    });
  });

  it('refuses to enable a pipe that cannot run, with everything that is missing', async () => {
    const id = await aPipe(test, path, { credential_ids: [] });
    const answer = await test.post(path.workspace.at(`pipes/enable/${id}`));
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'pipe_incomplete' } });
    expect(answer.body.errors.map((error: { code: string }) => error.code)).toEqual([
      'CREDENTIAL_MISSING',
      'CREDENTIAL_MISSING',
      'NOT_MAPPED',
    ]);
  });

  it('refuses bad bodies and names the field', async () => {
    const { workspace } = path;
    const elsewhere = await aSystem(test, workspace);
    const unrelated = await aCredential(test, workspace, elsewhere);
    const second = await aCredential(test, workspace, path.shopId);
    const oauth = await aSystem(test, workspace, {
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      token_url: 'https://a.example/t',
      client_id: 'a',
      client_secret: 'b',
    });
    const draft = await aCredential(test, workspace, oauth, { inputs: {} });
    const good = {
      pipe_name: 'Bad',
      flow_id: path.flowId,
      credential_ids: [path.shopCredentialId, path.erpCredentialId],
    };
    await expectRefused(test, workspace.at('pipes/create'), [
      [{ ...good, pipe_name: '' }, 'pipe_name'],
      [{ ...good, flow_id: RANDOM_ID }, 'flow_id'],
      [{ ...good, credential_ids: [RANDOM_ID] }, 'credential_ids[0]'],
      [{ ...good, credential_ids: [unrelated] }, 'credential_ids[0]'],
      [{ ...good, credential_ids: [draft] }, 'credential_ids[0]'],
      [{ ...good, credential_ids: [path.shopCredentialId, second] }, 'credential_ids[1]'],
      [{ ...good, concurrency: 51 }, 'concurrency'],
      [{ ...good, failure_guard: { in_a_row: 0 } }, 'failure_guard.in_a_row'],
      [{ ...good, timeout_seconds: 30_000 }, 'timeout_seconds'],
      [{ ...good, copy_mappings_from: RANDOM_ID }, 'copy_mappings_from'],
    ]);
  });

  it('cannot point at a credential of another project even if code fails', async () => {
    const other = await aShopToErpPath(test);
    const id = await aPipe(test, path, { credential_ids: [] });
    await expect(
      test.sql(
        'insert into pipe_credentials (project_id, pipe_id, system_id, credential_id) values ($1, $2, $3, $4)',
        [path.workspace.projectId, id, other.shopId, other.shopCredentialId],
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it('keeps credentials and flows that a pipe uses from being deleted', async () => {
    const own = await aShopToErpPath(test);
    await aPipe(test, own, { pipe_name: 'Keeper' });
    for (const route of [`credentials/delete/${own.shopCredentialId}`, `flows/delete/${own.flowId}`]) {
      const answer = await test.post(own.workspace.at(route));
      expect(answer).toMatchObject({ status: 409, body: { error_code: 'in_use' } });
      expect(answer.body.message).toContain('Keeper');
    }
  });

  it('has no mapping problem when its flow has no Mapping Handler', async () => {
    const flowId = await aFlow(test, path.workspace, [{ kind: 'api_call', api_id: path.ordersApiId }]);
    await test.post(path.workspace.at(`flows/publish/${flowId}`));
    const id = await aPipe(test, { ...path, flowId }, { credential_ids: [path.shopCredentialId] });
    expect((await test.get(path.workspace.at(`pipes/${id}`))).body.data.problems).toEqual([]);
    expect((await test.post(path.workspace.at(`pipes/enable/${id}`))).body.data.enabled).toBe(true);
    expect((await test.post(path.workspace.at(`pipes/disable/${id}`))).body.data.enabled).toBe(false);
  });
});
