// Starts the roles asked for (ROLE), until SIGTERM or SIGINT.
import 'reflect-metadata';
import { ConfigurationError, readEnvironment } from './config/environment.js';
import { createApp } from './create-app.js';
import { boundHeapGrowth } from './heap.js';
import { openInstance } from './instance.js';
import { announce } from './announce.js';
import { startSampleSystems } from './sample-systems.js';

boundHeapGrowth();

const SHUTDOWN_LIMIT_MS = 25_000;
const DRAIN_MS = 10_000;
const SAME_SIGNAL_MS = 1_000;

async function start(): Promise<void> {
  const environment = readEnvironment();
  const instance = await openInstance(environment);
  const isApi = environment.roles.includes('api');
  const samples = environment.sampleSystems && isApi ? await startSampleSystems(environment) : null;
  const app = await createApp(instance.config);
  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // Ctrl-C under npm arrives twice: from the terminal and handed on by npm. A person's second one comes later.
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    // Requests in work have ten seconds to end; event streams would never.
    const server = app.getHttpServer();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    void app
      .close()
      .then(() => samples?.stop())
      .then(() => instance.close())
      .then(
        () => process.exit(process.exitCode ?? 0),
        (error: unknown) => fail(`could not stop cleanly after ${signal}`, error),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.on('uncaughtException', (error) => {
    process.stderr.write(`pipewright: uncaught: ${error.stack ?? error.message}\n`);
    process.exitCode = 1;
    stop('an uncaught exception');
  });
  if (isApi) {
    await app.listen(environment.port, environment.host);
    announce(instance, await app.getUrl());
  } else {
    await app.init();
    process.stdout.write('pipewright worker started\n');
  }
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

start().catch((error: unknown) => fail('cannot start', error));
