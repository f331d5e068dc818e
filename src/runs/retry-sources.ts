// Which kept records one run of a retry takes: bounded, since they are stored with the run.
import { RECORDS_PER_ANSWER } from './given-records.js';
import type { RunRequest } from './run.types.js';

const MAX_RECORDS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

export interface RetrySource {
  record_key: string;
  /** of the line that keeps it */
  line_id: string;
  run_id: string;
  page: number;
  /** JSON text of the record; with secrets taken out where `sealed_source` is set */
  source: string;
  /** the record as it came, where secrets stand in it */
  sealed_source: string | null;
  /** handlers at which its outcome is unknown and which were chosen */
  unknown_at: string[];
  /** how many were chosen in all, those beyond the bound included */
  chosen: string;
}

/**
 * `rows`: a query that answers all but `chosen`. The first record is taken whatever its size. What the page said beside
 * its records counts once for each answer that will hold it.
 */
export function withinOneRun(rows: string): string {
  return `select record_key, line_id, run_id, page, source, sealed_source, unknown_at, chosen from (
            select f.*, row_number() over w as place, count(*) over () as chosen,
                   sum(octet_length(coalesce(sealed_source, source)) + beside) over w as bytes
              from (select r.*, case when (row_number() over (partition by r.run_id, r.page order by r.record_key) - 1) % ${RECORDS_PER_ANSWER} = 0
                                     then coalesce(octet_length(p.parts), 0) else 0 end as beside
                      from (${rows}) r left join run_page_parts p on p.run_id = r.run_id and p.page = r.page) f
            window w as (order by record_key)) taken
           where place = 1 or (place <= ${MAX_RECORDS} and bytes <= ${MAX_BYTES}) order by record_key`;
}

export function resendUnknownOf(sources: readonly RetrySource[]): RunRequest['resend_unknown'] {
  const keys: Record<string, string[]> = {};
  for (const { record_key: key, unknown_at: handlers } of sources) {
    for (const handlerId of handlers) (keys[handlerId] ??= []).push(key);
  }
  return keys;
}

/** What is said of a retry that was begun. */
export function retryWords({ taken, chosen }: { taken: number; chosen: number }): string {
  return taken === chosen
    ? 'Retry started.'
    : `Retry started for ${taken} of ${chosen} records; retry again for the others once it has ended.`;
}
