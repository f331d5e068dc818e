/**
 * `npm run bench:engine [-- --rounds 5 --orders 20000 --batch-orders 30000 --memory 100000 --workers 20000]`: shop → map → ERP
 * by the service and by a hand-written loop (a process of its own), in interleaved rounds against the sample systems (one more).
 * Prints records/s, CPU seconds of either process and of PostgreSQL for 1,000 records, the median ratios, peak memory; checked
 * at the ERP. `--memory`: so many orders in one run. `--workers`: one worker against two, each with so many orders.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { tuneHeap } from '../../src/heap.js';
import { startHandProcess } from './hand-process.js';
import { type BenchKind, type BenchPipe, BenchService } from './service.js';
import { emptyErp, median, type Place, startSystems } from './place.js';
import { twoWorkers } from './workers.js';

interface Round {
  perSecond: number;
  cpuSeconds: number;
}

interface OurRound extends Round {
  postgresSeconds: number;
}

interface RoundPair {
  hand: Round;
  ours: OurRound;
  startMs: number;
}

tuneHeap();

/** Both sides run so often before they are measured: V8 goes on compiling for some hundred thousand orders. */
const WARM_UPS = 8;

const FAULT: Record<BenchKind, number> = { single: 0.6, hold: 0.35, batch: 0.5, holdBatch: 0.45 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      orders: { type: 'string', default: '20000' },
      'batch-orders': { type: 'string', default: '30000' },
      memory: { type: 'string', default: '0' },
      workers: { type: 'string', default: '0' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const cluster = postmasterOf(folder);
  try {
    const single = await bench(
      Number(values.orders),
      Number(values.rounds),
      database.connectionUrl,
      folder,
      cluster,
      ['single', 'hold'],
    );
    const batch = await bench(
      Number(values['batch-orders']),
      Number(values.rounds),
      await fresh(database.connectionUrl, 'batch'),
      folder,
      cluster,
      ['batch', 'holdBatch'],
    );
    if (Number(values.memory) > 0)
      await memory(Number(values.memory), await fresh(database.connectionUrl, 'memory'), folder);
    if (Number(values.workers) > 0)
      await twoWorkers(Number(values.workers), await fresh(database.connectionUrl, 'workers'), folder);
    const bad = { ...single, ...batch };
    for (const [name, ratio] of Object.entries(bad)) {
      if (ratio < FAULT[name as BenchKind]) {
        console.error(`${name}: ${ratio.toFixed(2)} is below ${FAULT[name as BenchKind]}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function bench(
  orders: number,
  rounds: number,
  databaseUrl: string,
  folder: string,
  cluster: number,
  names: BenchKind[],
): Promise<Partial<Record<BenchKind, number>>> {
  const systems = await startSystems(orders);
  const byHand = startHandProcess();
  const service = await BenchService.open(databaseUrl, folder, [systems.place]);
  const ratios: Partial<Record<BenchKind, number>> = {};
  try {
    const pipes = await service.pipes();
    for (const name of names) {
      const pipe = pipes[name];
      const size = name === 'batch' || name === 'holdBatch' ? 100 : null;
      for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
        await byHand.run(systems.place, size);
        await service.emptyLedger();
        await service.run(pipe);
        await emptyErp(systems.place);
      }
      const all: RoundPair[] = [];
      for (let round = 0; round < rounds; round++) {
        const { seconds, cpuSeconds } = await byHand.run(systems.place, size);
        const hand = { perSecond: orders / seconds, cpuSeconds };
        await checkErp(systems.place, orders);
        await service.emptyLedger();
        let startMs = 0;
        const ours = await measured(cluster, orders, async () => {
          const run = await service.run(pipe);
          startMs = run.startMs;
          return { sent: run.delivered, seconds: run.seconds };
        });
        await checkErp(systems.place, orders);
        all.push({ hand, ours, startMs });
      }
      ratios[name] = show(pipe, orders, all);
    }
  } finally {
    await service.close();
    byHand.stop();
    systems.stop();
  }
  return ratios;
}

function show(pipe: BenchPipe, orders: number, all: readonly RoundPair[]): number {
  const ratio = median(all.map(({ hand, ours }) => ours.perSecond / hand.perSecond));
  const cpuRatio = median(all.map(({ hand, ours }) => ours.cpuSeconds / hand.cpuSeconds));
  const per1000 = (pick: (round: RoundPair) => number): string =>
    ((median(all.map(pick)) / orders) * 1000).toFixed(3);
  console.log(`\n${pipe.name} (${orders} orders, ${all.length} rounds)`);
  console.log(
    `  records/s    hand-written ${median(all.map(({ hand }) => hand.perSecond)).toFixed(0)}, service ${median(all.map(({ ours }) => ours.perSecond)).toFixed(0)}, ratio ${ratio.toFixed(2)}`,
  );
  console.log(
    `  CPU s/1,000  hand-written ${per1000(({ hand }) => hand.cpuSeconds)}, service ${per1000(({ ours }) => ours.cpuSeconds)}, ratio ${cpuRatio.toFixed(2)}, PostgreSQL ${per1000(({ ours }) => ours.postgresSeconds)}`,
  );
  console.log(
    `  started      ${median(all.map(({ startMs }) => startMs)).toFixed(0)} ms after it was asked for`,
  );
  return ratio;
}

interface Sent {
  sent: number;
  seconds: number;
}

/** Without a forced collection before: it throws optimized code away, which a service that runs never meets. */
async function measured(cluster: number, orders: number, work: () => Promise<Sent>): Promise<OurRound> {
  const cpu = process.cpuUsage();
  const postgres = postgresSeconds(cluster);
  const { sent, seconds } = await work();
  if (sent !== orders) throw new Error(`${sent} of ${orders} orders were sent`);
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: orders / seconds,
    cpuSeconds: (user + system) / 1e6,
    postgresSeconds: postgresSeconds(cluster) - postgres,
  };
}

/** Resident memory while a long run goes on, over idle. */
async function memory(orders: number, databaseUrl: string, folder: string): Promise<void> {
  const systems = await startSystems(orders);
  const service = await BenchService.open(databaseUrl, folder, [systems.place]);
  try {
    const { batch } = await service.pipes();
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    let peak = idle;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100);
    const { seconds, delivered } = await service.run(batch);
    clearInterval(timer);
    console.log(
      `\nmemory: ${delivered} orders in ${seconds.toFixed(0)} s, peak ${megabytes(peak)} MB, idle ${megabytes(idle)} MB, over idle ${megabytes(peak - idle)} MB`,
    );
  } finally {
    await service.close();
    systems.stop();
  }
}

/** Each order arrived exactly once; then the ERP is emptied for the next round. */
async function checkErp(place: Place, orders: number): Promise<void> {
  const headers = { authorization: `Bearer ${place.erpToken}` };
  const counts = (await (await fetch(`${place.erpUrl}/sales-orders/count`, { headers })).json()) as {
    references: number;
    duplicates: number;
  };
  if (counts.references !== orders || counts.duplicates > 0)
    throw new Error(`the ERP has ${JSON.stringify(counts)}, not ${orders}`);
  await emptyErp(place);
}

/** A database of its own on the same server. */
async function fresh(url: string, name: string): Promise<string> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database bench_${name}`);
  await client.end();
  const made = new URL(url);
  made.pathname = `/bench_${name}`;
  return made.href;
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** CPU of the server and all its processes, ended ones included. */
function postgresSeconds(postmaster: number): number {
  const ticks = (pid: number, isParent: boolean): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const own = Number(fields[11]) + Number(fields[12]);
    return isParent
      ? own + Number(fields[13]) + Number(fields[14])
      : Number(fields[1]) === postmaster
        ? own
        : 0;
  };
  let total = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      total += ticks(Number(entry), Number(entry) === postmaster);
    } catch {
      // it ended while we looked
    }
  }
  return total / 100;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
