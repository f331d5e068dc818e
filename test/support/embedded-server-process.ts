/**
 * A process of its own for the tests of the embedded PostgreSQL: starts the server of the data folder given as its
 * argument, prints one JSON line `{connectionUrl, port}` and lets go of the server on SIGTERM.
 */
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';

async function main(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
  // The server alone keeps no process alive.
  const alive = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(alive);
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.stdout.write(`${JSON.stringify({ connectionUrl: server.connectionUrl, port: server.port })}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
