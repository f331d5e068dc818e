// Notices a database that neither answers nor refuses (a stopped process, a network that drops packets): asks it twice a
// second, on a connection of its own, and says when it falls silent and when it answers again.
import { performance } from 'node:perf_hooks';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

const ASK_EVERY_MS = 500;
/** Together with the pause before it less than the three seconds after which a caller has its 503. */
const SILENT_AFTER_MS = 1_500;
/** A server under load takes its time to begin a connection: that alone is no silence for longer. */
const SILENT_CONNECT_MS = 5_000;
/** An attempt to connect that was given up is cut; later than the silence, so that it is told as one. */
const GIVE_UP_MS = 6_000;
/** A timer that is later than this was kept by our own event loop: the silence proves nothing. */
const OWN_DELAY_MS = 300;

const SILENCE = Symbol('silence');

export class DatabasePulse {
  private readonly stopped = new AbortController();
  private client: Client | null = null;
  private isSilent = false;

  /**
   * `onChange(true)` when the database has fallen silent, `onChange(false)` when it answers again. `hasAnswered`: whether
   * it has answered anybody since that moment (`performance.now()`); then it is slow, not silent.
   */
  constructor(
    private readonly config: ClientConfig,
    private readonly onChange: (isSilent: boolean) => void,
    private readonly hasAnswered: (since: number) => boolean,
  ) {}

  start(): void {
    void this.beat();
  }

  stop(): void {
    this.stopped.abort();
    this.drop();
  }

  private async beat(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const asked = performance.now();
      const answered = await this.ask();
      if (this.stopped.signal.aborted) return;
      // A refusal is an answer: callers meet the same one and need no help.
      if (answered === SILENCE || !answered) this.drop();
      this.tell(answered === SILENCE && !this.hasAnswered(asked));
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
    }
  }

  private tell(isSilent: boolean): void {
    if (isSilent === this.isSilent) return;
    this.isSilent = isSilent;
    this.onChange(isSilent);
  }

  private ask(): Promise<boolean | typeof SILENCE> {
    const isConnected = this.client !== null;
    const answer = this.query().then(
      () => true,
      () => false,
    );
    return Promise.race([answer, silence(isConnected ? SILENT_AFTER_MS : SILENT_CONNECT_MS)]);
  }

  private async query(): Promise<void> {
    if (!this.client) {
      const client = new Client({ ...this.config, connectionTimeoutMillis: GIVE_UP_MS });
      client.on('error', () => undefined);
      this.client = client;
      await client.connect();
    }
    await this.client.query('select 1');
  }

  private drop(): void {
    const client = this.client;
    this.client = null;
    // Not waited for: a silent server never takes its leave. One that is still connecting is cut.
    if (client) void client.end().catch(() => undefined);
  }
}

async function silence(afterMs: number): Promise<typeof SILENCE> {
  for (;;) {
    const started = performance.now();
    await sleep(afterMs, undefined, { ref: false });
    const isOurs = performance.now() - started > afterMs + OWN_DELAY_MS;
    // What has come in meanwhile is read first.
    await turn();
    await turn();
    if (!isOurs) return SILENCE;
  }
}
