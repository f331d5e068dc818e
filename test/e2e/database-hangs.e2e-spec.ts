// A database that stops without closing anything (SIGSTOP of every process of an embedded server of the test's own):
// callers have their 503 within three seconds, and the service is back by itself.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import type { EmbeddedPostgres } from '../../src/database/embedded/embedded.types.js';
import { readPostmasterPid } from '../../src/database/embedded/postmaster-pid.js';
import { type Answer, createTestApp, type TestApp } from '../support/create-test-app.js';

describe('a database that hangs', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let test: TestApp;
  let stopped: number[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pipewright-hang-'));
    await chmod(folder, 0o755);
    server = await startEmbeddedPostgres({ dataDir: folder, forTests: true });
    test = await createTestApp({ DATABASE_URL: server.connectionUrl, RATE_LIMIT_PER_SECOND: '0' });
  }, 120_000);
  afterAll(async () => {
    resumeServer();
    await test.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** The server first, so that no backend is born meanwhile; all are told by one of them. */
  async function stopServer(): Promise<void> {
    const postmaster = await readPostmasterPid(join(folder, 'postgres'));
    if (!postmaster) throw new Error('the server of this test has no pid file');
    send(postmaster.pid, 'SIGSTOP');
    stopped = [postmaster.pid];
    const backends = await test.sql<{ pid: number }>('select pid from pg_stat_activity');
    for (const { pid } of backends) send(pid, 'SIGSTOP');
    stopped.push(...backends.map(({ pid }) => pid));
  }

  function resumeServer(): void {
    for (const pid of stopped) send(pid, 'SIGCONT');
    stopped = [];
  }

  async function timed(call: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
    const started = performance.now();
    const answer = await call();
    return { answer, ms: performance.now() - started };
  }

  it('answers 503 with Retry-After within three seconds for as long as it hangs, and is back within ten', async () => {
    const calls = [
      () => test.get('/api/auth/me'),
      () => test.get('/api/projects'),
      () => test.get('/health/ready', { token: null }),
      () => test.post('/api/projects/create', { project_name: 'Lost' }),
      () => test.post('/api/auth/login', { email: 'olga@example.com', password: 'x'.repeat(12) }),
    ];
    // Open connections, as a service at work has them.
    await Promise.all(Array.from({ length: 15 }, () => test.get('/api/projects')));
    await stopServer();
    const since = performance.now();
    const slowest: number[] = [];
    while (performance.now() - since < 8_000) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => timed(calls[at % 5]!)));
      for (const { answer, ms } of answers) {
        expect(answer).toMatchObject({
          status: 503,
          body: { status: false, status_code: 503, error_code: 'unavailable', data: null },
        });
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(ms).toBeLessThan(8_000);
      }
      slowest.push(Math.max(...answers.map(({ ms }) => ms)));
      const live = await timed(() => test.get('/health/live', { token: null }));
      expect(live.answer.status).toBe(200);
      expect(live.ms).toBeLessThan(3_000);
      await sleep(100);
    }
    // of the slowest answers of each round the middle one counts: the machine may do other work
    slowest.sort((left, right) => left - right);
    expect(slowest[Math.floor(slowest.length / 2)]).toBeLessThan(3_000);
    resumeServer();
    const returned = performance.now();
    while ((await test.get('/health/ready', { token: null })).status !== 200) await sleep(50);
    expect(performance.now() - returned).toBeLessThan(10_000);
    for (const call of calls.slice(0, 4)) expect((await call()).status).toBe(200);
    // No transaction of the time before was left open, and holds nothing.
    await sleep(5_000);
    const open = await test.sql<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and state_change < now() - interval '5 seconds'",
    );
    expect(open[0]!.n).toBe(0);
  }, 90_000);
});

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // A backend may have ended since it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
