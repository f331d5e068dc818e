// Writes what is kept of single records: the lines of a run, and the open errors of its pipe.
import type { Pool, PoolClient } from 'pg';
import { shortText, type RecordLine, type RunChange, type RunWarning } from '#engine';
import { newId } from '../common/http/id.js';
import { scrubbedJson } from '../common/logging/scrubber.js';
import type { Sealer } from '../common/crypto/sealer.js';
import { jsonbText, storableText } from '../database/storable.js';
import { placeOfSource } from './kept-records.service.js';
import { type PageParts, placeOfParts } from './page-parts.js';
import type { RunIdentity } from './pg-run-store.js';

const MAX_STAGE_BYTES = 256 * 1024;

export interface LineWriterOptions {
  pool: Pool;
  pipeId: string;
  /** JSON text of a value, numbers exact */
  toText: (value: unknown) => string;
  sealer: Sealer;
  pages: PageParts;
  /** takes known secrets out of a text */
  scrub: (text: string) => string;
  /** false for dry runs and reconciliation: failed records are shown with the run only */
  keepsErrors: boolean;
  mappingVersionOf: (handlerId: string) => number | null;
  /** of a retry: the keys of records when they failed, by those that they have now */
  formerKeys: ReadonlyMap<string, readonly string[]>;
}

export class LineWriter {
  private hasOpenErrors = false;
  /** a change that is written once more, as its commit was not acknowledged, keeps the ids of its lines */
  private readonly ids = new WeakMap<RunChange, string[]>();

  constructor(private readonly options: LineWriterOptions) {}

  /** Looks once whether there is anything that a success could resolve. */
  async begin(): Promise<void> {
    if (!this.options.keepsErrors) return;
    const { rows } = await this.options.pool.query<{ open: boolean }>(
      "select exists (select 1 from record_errors where pipe_id = $1 and state in ('open', 'retrying')) as open",
      [this.options.pipeId],
    );
    this.hasOpenErrors = rows[0]?.open ?? false;
  }

  mustResolve(resolved: RunChange['resolved']): boolean {
    return this.hasOpenErrors && this.options.keepsErrors && resolved.length > 0;
  }

  /** What is over, under the keys of before too: there an error ends also where the record has failed anew. */
  private overBy({ resolved, lines }: RunChange): RunChange['resolved'] {
    const { formerKeys } = this.options;
    if (formerKeys.size === 0) return resolved;
    const outcomes = [...resolved, ...lines.filter((line) => line.status === 'failed')];
    const former = outcomes.flatMap(({ handler_id, record_key: key }) =>
      (formerKeys.get(key) ?? []).map((record_key) => ({ handler_id, record_key })),
    );
    return [...resolved, ...former];
  }

  async write(client: PoolClient, run: RunIdentity, change: RunChange): Promise<void> {
    const resolved = this.overBy(change);
    if (this.mustResolve(resolved)) {
      await client.query(
        `update record_errors e set state = 'resolved', updated_at = now()
           from unnest($2::text[], $3::text[]) as u(handler_id, record_key)
          where e.pipe_id = $1 and e.handler_id = u.handler_id and e.record_key = u.record_key and e.state in ('open', 'retrying')`,
        [
          run.pipeId,
          resolved.map((each) => each.handler_id),
          resolved.map((each) => storableText(each.record_key)),
        ],
      );
    }
    if (change.lines.length === 0) return;
    const ids = this.ids.get(change) ?? change.lines.map(() => newId());
    this.ids.set(change, ids);
    await this.insertLines(client, run, change.lines, ids);
    await this.keepPages(client, run, change.lines);
    if (this.options.keepsErrors) await this.keepErrors(client, run, change.lines, ids);
  }

  /** The source goes back into the flow when the record is retried, so it is kept as it came; it is shown without secrets. */
  private source(
    run: RunIdentity,
    { source }: RecordLine,
    lineId: string,
  ): { shown: string; sealed: string | null } | null {
    if (source === undefined || source === null) return null;
    const raw = this.options.toText(source);
    const shown = scrubbedJson(source, this.options.scrub, this.options.toText);
    const sealed = shown === raw ? null : this.options.sealer.seal(raw, placeOfSource(run.projectId, lineId));
    return { shown, sealed };
  }

  /** What the pages of failed records said beside them, once for each page. */
  private async keepPages(client: PoolClient, run: RunIdentity, lines: readonly RecordLine[]): Promise<void> {
    const failed = new Set(
      lines.flatMap((line) => (line.status === 'failed' || line.isHeld ? [line.page] : [])),
    );
    for (const page of failed) {
      const text = this.options.pages.textOf(page);
      if (text === null) continue;
      await client.query(
        'insert into run_page_parts (run_id, page, project_id, parts) values ($1, $2, $3, $4) on conflict do nothing',
        [
          run.runId,
          page,
          run.projectId,
          this.options.sealer.seal(text, placeOfParts(run.projectId, run.runId, page)),
        ],
      );
    }
  }

  private async insertLines(
    client: PoolClient,
    run: RunIdentity,
    lines: readonly RecordLine[],
    ids: string[],
  ): Promise<void> {
    const stage = (value: unknown): string | null =>
      value === null || value === undefined ? null : this.stageText(value);
    const sources = lines.map((line, index) => this.source(run, line, ids[index] ?? ''));
    await client.query(
      `insert into run_records (id, project_id, run_id, handler_id, record_key, status, class, code, message, errors, warnings, attempt, page, source, mapped, request, response, sealed_source, created_at, updated_at)
       select u.id, $2, $3, u.handler_id, u.record_key, u.status, u.class, u.code, u.message, u.errors, u.warnings, u.attempt, u.page, u.source, u.mapped, u.request, u.response, u.sealed_source, now(), now()
         from unnest($1::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::jsonb[], $11::jsonb[], $12::int[], $13::int[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
              as u(id, handler_id, record_key, status, class, code, message, errors, warnings, attempt, page, source, mapped, request, response, sealed_source)
       on conflict (id) do nothing`,
      [
        ids,
        run.projectId,
        run.runId,
        lines.map((line) => line.handler_id),
        lines.map((line) => storableText(line.record_key)),
        lines.map((line) => line.status),
        lines.map((line) => line.class),
        lines.map((line) => line.code),
        lines.map((line) => this.words(line.message)),
        lines.map((line) => this.problems(line.errors)),
        lines.map((line) => this.problems(line.warnings)),
        lines.map((line) => line.attempt),
        lines.map((line) => line.page),
        sources.map((source) => source?.shown ?? null),
        lines.map((line) => stage(line.mapped)),
        lines.map((line) => stage(line.request)),
        lines.map((line) => stage(line.response)),
        sources.map((source) => source?.sealed ?? null),
      ],
    );
  }

  private async keepErrors(
    client: PoolClient,
    run: RunIdentity,
    lines: readonly RecordLine[],
    ids: string[],
  ): Promise<void> {
    const failed = lines.flatMap((line, index) =>
      line.isHeld || (line.status === 'failed' && !line.is_over) ? [{ line, id: ids[index] ?? '' }] : [],
    );
    // one row for each key: the last line of a key stands
    const last = new Map(failed.map((each) => [`${each.line.handler_id}\n${each.line.record_key}`, each]));
    if (last.size === 0) return;
    this.hasOpenErrors = true;
    const kept = [...last.values()];
    await client.query(
      `insert into record_errors (id, project_id, pipe_id, run_id, line_id, handler_id, record_key, class, code, message, field_path, attempt, mapping_version, state, last_seen_at, created_at, updated_at)
       select u.id, $2, $3, $4, u.line_id, u.handler_id, u.record_key, u.class, u.code, u.message, u.field_path, u.attempt, u.mapping_version, 'open', now(), now(), now()
         from unnest($1::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::int[], $13::int[])
              as u(id, line_id, handler_id, record_key, class, code, message, field_path, attempt, mapping_version)
       on conflict (pipe_id, handler_id, record_key) where state in ('open', 'retrying') do update
         set run_id = excluded.run_id, line_id = excluded.line_id, class = excluded.class, code = excluded.code, message = excluded.message, field_path = excluded.field_path,
             attempt = excluded.attempt, mapping_version = excluded.mapping_version,
             -- a retry that is still to come is waited for
             state = case when record_errors.state = 'retrying' and record_errors.retry_run_id <> excluded.run_id then 'retrying' else 'open' end,
             times = record_errors.times + (record_errors.line_id is distinct from excluded.line_id)::int, last_seen_at = now(), updated_at = now()`,
      [
        kept.map(() => newId()),
        run.projectId,
        run.pipeId,
        run.runId,
        kept.map((each) => each.id),
        kept.map((each) => each.line.handler_id),
        kept.map((each) => storableText(each.line.record_key)),
        kept.map((each) => each.line.class),
        kept.map((each) => each.line.code ?? 'FAILED'),
        kept.map((each) => this.words(each.line.message) ?? ''),
        kept.map((each) => fieldPathOf(each.line)),
        kept.map((each) => each.line.attempt),
        kept.map((each) => this.options.mappingVersionOf(each.line.handler_id)),
      ],
    );
  }

  /** Warnings of a run quote what systems say. */
  warningsText(warnings: readonly RunWarning[]): string {
    return scrubbedJson(warnings, this.options.scrub, jsonbText);
  }

  private words(message: string | null): string | null {
    return message === null ? null : storableText(shortText(this.options.scrub(message), 2000));
  }

  private problems(problems: RecordLine['errors']): string {
    return scrubbedJson(problems, this.options.scrub, jsonbText);
  }

  private stageText(value: unknown): string {
    const text = scrubbedJson(value, this.options.scrub, this.options.toText);
    return Buffer.byteLength(text) <= MAX_STAGE_BYTES
      ? text
      : JSON.stringify({ cut: true, bytes: Buffer.byteLength(text), begin: shortText(text, 64 * 1024) });
  }
}

function fieldPathOf(line: RecordLine): string | null {
  const to = line.errors[0]?.to;
  return typeof to === 'string' ? storableText(to) : null;
}
