/** The rules of a pipe as its form holds them, and back. */
import type { Pipe } from '../../api/types.js';
import type { FormWords } from '../../kit/field-differences.js';

export interface RulesForm {
  pipe_name: string;
  description: string;
  overlap: Pipe['overlap'];
  concurrency: number;
  timeout_seconds: number;
  guarded: boolean;
  in_a_row: number;
  percent: number;
  ledger_retention_days: number;
}

export const overlaps: Record<Pipe['overlap'], string> = {
  queue_one: 'Wait; one run waits at most',
  skip: 'Skip the new run',
};

export const rulesForm = (pipe: Pipe): RulesForm => ({
  pipe_name: pipe.pipe_name,
  description: pipe.description,
  overlap: pipe.overlap,
  concurrency: pipe.concurrency,
  timeout_seconds: pipe.timeout_seconds,
  guarded: pipe.failure_guard !== null,
  in_a_row: pipe.failure_guard?.in_a_row ?? 100,
  percent: pipe.failure_guard?.percent_of_first_200 ?? 50,
  ledger_retention_days: pipe.ledger_retention_days,
});

export const rulesBody = ({ guarded, in_a_row, percent, ...values }: RulesForm) => ({
  ...values,
  failure_guard: guarded ? { in_a_row, percent_of_first_200: percent } : null,
});

/** As a comparison of two versions names them. */
export const rulesWords: FormWords<RulesForm> = {
  pipe_name: { label: 'Name' },
  description: { label: 'Description' },
  overlap: { label: 'When a run is still going', words: overlaps },
  concurrency: { label: 'Requests at once' },
  timeout_seconds: { label: 'Time limit in seconds' },
  guarded: { label: 'Stop a run that fails a lot' },
  in_a_row: { label: 'Failures in a row' },
  percent: { label: 'Percent of the first 200' },
  ledger_retention_days: { label: 'Days to remember deliveries' },
};

/** Where a member of the API stands in the form. */
export const toRulesPath = (field: string): string =>
  field === 'failure_guard.percent_of_first_200' ? 'percent' : field.replace(/^failure_guard\./, '');
