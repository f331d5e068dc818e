// Slow clients, huge bodies and twice the requests that it can answer: the service sheds what is too much, keeps its
// memory and its health answers, and is itself again soon after. `npm run soak:load` does it for longer, to the figures.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, OWNER } from '../support/create-test-app.js';
import type { AttackReport } from '../support/overload-attack.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 8);
/** Of the promised 512 MB, so that a step towards it is seen. */
const RSS_MIB = 420;
/** On a machine that does other things at the same time the times are wide; the command takes the promised ones. */
const LIMITS = process.env.OVERLOAD_SECONDS
  ? { healthP99Ms: 200, rssMiB: RSS_MIB, recoveryMs: 10_000 }
  : { healthP99Ms: 1_500, rssMiB: RSS_MIB, recoveryMs: 20_000 };
const SETUP_TOKEN = 'set-up-token-for-tests';

describe('overload', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let service: ServiceProcess;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase({ withSchema: true });
    folder = mkdtempSync(join(tmpdir(), 'pipewright-overload-'));
    service = await startServiceProcess(folder, {
      DATABASE_URL: database.url,
      SETUP_TOKEN,
      RATE_LIMIT_PER_SECOND: '0',
    });
    const session = await post('/api/auth/setup', { setup_token: SETUP_TOKEN, ...OWNER });
    token = (
      await post('/api/access_tokens/create', { token_name: 'load' }, session.data.access_token as string)
    ).data.access_token as string;
  }, 120_000);
  afterAll(async () => {
    await service.end('SIGTERM');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  async function post(
    path: string,
    body: object,
    bearer?: string,
  ): Promise<{ data: Record<string, unknown> }> {
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { data: Record<string, unknown> };
  }

  /** Milliseconds that an answer took; Infinity where there was none, or another than 200. */
  async function timed(path: string): Promise<number> {
    const started = performance.now();
    try {
      const answer = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.status === 200 ? performance.now() - started : Infinity;
    } catch {
      return Infinity;
    }
  }

  function rssMiB(): number {
    const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  it(
    `of ${SECONDS} seconds: health answers, memory is bounded, and all is well soon after`,
    async () => {
      const calm: number[] = [];
      for (let count = 0; count < 20; count++) calm.push(await timed('/api/projects'));
      const attack = startAttack(service.url, token);
      const health: number[] = [];
      let rss = 0;
      while (!attack.isOver()) {
        health.push(await timed('/health/live'));
        rss = Math.max(rss, rssMiB());
        await sleep(50);
      }
      const ended = performance.now();
      const report = await attack.report;
      const usual = median(calm) * 3 + 50;
      while (Math.max(await timed('/api/projects'), await timed('/health/ready')) > usual) await sleep(100);
      const recoveryMs = Math.round(performance.now() - ended);
      const p99 = Math.round(quantile(health, 0.99));
      const figures = {
        ...report,
        healthP99Ms: p99,
        health: health.length,
        rssMiB: Math.round(rss),
        recoveryMs,
      };
      if (process.env.OVERLOAD_SECONDS) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      expect(figures.healthP99Ms).toBeLessThan(LIMITS.healthP99Ms);
      expect(rss).toBeLessThan(LIMITS.rssMiB);
      expect(recoveryMs).toBeLessThan(LIMITS.recoveryMs);
      // It worked on, and it refused: nothing else.
      expect(
        Object.keys(report.statuses).filter((status) => !['200', '400', '413', '503'].includes(status)),
      ).toEqual([]);
      expect(report.statuses['200']).toBeGreaterThan(0);
      expect(service.child.exitCode).toBeNull();
    },
    (SECONDS + 90) * 1000,
  );
});

function startAttack(url: string, token: string): { report: Promise<AttackReport>; isOver(): boolean } {
  const script = resolve('test', 'support', 'overload-attack.ts');
  const loader = resolve('test', 'support', 'register-ts.cjs');
  const child = spawn(
    process.execPath,
    ['-r', loader, script, JSON.stringify({ url, token, seconds: SECONDS })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let words = '';
  let isOver = false;
  child.stdout.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const report = new Promise<AttackReport>((resolved, rejected) => {
    child.once('close', () => {
      isOver = true;
      if (words === '') rejected(new Error('the attack ended without a report'));
      else resolved(JSON.parse(words) as AttackReport);
    });
  });
  return { report, isOver: () => isOver };
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity;
}

const median = (values: number[]): number => quantile(values, 0.5);
