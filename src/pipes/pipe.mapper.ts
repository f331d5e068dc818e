import type { PipeDto } from './dto/pipe.dto.js';
import type { CheckedPipe } from './pipes.service.js';

export const toPipeDto = ({ pipe, credentials, problems }: CheckedPipe): PipeDto => ({
  pipe_id: pipe.id,
  pipe_name: pipe.pipeName,
  description: pipe.description,
  flow_id: pipe.flowId,
  credential_ids: [...credentials.values()],
  overlap: pipe.overlap,
  concurrency: pipe.concurrency,
  timeout_seconds: pipe.timeoutSeconds,
  failure_guard: pipe.failureGuard,
  ledger_retention_days: pipe.ledgerRetentionDays,
  enabled: pipe.enabled,
  problems,
  last_run: pipe.lastRun,
  next_run_at: pipe.nextRunAt?.toISOString() ?? null,
  created_at: pipe.createdAt.toISOString(),
  updated_at: pipe.updatedAt.toISOString(),
});
