// Shapes of a pipe, as on the wire.
export type Overlap = 'queue_one' | 'skip';

export interface FailureGuard {
  in_a_row: number;
  percent_of_first_200: number;
}

export interface LastRun {
  run_id: string;
  status: string;
  started_at: string | null;
  finished_at: string | null;
}

/** Something that keeps a pipe from running, or will. */
export interface PipeProblem {
  code: string;
  message: string;
  handler_id: string | null;
}
