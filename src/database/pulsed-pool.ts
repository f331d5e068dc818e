// The pool of the service: when the database falls silent, the queries under way fail at once instead of waiting for
// answers that do not come, and new ones are refused until it answers again.
import { performance } from 'node:perf_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabasePulse } from './database-pulse.js';

export class DatabaseSilentError extends Error {
  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseSilentError';
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export class PulsedPool extends Pool {
  private readonly inUse = new Set<PoolClient>();
  private readonly pulse: DatabasePulse;
  private isSilent = false;
  private answeredAt = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.inUse.add(client));
    this.on('connect', () => (this.answeredAt = performance.now()));
    this.on('release', (error, client) => {
      this.inUse.delete(client);
      // what is given back while all is silent was cut, not answered
      if (!error && !this.isSilent) this.answeredAt = performance.now();
    });
    this.pulse = new DatabasePulse(
      config,
      (isSilent) => {
        this.isSilent = isSilent;
        // Ending a client that waits for an answer cuts its connection.
        if (isSilent) for (const client of this.inUse) void endOf(client);
      },
      (since) => this.answeredAt > since,
    );
    this.once('connect', () => this.pulse.start());
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!this.isSilent) return callback ? super.connect(callback) : super.connect();
    const error = new DatabaseSilentError();
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => undefined);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.pulse.stop();
    return callback ? super.end(callback) : super.end();
  }
}

/** A pooled client is a whole client; the types of the pool hide its end. */
function endOf(client: PoolClient): Promise<void> {
  return (client as PoolClient & { end(): Promise<void> }).end().catch(() => undefined);
}
