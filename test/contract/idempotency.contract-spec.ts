// "`POST …/create` and `…/run/:id` accept `Idempotency-Key`": every one of them says so, and a repeat acts once.
import { QueryFailedError } from 'typeorm';
import { EventBus } from '../../src/common/events/domain-event.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { contractOf } from './support/routes.js';

describe('the Idempotency-Key', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
  });
  afterAll(() => test.close());

  it('is taken by every route that creates or runs', () => {
    const routes = contractOf(test).routes.filter(
      ({ method, path }) => method === 'POST' && (path.endsWith('/create') || path.endsWith('/run/{id}')),
    );
    expect(routes.length).toBeGreaterThan(10);
    const without = routes.filter(
      ({ parameters }) =>
        !parameters.some(({ name, in: place }) => name === 'Idempotency-Key' && place === 'header'),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('gives the same access token and the same second factor again', async () => {
    const person = await test.signUp('twice@example.com');
    const twice = async (route: string, body: object) => {
      const call = () =>
        test.post(route, body, { token: person.token, headers: { 'idempotency-key': `key of ${route}` } });
      const [first, again] = [await call(), await call()];
      expect([first.status, again.text]).toEqual([200, first.text]);
    };
    await twice('/api/access_tokens/create', { token_name: 'once' });
    await twice('/api/auth/second_factor/create', {});
    expect(await test.sql('select 1 from access_tokens where user_id = $1', [person.userId])).toHaveLength(1);
  });

  it('stays taken after a fault that may have acted, and is free again after a refusal', async () => {
    const create = (project_name: string, key: string) =>
      test.post('/api/projects/create', { project_name }, { headers: { 'idempotency-key': key } });
    const emit = jest.spyOn(test.app.get(EventBus), 'emit').mockRejectedValueOnce(new Error('out of order'));
    expect((await create('Acted', 'of a fault')).status).toBe(500);
    emit.mockRestore();
    const again = await create('Acted', 'of a fault');
    expect(again).toMatchObject({ status: 409, body: { error_code: 'idempotency_conflict' } });
    expect(again.body.message).toContain('Look whether it took effect');
    expect(await test.sql("select 1 from projects where project_name = 'Acted'")).toHaveLength(1);

    expect((await create(' ', 'of a refusal')).status).toBe(400);
    expect((await create('Mended', 'of a refusal')).status).toBe(200);
  });

  it.each(['40001', '40P01', '57014', '53300', 'ECONNREFUSED'])(
    'promises no second try where the database fails with %s amid the call, for the key stays taken',
    async (code) => {
      const call = (key: string) =>
        test.post(
          '/api/projects/create',
          { project_name: `P ${code}` },
          { headers: { 'idempotency-key': key } },
        );
      const fault = new QueryFailedError('select 1', [], Object.assign(new Error('away'), { code }));
      const emit = jest.spyOn(test.app.get(EventBus), 'emit').mockRejectedValueOnce(fault);
      const failed = await call(`503 ${code}`);
      emit.mockRestore();
      expect([failed.status, failed.headers['retry-after']]).toEqual([503, undefined]);
      expect(failed.body.message).toContain('take a new Idempotency-Key');
      const again = await call(`503 ${code}`);
      expect([again.status, again.headers['retry-after']]).toEqual([409, undefined]);
    },
  );

  it('says to repeat with the same key while the first call still runs', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const emit = jest.spyOn(test.app.get(EventBus), 'emit').mockImplementationOnce(() => held);
    const call = () =>
      test.post('/api/projects/create', { project_name: 'Slow' }, { headers: { 'idempotency-key': 'slow' } });
    const first = call();
    const running = Promise.resolve(first);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const early = await call();
    expect([early.status, early.headers['retry-after']]).toEqual([409, '1']);
    release();
    expect((await running).status).toBe(200);
    emit.mockRestore();
    expect((await call()).status).toBe(200);
  });

  it('of another body is refused there too', async () => {
    const call = (name: string) =>
      test.post(
        '/api/access_tokens/create',
        { token_name: name },
        { headers: { 'idempotency-key': 'one key' } },
      );
    expect((await call('a')).status).toBe(200);
    expect(await call('b')).toMatchObject({ status: 409, body: { error_code: 'idempotency_conflict' } });
  });
});
