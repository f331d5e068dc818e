// Stops a run whose records fail in masses, so that a wrong mapping does not produce 50,000 errors.

export interface FailureGuardSettings {
  in_a_row: number;
  percent_of_first_200: number;
}

const FIRST = 200;

export class FailureGuard {
  private done = 0;
  private failed = 0;
  private row = 0;

  constructor(private readonly settings: FailureGuardSettings | null) {}

  /** Counts one finished record; answers why the run must stop, or null. */
  count(isFailed: boolean): string | null {
    if (!this.settings) return null;
    this.done += 1;
    this.row = isFailed ? this.row + 1 : 0;
    if (isFailed) this.failed += 1;
    if (this.row >= this.settings.in_a_row) return `${this.row} records in a row failed.`;
    const { percent_of_first_200: percent } = this.settings;
    if (isFailed && this.done <= FIRST && this.failed > (FIRST * percent) / 100) {
      return `More than ${percent} % of the first ${FIRST} records failed.`;
    }
    return null;
  }
}
