/** Limits and health of a credential over several processes: each limiter stands for one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { EventBus } from '../../src/common/events/domain-event.js';
import { CREDENTIAL_CONNECTED } from '../../src/credentials/credential.events.js';
import { CredentialGate } from '../../src/runs/limits/credential-gate.js';
import { CredentialLimiter, type CredentialLimits } from '../../src/runs/limits/credential-limiter.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { aCredential, aProject, aSystem } from '../support/factories.js';

type Told = { state: 'ok' | 'offline' | null; until: Date | null };

describe('limits of a credential', () => {
  let test: TestApp;
  let credentialId: string;
  let projectId: string;
  let now: number;

  beforeAll(async () => {
    test = await createTestApp({ ROLE: 'api' });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const workspace = await aProject(test);
    ({ projectId } = workspace);
    credentialId = await aCredential(test, workspace, await aSystem(test, workspace));
    now = Date.now();
  });

  /** The gate of a run in a process of its own. */
  function aProcess(
    limits: Partial<CredentialLimits> = {},
    dataSource: DataSource = test.app.get(DataSource),
  ): { gate: CredentialGate; told: Told[] } {
    const told: Told[] = [];
    const gate = new CredentialGate({
      limiter: new CredentialLimiter(dataSource, () => now),
      credentialOf: new Map([['call', { credentialId, rate: null, maxInFlight: null, ...limits }]]),
      mayBegin: () => true,
      onReachability: (_id, state, until) => void told.push({ state, until }),
    });
    return { gate, told };
  }

  /** Asks again, as the engine does, until the request may go. */
  async function enter(gate: CredentialGate): Promise<{ leave?: () => void; isProbe?: boolean }> {
    for (;;) {
      const admission = await gate.enter('call', new AbortController().signal);
      if (admission.go) return admission;
      await sleep(20);
    }
  }

  /** What the gate tells the others stands in the database. */
  async function written(gate: CredentialGate | undefined): Promise<void> {
    const states = gate && (Reflect.get(gate, 'states') as Map<string, object>);
    const watch = Reflect.get(states?.get('call') ?? {}, 'health') as object;
    do await sleep(20);
    while ((Reflect.get(watch, 'writing') as number) > 0);
  }

  const most = (times: number[], windowMs: number): number =>
    Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length));

  it('let two processes together make no more requests a second than the system takes', async () => {
    const rate = { requests: 20, perSeconds: 1, burst: 2 };
    const gates = [aProcess({ rate }).gate, aProcess({ rate }).gate];
    const times: number[] = [];
    const began = Date.now();
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await enter(gates[index % 2] as CredentialGate);
        times.push(Date.now());
      }),
    );
    expect(most(times, 1000)).toBeLessThanOrEqual(22 + 10);
    expect(Date.now() - began).toBeGreaterThanOrEqual(2_300);
    expect(Date.now() - began).toBeLessThan(30_000);
  });

  it('save no tokens while nothing is asked for: the burst is all that may come at once', async () => {
    const rate = { requests: 10, perSeconds: 1, burst: 3 };
    const { gate } = aProcess({ rate });
    await enter(gate);
    await sleep(1_500);
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await enter(gate);
        times.push(Date.now());
      }),
    );
    expect(most(times, 90)).toBeLessThanOrEqual(6);
    // three at once, the other five a tenth of a second each
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(400);
  });

  it('let three processes together have no more requests in flight, and each its part', async () => {
    const gates = [1, 2, 3].map(() => aProcess({ maxInFlight: 4 }).gate);
    const done = [0, 0, 0];
    let inFlight = 0;
    let highest = 0;
    const until = Date.now() + 5_000;
    await Promise.all(
      gates.flatMap((gate, index) =>
        Array.from({ length: 6 }, async () => {
          while (Date.now() < until) {
            const { leave } = await enter(gate);
            highest = Math.max(highest, ++inFlight);
            await sleep(20);
            inFlight -= 1;
            done[index] = (done[index] ?? 0) + 1;
            leave?.();
          }
        }),
      ),
    );
    expect(highest).toBe(4);
    expect(Math.min(...done)).toBeGreaterThan(Math.max(...done) / 6);
    expect(done.reduce((sum, each) => sum + each)).toBeGreaterThan(60);
  });

  it('give a single slot to each process in turn', async () => {
    const gates = [aProcess({ maxInFlight: 1 }).gate, aProcess({ maxInFlight: 1 }).gate];
    const done = [0, 0];
    let inFlight = 0;
    const until = Date.now() + 6_000;
    await Promise.all(
      gates.map(async (gate, index) => {
        while (Date.now() < until) {
          const { leave } = await enter(gate);
          expect(++inFlight).toBe(1);
          await sleep(10);
          inFlight -= 1;
          done[index] = (done[index] ?? 0) + 1;
          leave?.();
        }
      }),
    );
    expect(Math.min(...done)).toBeGreaterThan(Math.max(...done) / 6);
  });

  it('give the slots of a dead process to the others', async () => {
    await test.sql(
      `insert into credential_in_flight (credential_id, process_id, held, wanted, seen_at) values ($1, gen_random_uuid(), 2, 2, now() - interval '9 seconds')`,
      [credentialId],
    );
    const began = Date.now();
    const { leave } = await enter(aProcess({ maxInFlight: 2 }).gate);
    expect(Date.now() - began).toBeGreaterThan(500);
    expect(Date.now() - began).toBeLessThan(20_000);
    leave?.();
  });

  it('send exactly one request first when a block is over, whichever process it is in', async () => {
    const processes = [aProcess(), aProcess()];
    for (const { gate } of processes) await enter(gate);
    processes[0]?.gate.throttled('call', now + 30_000);
    await written(processes[0]?.gate);
    now += 1_100;
    const signal = new AbortController().signal;
    for (const { gate } of processes)
      expect(await gate.enter('call', signal)).toMatchObject({ go: false, reason: 'RATE_LIMIT' });
    now += 30_000;
    const admissions = await Promise.all(
      processes.flatMap(({ gate }) => [1, 2, 3, 4].map(async () => gate.enter('call', signal))),
    );
    const gone = admissions.flatMap((admission, index) => (admission.go ? [{ admission, index }] : []));
    expect(gone).toHaveLength(1);
    expect(gone[0]?.admission).toMatchObject({ isProbe: true });
    const prober = processes[Math.floor((gone[0]?.index ?? 0) / 4)];
    expect(prober?.gate.report('call', 'OK', true)).toBeNull();
    await written(prober?.gate);
    now += 300;
    for (const { gate } of processes)
      expect(await gate.enter('call', signal)).not.toMatchObject({ go: false });
    expect(prober?.told.at(-1)).toEqual({ state: 'ok', until: null });
  });

  it('take a probe that is throttled again for the next block', async () => {
    const { gate } = aProcess();
    await enter(gate);
    gate.throttled('call', now + 1_000);
    await written(gate);
    now += 1_001;
    expect(await gate.enter('call', new AbortController().signal)).toMatchObject({ go: true, isProbe: true });
    void gate.report('call', 'THROTTLED', true);
    gate.throttled('call', now + 5_000);
    await written(gate);
    now += 2_000;
    const signal = new AbortController().signal;
    expect(await gate.enter('call', signal)).toMatchObject({ go: false, reason: 'RATE_LIMIT' });
    now += 3_001;
    expect(await gate.enter('call', signal)).toMatchObject({ go: true, isProbe: true });
  });

  it('take a system as offline after ten failures in a row over half a minute, and probe after 1, 2, 5 and 10 minutes', async () => {
    const [one, two] = [aProcess(), aProcess()];
    for (const { gate } of [one, two]) await enter(gate);
    // failures of both processes are one row; ten at once are no outage yet
    for (let times = 0; times < 6; times++) {
      expect(await one.gate.report('call', 'NOT_SENT', false)).toBeNull();
      expect(await two.gate.report('call', 'SERVER', false)).toBeNull();
    }
    now += 31_000;
    expect(await two.gate.report('call', 'LOST', false)).toBe(now + 60_000);
    expect(two.told).toEqual([{ state: 'offline', until: new Date(now + 60_000) }]);
    const signal = new AbortController().signal;
    now += 1_500;
    expect(await one.gate.enter('call', signal)).toMatchObject({ go: false, reason: 'OFFLINE' });
    now += 58_500;
    for (const minutes of [2, 5, 10, 10]) {
      expect(await one.gate.enter('call', signal)).toMatchObject({ go: true, isProbe: true });
      expect(await two.gate.enter('call', signal)).toMatchObject({ go: false });
      expect(await one.gate.report('call', 'NOT_SENT', true)).toBe(now + minutes * 60_000);
      now += minutes * 60_000;
    }
    expect(await two.gate.enter('call', signal)).toMatchObject({ go: true, isProbe: true });
    expect(two.gate.report('call', 'OK', true)).toBeNull();
    await written(two.gate);
    now += 1_100;
    expect(await one.gate.enter('call', signal)).toMatchObject({ go: true });
    expect(two.told.at(-1)).toEqual({ state: 'ok', until: null });
  });

  it('count failures anew after an answer', async () => {
    const { gate, told } = aProcess();
    await enter(gate);
    for (let times = 0; times < 9; times++) await gate.report('call', 'SERVER', false);
    now += 40_000;
    expect(gate.report('call', 'OK', false)).toBeNull();
    await written(gate);
    expect(await gate.report('call', 'SERVER', false)).toBeNull();
    expect(told).toEqual([]);
  });

  it('keep a system offline that answers 429 and 502 by turns: it is told of once', async () => {
    const { gate, told } = aProcess();
    await enter(gate);
    for (let times = 0; times < 10; times++) await gate.report('call', 'SERVER', false);
    now += 31_000;
    await gate.report('call', 'SERVER', false);
    now += 60_001;
    expect(await gate.enter('call', new AbortController().signal)).toMatchObject({ isProbe: true });
    void gate.report('call', 'THROTTLED', true);
    gate.throttled('call', now + 5_000);
    await written(gate);
    now += 5_001;
    expect(await gate.enter('call', new AbortController().signal)).toMatchObject({ isProbe: true });
    await gate.report('call', 'SERVER', true);
    expect(told.map(({ state }) => state)).toEqual(['offline', null, 'offline']);
  });

  /** The database as it is, but for statements that begin so, which fail as often as said. */
  function faulty(begin: string, failures: number, error: Error): DataSource {
    const { master } = test.app.get(DataSource).driver as unknown as { master: Pool };
    let left = failures;
    const query = (text: string, values: unknown[]): Promise<unknown> =>
      text.trimStart().startsWith(begin) && left-- > 0 ? Promise.reject(error) : master.query(text, values);
    return { driver: { master: { query, connect: () => master.connect() } } } as unknown as DataSource;
  }
  const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('give slot and probe back when no token could be taken', async () => {
    const rate = { requests: 100, perSeconds: 1, burst: 10 };
    const { gate } = aProcess({ rate, maxInFlight: 1 }, faulty('with h as', 1, new Error('a fault')));
    await enter(aProcess().gate);
    gate.throttled('call', now + 1_000);
    await written(gate);
    now += 1_001;
    const { signal } = new AbortController();
    await expect(gate.enter('call', signal)).rejects.toThrow('a fault');
    await written(gate);
    expect(await gate.enter('call', signal)).toMatchObject({ go: true, isProbe: true });
  });

  it.each(['select blocked_until', 'with h as'])(
    'wait a moment for a database that is away (%s)',
    async (begin) => {
      const rate = { requests: 100, perSeconds: 1, burst: 10 };
      const { gate } = aProcess({ rate, maxInFlight: 1 }, faulty(begin, 1, away()));
      const { signal } = new AbortController();
      const first = await gate.enter('call', signal);
      expect(first).toMatchObject({ go: false, reason: 'LEASE' });
      const { leave } = await enter(gate);
      leave?.();
    },
  );

  it('take no notice of a failure that cannot be counted while the database is away', async () => {
    const { gate } = aProcess({}, faulty('insert into credential_health', 1, away()));
    await enter(gate);
    expect(await gate.report('call', 'SERVER', false)).toBeNull();
  });

  it('forget a block once a person connects it anew', async () => {
    const { gate } = aProcess();
    await enter(gate);
    gate.throttled('call', now + 3_600_000);
    await written(gate);
    await test.app.get(EventBus).emit({
      type: CREDENTIAL_CONNECTED,
      projectId,
      resourceType: 'credential',
      resourceId: credentialId,
      resourceName: 'x',
      actor: null,
    });
    now += 300;
    expect(await gate.enter('call', new AbortController().signal)).toMatchObject({ go: true });
  });

  it('leave the line at once when the run stops', async () => {
    const { gate } = aProcess({ rate: { requests: 1, perSeconds: 30, burst: 1 } });
    await enter(gate);
    const stop = new AbortController();
    const waiting = gate.enter('call', stop.signal);
    setTimeout(() => stop.abort(), 50);
    const began = Date.now();
    expect(await waiting).toMatchObject({ go: false });
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
