// What a run is pinned to, made from the pipe as it stands.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { stringifyJson } from '#mapping';
import { ApisService } from '../apis/apis.service.js';
import { toCallableApi } from '../apis/request.builder.js';
import { PipesService } from '../pipes/pipes.service.js';
import { RunSnapshotRepository } from './run-snapshot.repository.js';
import type { RunSnapshot } from './run.types.js';

export interface PinnedPipe {
  snapshotId: string;
  snapshot: RunSnapshot;
  overlap: 'queue_one' | 'skip';
  pipeName: string;
  isEnabled: boolean;
  /** the list whose records a run brings; null: the flow reads none */
  driver: { handlerId: string; recordsPath: string; recordKey: readonly string[] } | null;
}

@Injectable()
export class SnapshotService {
  constructor(
    private readonly pipes: PipesService,
    private readonly apis: ApisService,
    private readonly rows: RunSnapshotRepository,
  ) {}

  /** 409 `pipe_incomplete` with everything that is missing; `waits`: connections may be put in order later. */
  async pin(projectId: string, pipeId: string, waits = false): Promise<PinnedPipe> {
    const { pipe, parts } = await this.pipes.runnable(projectId, pipeId, waits);
    const lookupIds = [...parts.apis.values()].flatMap((api) =>
      api.lookup && !parts.apis.has(api.lookup.api_id) ? [api.lookup.api_id] : [],
    );
    const lookups = lookupIds.length > 0 ? await this.apis.findMany(projectId, lookupIds) : [];
    const snapshot: RunSnapshot = {
      flow_id: pipe.flowId,
      flow_version: parts.flowVersion,
      handlers: parts.handlers,
      apis: [...parts.apis.values(), ...lookups].map(toCallableApi),
      credentials: Object.fromEntries(
        [...parts.credentials].map(([systemId, credential]) => [systemId, credential.id]),
      ),
      mappings: Object.fromEntries(
        [...parts.mappings].map(([handlerId, mapping]) => [
          handlerId,
          { document: mapping.document, version: mapping.version },
        ]),
      ),
      concurrency: pipe.concurrency,
      timeout_seconds: pipe.timeoutSeconds,
      failure_guard: pipe.failureGuard,
    };
    const content = stringifyJson(snapshot);
    const snapshotId = idOf(content);
    await this.rows.save(projectId, snapshotId, content);
    const { driver } = parts.plan;
    return {
      snapshotId,
      snapshot,
      overlap: pipe.overlap,
      pipeName: pipe.pipeName,
      isEnabled: pipe.enabled,
      driver: driver && {
        handlerId: driver.handler_id,
        recordsPath: driver.api.records_path,
        recordKey: driver.api.record_key ?? [],
      },
    };
  }
}

/** An id made from the content, in the form of a UUID (version 8, RFC 9562 section 5.8). */
function idOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
