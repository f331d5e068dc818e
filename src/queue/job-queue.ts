// The queue that brings work to workers: BullMQ on PostgreSQL (a schema of its own) or on Redis, behind one small face.
// A job carries an id and nothing else; what is to be done, and whether, is decided from the tables.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { endsWithin } from '../common/ends-within.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { AppConfig } from '../config/app-config.js';
import { QUEUE_SCHEMA } from './migrate-queue.js';

export interface QueuedJob {
  /** the same id added twice is one job */
  jobId: string;
  subject: string;
  delayMs?: number;
}

/** What a consumer holds: `pause` takes no further job, `close` waits for those in hand. */
export interface Consumer {
  pause(): Promise<void>;
  close(): Promise<void>;
}

type Subject = { subject: string };

const ERROR_LOG_EVERY_MS = 60_000;
const ADD_LIMIT_MS = 2_000;
const LAST_WAIT_MS = 1_000;
/** Quick recovery of a killed worker's job; our own rule says when a run that crashes again and again is given up. */
const LOCK_MS = 10_000;
const STALLED_EVERY_MS = 5_000;
const MAX_STALLED = 1_000;
/** After an error of the connection, and between looks when nobody tells of a new job. */
const RETRY_MS = 500;
const LOOK_EVERY_SECONDS = 2;
/** A database that hangs is noticed while the caller still waits. */
const POSTGRES_POOL = { max: 4, connectionTimeoutMillis: 2_500, query_timeout: 2_500, keepAlive: true };

@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue<Subject>>();
  private readonly lastLogged = new Map<string, number>();

  constructor(
    private readonly config: AppConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Never rejects and waits no longer than a moment: rows are the truth, and who owns them adds a lost job again. */
  async add(queueName: string, jobs: QueuedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const added = this.queue(queueName)
      .addBulk(
        jobs.map(({ jobId, subject, delayMs }) => ({
          name: 'job',
          data: { subject },
          opts: { jobId, delay: delayMs, removeOnComplete: true, removeOnFail: true, attempts: 1 },
        })),
      )
      .catch((error: unknown) => this.tellSometimes('queue', error as Error));
    const late = new AbortController();
    await Promise.race([
      added,
      sleep(ADD_LIMIT_MS, null, { ref: false, signal: late.signal }).catch(() => null),
    ]);
    late.abort();
  }

  /** Takes jobs, `concurrency` at once. The handler settles everything by itself; a job is never tried again. */
  consume(queueName: string, concurrency: number, handle: (subject: string) => Promise<void>): Consumer {
    const settings = {
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RETRY_MS,
      drainDelay: LOOK_EVERY_SECONDS,
    };
    const process = (job: { data: Subject }): Promise<void> => handle(job.data.subject);
    const { queueUrl } = this.config.environment;
    const worker: {
      on(event: 'error', listener: (error: Error) => void): unknown;
      pause(doNotWait?: boolean): Promise<void>;
      close(): Promise<void>;
    } = queueUrl
      ? new Worker<Subject>(queueName, process, {
          ...settings,
          connection: { url: queueUrl, maxRetriesPerRequest: null },
        })
      : new Worker(queueName, process, { ...settings, connection: this.postgres() }, createPostgresBackend);
    worker.on('error', (error) => this.tellSometimes('worker', error));
    return { pause: () => worker.pause(true), close: () => worker.close() };
  }

  async onApplicationShutdown(): Promise<void> {
    await endsWithin(Promise.all([...this.queues.values()].map((queue) => queue.close())), LAST_WAIT_MS);
    this.queues.clear();
  }

  private queue(name: string): Queue<Subject> {
    const known = this.queues.get(name);
    if (known) return known;
    const { queueUrl } = this.config.environment;
    const queue = (
      queueUrl
        ? new Queue(name, { connection: { url: queueUrl, maxRetriesPerRequest: 1 } })
        : new Queue(name, { connection: this.postgres() }, createPostgresBackend)
    ) as Queue<Subject>;
    queue.on('error', (error) => this.tellSometimes('queue', error));
    this.queues.set(name, queue);
    return queue;
  }

  private postgres(): { connectionString: string; schema: string } {
    return { connectionString: this.config.databaseUrl, schema: QUEUE_SCHEMA, ...POSTGRES_POOL };
  }

  /** A queue that is away reports it many times a second; once a minute is enough to read. */
  private tellSometimes(part: string, error: Error): void {
    const now = Date.now();
    if (now - (this.lastLogged.get(part) ?? 0) < ERROR_LOG_EVERY_MS) return;
    this.lastLogged.set(part, now);
    this.logger.warning('the queue cannot be reached or reports an error', { part, error: error.message });
  }
}
