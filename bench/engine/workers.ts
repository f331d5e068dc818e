/** Two pipes by two worker processes, each to systems of its own, against one pipe by one worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { emptyErp, median, type Place, startSystems } from './place.js';
import { allowed, type BenchPipe, BenchService } from './service.js';

const ROUNDS = 3;
/** Two workers, two sample systems, PostgreSQL, and this process. */
const CORES_NEEDED = 6;
const AIM = 1.8;

/** `orders` for each pipe. Prints records/s of both and their ratio; the ratio is judged only where the cores allow. */
export async function twoWorkers(orders: number, databaseUrl: string, folder: string): Promise<void> {
  const systems = [await startSystems(orders), await startSystems(orders)] as const;
  const places: [Place, Place] = [systems[0].place, systems[1].place];
  const service = await BenchService.open(databaseUrl, folder, places, 'api');
  const workers: ChildProcess[] = [];
  try {
    const pipes = [
      (await service.pipes(places[0])).single,
      (await service.pipes(places[1], ' 2')).single,
    ] as const;
    const begin = (): Promise<ChildProcess> => startWorker(databaseUrl, folder, places);
    workers.push(await begin());
    await service.run(pipes[0]);
    const one = await rate(service, places, [pipes[0]], orders);
    workers.push(await begin());
    await service.run(pipes[1]);
    const two = await rate(service, places, pipes, orders);
    const cores = availableParallelism();
    const ratio = two / one;
    const words = cores < CORES_NEEDED ? ` (${cores} cores: ${CORES_NEEDED} are needed to judge it)` : '';
    console.log(
      `\ntwo workers: ${two.toFixed(0)} records/s on two pipes, one worker ${one.toFixed(0)} on one, ratio ${ratio.toFixed(2)}${words}`,
    );
    if (cores >= CORES_NEEDED && ratio < AIM) {
      console.error(`two workers: ${ratio.toFixed(2)} is below ${AIM}`);
      process.exitCode = 1;
    }
  } finally {
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) if (worker.exitCode === null) await once(worker, 'exit');
    await service.close();
    systems.forEach(({ stop }) => stop());
  }
}

/** Records a second over all pipes at once; rounds in which one worker took both runs are made again. */
async function rate(
  service: BenchService,
  places: readonly Place[],
  pipes: readonly BenchPipe[],
  orders: number,
): Promise<number> {
  const rates: number[] = [];
  for (let tries = 0; rates.length < ROUNDS && tries < 10 * ROUNDS; tries++) {
    await Promise.all(places.map(emptyErp));
    await service.emptyLedger();
    const running = Promise.all(pipes.map((pipe) => service.run(pipe)));
    const workers = await service.workersWith(pipes.length);
    const done = await running;
    if (done.some(({ delivered }) => delivered !== orders)) throw new Error('not all orders were sent');
    if (workers === pipes.length)
      rates.push((orders * pipes.length) / Math.max(...done.map(({ seconds }) => seconds)));
  }
  return median(rates);
}

async function startWorker(
  databaseUrl: string,
  folder: string,
  places: readonly Place[],
): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--max-semi-space-size=32', join('dist', 'src', 'main.js')], {
    env: {
      ...process.env,
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      OUTBOUND_ALLOW: allowed(places),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!worker.stdout) throw new Error('no output of the worker');
  let words = '';
  while (!words.includes('pipewright worker started')) {
    const [chunk] = (await once(worker.stdout, 'data')) as [Buffer];
    words += chunk.toString();
  }
  worker.stdout.resume();
  return worker;
}
