// Starts the roles asked for (ROLE), until SIGTERM or SIGINT.
import 'reflect-metadata';
import { ConfigurationError, readEnvironment } from './config/environment.js';
import { createApp } from './create-app.js';
import { tuneHeap } from './heap.js';
import { openInstance } from './instance.js';
import { announce } from './announce.js';
import { startSampleSystems } from './sample-systems.js';
import { instanceFault, listenFault } from './start-fault.js';

tuneHeap();

const SHUTDOWN_LIMIT_MS = 25_000;
const DRAIN_MS = 10_000;
const SAME_SIGNAL_MS = 1_000;

/** What the start has opened, the newest first: a start that fails halfway leaves no server behind either. */
const closers: (() => Promise<void>)[] = [];
let stoppingSince: number | null = null;

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
process.on('uncaughtException', (error) => {
  process.stderr.write(`pipewright: uncaught: ${error.stack ?? error.message}\n`);
  process.exitCode = 1;
  stop('an uncaught exception');
});
const starting = start().catch(async (error: unknown) => {
  await closeAll().catch(() => undefined);
  fail('cannot start', error);
});

async function start(): Promise<void> {
  const environment = readEnvironment();
  const instance = await openInstance(environment).catch((error: unknown) => {
    throw instanceFault(error, environment);
  });
  closers.unshift(() => instance.close());
  if (stoppingSince !== null) return;
  const isApi = environment.roles.includes('api');
  if (environment.sampleSystems && isApi) {
    const samples = await startSampleSystems(environment);
    closers.unshift(() => samples.stop());
  }
  const app = await createApp(instance.config);
  closers.unshift(async () => {
    // Requests in work have ten seconds to end; event streams would never.
    setTimeout(() => app.getHttpServer().closeAllConnections(), DRAIN_MS).unref();
    await app.close();
  });
  if (stoppingSince !== null) return;
  if (isApi) {
    await app.listen(environment.port, environment.host).catch((error: unknown) => {
      throw listenFault(error, environment);
    });
    announce(instance, await app.getUrl());
  } else {
    await app.init();
    process.stdout.write('pipewright worker started\n');
  }
}

function stop(signal: string): void {
  if (stoppingSince !== null) {
    // Ctrl-C under npm arrives twice: from the terminal and handed on by npm. A person's second one comes later.
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  stoppingSince = Date.now();
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
  // A start that is under way is seen through first: what it opens then has somebody who closes it.
  void starting.then(closeAll).then(
    () => process.exit(process.exitCode ?? 0),
    (error: unknown) => fail(`could not stop cleanly after ${signal}`, error),
  );
}

/** Closes all, whatever one of them says; throws the first fault at the end. */
async function closeAll(): Promise<void> {
  const faults: unknown[] = [];
  for (let close = closers.shift(); close; close = closers.shift())
    await close().catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

/** Start-up faults go to stderr as one readable text, whatever the log level is. */
function fail(what: string, error: unknown): never {
  const text =
    error instanceof ConfigurationError || !(error instanceof Error)
      ? String((error as Error).message ?? error)
      : `${error.name}: ${error.message}`;
  process.stderr.write(`pipewright: ${what}: ${text}\n`);
  process.exit(1);
}
