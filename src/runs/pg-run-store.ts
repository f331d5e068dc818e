// The stored side of one run in PostgreSQL: page-wise intents and outcomes, every write behind the run's fence.
// One statement is one commit; statements have no choice of plan (insert … select from unnest … on conflict, lateral
// look-ups), so a fresh, never analysed ledger is as fast as an old one.
import type { Pool, PoolClient } from 'pg';
import {
  EngineError,
  type CursorState,
  type LedgerRow,
  type LedgerWrite,
  type PagerState,
  type RunChange,
  type RunProgress,
  type RunStore,
  type SettledRow,
  type StagedPage,
} from '#engine';
import { parseJson, stringifyJson } from '#mapping';
import type { Sealer } from '../common/crypto/sealer.js';
import { exactText, fromExactText, jsonbText, storableText } from '../database/storable.js';
import { arrayText, sharedText, sparseText } from './array-text.js';
import type { LineWriter } from './line-writer.js';
import { pack, unpack } from './page-packing.js';
import type { PageParts } from './page-parts.js';
import * as sql from './run-store.sql.js';

export interface RunIdentity {
  runId: string;
  pipeId: string;
  projectId: string;
  fence: number;
}

interface DeliveryRow {
  handler_id: string | null;
  record_key: string;
  content_hash: string;
  state: LedgerRow['state'];
  generation: number;
  version_value: string | null;
  response_capture: string | null;
  run_id: string | null;
}

interface Committed {
  held: string;
  cursor_version: number | null;
}

export class PgRunStore implements RunStore {
  private readonly cursorVersions = new Map<string, number>();

  constructor(
    private readonly pool: Pool,
    private readonly run: RunIdentity,
    private readonly sealer: Sealer,
    private readonly lines: LineWriter,
    private readonly pages: PageParts,
    /** false for dry runs: neither ledger nor cursor is touched */
    private readonly keepsLedger: boolean,
    /** takes the run's secrets out of a text */
    private readonly scrub: (text: string) => string,
  ) {}

  async progress(): Promise<RunProgress> {
    const { rows } = await this.pool.query<{
      phase: RunProgress['phase'];
      pages: number;
      next: RunProgress['next'];
      base: RunProgress['counts'];
      warnings: RunProgress['warnings'];
    }>('select phase, pages, next, base, warnings from run_progress where run_id = $1', [this.run.runId]);
    const staged = await this.pool.query<{
      page: number;
      status: number;
      headers: Record<string, string>;
      url: string;
      body: Buffer;
      next: StagedPage['next'];
      waves: number;
      settled: SettledRow[] | null;
    }>(
      'select page, status, headers, url, body, next, waves, settled from run_pages where run_id = $1 order by page',
      [this.run.runId],
    );
    const row = rows[0];
    const pages = await Promise.all(
      staged.rows.map(async (page) => ({
        ...page,
        next: nextOf(page.next),
        body: await unpack(page.body),
      })),
    );
    await this.lines.begin();
    for (const page of pages) this.pages.saw(page);
    return row
      ? {
          phase: row.phase,
          pages: row.pages,
          next: nextOf(row.next),
          counts: row.base,
          warnings: row.warnings,
          staged: pages,
        }
      : { phase: 'records', pages: 0, next: null, counts: null, warnings: [], staged: pages };
  }

  async cursor(handlerId: string): Promise<CursorState | null> {
    const { rows } = await this.pool.query<CursorState>(
      'select cursor, version from pipe_cursors where pipe_id = $1 and handler_id = $2',
      [this.run.pipeId, handlerId],
    );
    const [row] = rows;
    this.cursorVersions.set(handlerId, row?.version ?? 0);
    return row ? { ...row, cursor: row.cursor === null ? null : fromExactText(row.cursor) } : null;
  }

  async stage(page: StagedPage, handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    const body = await pack(page.body);
    this.pages.saw(page);
    const { rows } = await this.pool.query<DeliveryRow & { held: string }>({
      name: 'run-stage',
      text: sql.STAGE,
      values: [
        this.run.runId,
        this.run.fence,
        page.page,
        page.status,
        // a system may say back what it was sent
        this.scrub(jsonbText(page.headers)),
        storableText(page.url),
        body,
        nextText(page.next),
        this.run.pipeId,
        arrayText(handlerIds),
        arrayText(recordKeys),
      ],
    });
    if (rows[0]?.held !== '1') throw leaseLost();
    return this.toLedger(rows);
  }

  async ledger(handlerIds: string[], recordKeys: string[]): Promise<LedgerRow[]> {
    const { rows } = await this.pool.query<DeliveryRow>({
      name: 'run-ledger',
      text: sql.LEDGER,
      values: [this.run.pipeId, arrayText(handlerIds), arrayText(recordKeys)],
    });
    return this.toLedger(rows);
  }

  async commit(change: RunChange): Promise<void> {
    await this.write(change);
    if (change.page) this.pages.forget(change.page.page);
  }

  private async write(change: RunChange): Promise<void> {
    const values = this.commitValues(change);
    if (change.lines.length === 0 && !this.lines.mustResolve(change.resolved)) {
      return this.expectHeld(
        await this.pool.query<Committed>({ name: 'run-commit', text: sql.COMMIT, values }),
        change,
      );
    }
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      this.expectHeld(
        await client.query<Committed>({ name: 'run-commit', text: sql.COMMIT, values }),
        change,
      );
      await this.lines.write(client, this.run, change);
      await client.query('commit');
    } catch (error) {
      await rollBack(client);
      throw error;
    } finally {
      client.release();
    }
  }

  private expectHeld(result: { rows: Committed[] }, change: RunChange): void {
    const [row] = result.rows;
    if (row?.held !== '1') throw leaseLost();
    const handlerId = change.page?.cursor?.handler_id;
    if (handlerId !== undefined && row.cursor_version !== null)
      this.cursorVersions.set(handlerId, row.cursor_version);
  }

  private commitValues(change: RunChange): unknown[] {
    const ledger = this.keepsLedger ? change.ledger : [];
    const { page, waves } = change;
    const base = page?.base ?? waves?.base;
    const cursor = this.keepsLedger ? page?.cursor : undefined;
    return [
      this.run.runId,
      this.run.fence,
      this.run.pipeId,
      arrayText(ledger.map((row) => row.record_key)),
      arrayText(ledger.map((row) => row.content_hash)),
      sharedText(ledger.map((row) => row.handler_id)),
      sharedText(ledger.map((row) => row.state)),
      sharedText(ledger.map((row) => row.generation)),
      sharedText(ledger.map((row) => row.attempt)),
      sharedText(ledger.map((row) => row.settled)),
      sparseText(ledger.map((row) => row.external_id)),
      sparseText(ledger.map((row) => this.sealedCapture(row))),
      sparseText(ledger.map((row) => exactOrNull(row.version_value))),
      jsonbText(change.counts),
      page !== undefined,
      page?.page ?? 0,
      nextText(page?.next ?? null),
      page?.phase ?? 'records',
      base ? jsonbText(base) : null,
      this.lines.warningsText(page?.warnings ?? []),
      cursor?.handler_id ?? null,
      exactOrNull(cursor?.cursor ?? null),
      cursor ? (this.cursorVersions.get(cursor.handler_id) ?? 0) : 0,
      waves?.page ?? null,
      waves?.done ?? 0,
      waves ? jsonbText(waves.settled) : null,
    ];
  }

  private toLedger(rows: DeliveryRow[]): LedgerRow[] {
    return rows.flatMap((row) =>
      row.handler_id === null
        ? []
        : [
            {
              ...row,
              handler_id: row.handler_id,
              version_value: row.version_value === null ? null : fromExactText(row.version_value),
              response_capture: this.open(row.handler_id, row.record_key, row.response_capture),
            },
          ],
    );
  }

  private place(
    handlerId: string,
    recordKey: string,
  ): { table: string; column: string; rowId: string; projectId: string } {
    return {
      table: 'deliveries',
      column: 'response_capture',
      rowId: `${this.run.pipeId}/${handlerId}/${recordKey}`,
      projectId: this.run.projectId,
    };
  }

  private sealedCapture({ handler_id, record_key, response_capture }: LedgerWrite): string | null {
    return response_capture === null
      ? null
      : this.sealer.seal(stringifyJson(response_capture), this.place(handler_id, record_key));
  }

  private open(handlerId: string, recordKey: string, sealed: string | null): unknown {
    return sealed === null
      ? null
      : parseJson(this.sealer.open(sealed, this.place(handlerId, recordKey)).reveal());
  }
}

const exactOrNull = (text: string | null): string | null => (text === null ? null : exactText(text));

/** Where a paging goes on: its token must be the one that the system gave. */
function nextText(next: PagerState | null): string | null {
  if (next === null) return null;
  const { value } = next;
  return jsonbText(typeof value === 'string' ? { ...next, value: exactText(value) } : next);
}

function nextOf(next: PagerState | null): PagerState | null {
  return typeof next?.value === 'string' ? { ...next, value: fromExactText(next.value) } : next;
}

function leaseLost(): EngineError {
  return new EngineError('LEASE_LOST', 'Another worker has taken the run.');
}

async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
  } catch {
    // the connection is gone, and the transaction with it
  }
}
