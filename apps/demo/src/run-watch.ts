/** Follows a run to its end and lists what failed in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runsGet, runsRecords, unwrap, type PipewrightClient, type RunRecordDto } from '#sdk';

export interface Counts {
  read: number;
  mapped: number;
  delivered: number;
  skipped: number;
  failed: number;
}

export interface FinishedRun {
  runId: string;
  status: string;
  counts: Counts;
  seconds: number;
}

export interface FailedRecord {
  order: string;
  code: string;
  message: string;
  field: string;
}

/** Longer than any pause that a healthy run makes here. */
const STALL_LIMIT_MS = 90_000;
const ACTIVE = new Set(['queued', 'running', 'waiting']);

/** `show` is told the counts a few times a second. @throws Error for a run that moves no more */
export async function followRun(
  client: PipewrightClient,
  projectId: string,
  runId: string,
  show: (counts: Counts, status: string) => void,
): Promise<FinishedRun> {
  const started = performance.now();
  let lastSeen = '';
  let lastMove = started;
  for (;;) {
    const run = await unwrap(runsGet({ client, path: { project_id: projectId, id: runId } }));
    show(run.counts, run.status);
    if (!ACTIVE.has(run.status)) {
      return { runId, status: run.status, counts: run.counts, seconds: (performance.now() - started) / 1000 };
    }
    const seen = `${run.status} ${JSON.stringify(run.counts)}`;
    if (seen !== lastSeen) lastMove = performance.now();
    lastSeen = seen;
    if (performance.now() - lastMove > STALL_LIMIT_MS) {
      throw new Error(
        `The run stands still (${run.status}${run.waiting_reason ? `: ${run.waiting_reason}` : ''}).`,
      );
    }
    await sleep(200);
  }
}

export async function failedRecords(
  client: PipewrightClient,
  projectId: string,
  runId: string,
): Promise<FailedRecord[]> {
  const path = { project_id: projectId, id: runId };
  const records = await unwrap(runsRecords({ client, path, query: { status: 'failed', limit: 50 } }));
  return records.map(toFailedRecord);
}

/** Records are kept by their key; people know an order by its number. */
function toFailedRecord(record: RunRecordDto): FailedRecord {
  const source = record.source as { order_number?: string } | null;
  return {
    order: source?.order_number ?? record.record_key,
    code: record.code ?? '',
    field: record.field_path ?? '',
    message: record.message ?? '',
  };
}
