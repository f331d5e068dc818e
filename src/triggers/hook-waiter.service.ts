// `?wait=true`: holds the answer of a webhook until its run has ended, for a while.
import { Injectable } from '@nestjs/common';
import { RunsService } from '../runs/runs.service.js';
import type { HookAnswerDto } from './dto/trigger.dto.js';
import type { HookResult } from './hooks.service.js';

const LONGEST_MS = 30_000;
const LOOK_EVERY_MS = 100;
const ENDED = new Set(['succeeded', 'partially_failed', 'failed', 'cancelled', 'timed_out']);

@Injectable()
export class HookWaiter {
  constructor(private readonly runs: RunsService) {}

  /** The end of the run; null when it did not end in time. */
  async endOf({ projectId, runId, isDuplicate }: HookResult): Promise<HookAnswerDto | null> {
    const until = Date.now() + LONGEST_MS;
    while (Date.now() < until) {
      const run = await this.runs.get(projectId, runId);
      if (ENDED.has(run.status)) {
        const response = await this.runs.response(projectId, runId);
        return { run_id: runId, duplicate: isDuplicate, status: run.status, counts: run.counts, response };
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return null;
  }
}
