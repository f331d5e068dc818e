// `?wait=true`: holds the answer of a webhook until its run has ended, for a while.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import { RunsService } from '../runs/runs.service.js';
import type { HookAnswerDto } from './dto/trigger.dto.js';
import type { HookResult } from './hooks.service.js';

const LONGEST_MS = 30_000;
const LOOK_EVERY_MS = 100;
const ENDED = new Set(['succeeded', 'partially_failed', 'failed', 'cancelled', 'timed_out']);

@Injectable()
export class HookWaiter {
  constructor(private readonly runs: RunsService) {}

  /** The end of the run; null when it did not end in time, or is not kept any more. */
  async endOf({ projectId, runId, isDuplicate }: HookResult): Promise<HookAnswerDto | null> {
    const until = Date.now() + LONGEST_MS;
    while (Date.now() < until) {
      const run = await this.runOf(projectId, runId);
      if (run === null) return null;
      if (ENDED.has(run.status)) {
        const response = await this.runs.response(projectId, runId);
        return { run_id: runId, duplicate: isDuplicate, status: run.status, counts: run.counts, response };
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return null;
  }

  /** null: the run of a repeated event may be gone, since runs may be kept for a shorter time than events. */
  private async runOf(
    projectId: string,
    runId: string,
  ): Promise<Awaited<ReturnType<RunsService['get']>> | null> {
    try {
      return await this.runs.get(projectId, runId);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return null;
      throw error;
    }
  }
}
