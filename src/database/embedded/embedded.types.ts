/** What the caller of the embedded PostgreSQL gives and gets. */
export interface EmbeddedLogger {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** Folder of the service's own files; the cluster goes into `<dataDir>/postgres` (see `cluster-location.ts`). */
  dataDir: string;
  /** TCP port on 127.0.0.1; absent: the port of the last start when it is free, else any free one. */
  port?: number;
  /** Trades durability for speed (no fsync). Never for data that must survive. */
  forTests?: boolean;
  logger?: EmbeddedLogger;
}

export interface EmbeddedPostgres {
  connectionUrl: string;
  port: number;
  /** Lets go of the server. The last process that uses the data folder shuts it down (fast, all data on disk). */
  stop(): Promise<void>;
}

/** A start that cannot work; the message tells the operator what to change. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
