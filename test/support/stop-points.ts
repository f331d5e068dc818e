/**
 * Loaded before the service in a process of its own: runs of chosen pipes stop for ever at a chosen point, told by a
 * line `stopped <pipe id>` on stdout, so that a test can kill the process exactly there. STOP_POINTS is JSON, pipe id →
 * StopPoint. The service itself knows nothing of it.
 */
import 'reflect-metadata';
import type { Calls, EnginePorts, RunStore } from '#engine';
import { RunClaimRepository, type ClaimedRun } from '../../src/runs/run-claim.repository.js';
import { RunExecutor } from '../../src/runs/run-executor.service.js';
import { RunQueueRepository } from '../../src/runs/run-queue.repository.js';
import { RunsService } from '../../src/runs/runs.service.js';

export type StopPoint =
  /** its row is inserted within a trigger's transaction, which is not committed */
  | 'in admission'
  /** its row is committed, it has no job */
  | 'admitted'
  | 'claimed'
  /** a page was answered and is not kept */
  | 'page read'
  | 'page staged'
  /** the intents of a chunk are committed, nothing of it is sent */
  | 'intents kept'
  | 'before the third write'
  /** the answer of the third write is there, and not recorded */
  | 'third write answered'
  /** all units of the first page have their outcome */
  | 'before the page commit'
  | 'page committed'
  /** everything is done, the end is not written */
  | 'before the end';

const points = new Map(
  Object.entries(JSON.parse(process.env.STOP_POINTS ?? '{}') as Record<string, StopPoint>),
);
const stopped = new Set<string>();

function stop(pipeId: string): Promise<never> {
  if (!stopped.has(pipeId)) process.stdout.write(`stopped ${pipeId}\n`);
  stopped.add(pipeId);
  return new Promise<never>(() => undefined);
}

const admit = RunQueueRepository.prototype.admit;
RunQueueRepository.prototype.admit = async function (run, rule, within) {
  const admitted = await admit.call(this, run, rule, within);
  if (within && points.get(run.pipeId) === 'in admission') await stop(run.pipeId);
  return admitted;
};

const announce = RunsService.prototype.announce;
RunsService.prototype.announce = async function (start, runId) {
  if (points.get(start.pipeId) === 'admitted') await stop(start.pipeId);
  return announce.call(this, start, runId);
};

const execute = RunExecutor.prototype.execute;
RunExecutor.prototype.execute = async function (run, snapshot, control) {
  if (points.get(run.pipeId) === 'claimed') await stop(run.pipeId);
  return execute.call(this, run, snapshot, control);
};

const finish = RunClaimRepository.prototype.finish;
RunClaimRepository.prototype.finish = async function (run, end) {
  if (points.get(run.pipeId) === 'before the end') await stop(run.pipeId);
  return finish.call(this, run, end);
};

type MakePorts = (this: RunExecutor, run: ClaimedRun, ...rest: unknown[]) => EnginePorts;
const makePorts = Reflect.get(RunExecutor.prototype, 'ports') as MakePorts;
Reflect.set(RunExecutor.prototype, 'ports', function (
  this: RunExecutor,
  run: ClaimedRun,
  ...rest: unknown[]
) {
  const ports = makePorts.call(this, run, ...rest);
  const point = points.get(run.pipeId);
  return point
    ? {
        ...ports,
        calls: withStops(ports.calls, run.pipeId, point),
        store: keptStops(ports.store, run.pipeId, point),
      }
    : ports;
} satisfies MakePorts);

/** Once a run has stopped, nothing of it goes on: not even what was on its way. */
const stopWithRun = (pipeId: string): Promise<never> | null => (stopped.has(pipeId) ? stop(pipeId) : null);

function withStops(calls: Calls, pipeId: string, point: StopPoint): Calls {
  let begun = 0;
  let answered = 0;
  return {
    origin: (handlerId) => calls.origin(handlerId),
    build: (handlerId, parts) => calls.build(handlerId, parts),
    buildLookup: (handlerId, reference) => calls.buildLookup(handlerId, reference),
    send: async (handlerId, request, signal) => {
      await stopWithRun(pipeId);
      const isWrite = request.method !== 'GET';
      if (isWrite && ++begun === 3 && point === 'before the third write') await stop(pipeId);
      const outcome = await calls.send(handlerId, request, signal);
      await stopWithRun(pipeId);
      if (!isWrite && point === 'page read') await stop(pipeId);
      if (isWrite && ++answered === 3 && point === 'third write answered') await stop(pipeId);
      return outcome;
    },
  };
}

function keptStops(store: RunStore, pipeId: string, point: StopPoint): RunStore {
  return {
    progress: () => store.progress(),
    cursor: (handlerId) => store.cursor(handlerId),
    ledger: (handlerIds, recordKeys) => store.ledger(handlerIds, recordKeys),
    stage: async (page, handlerIds, recordKeys) => {
      await stopWithRun(pipeId);
      const rows = await store.stage(page, handlerIds, recordKeys);
      if (point === 'page staged') await stop(pipeId);
      return rows;
    },
    commit: async (change) => {
      await stopWithRun(pipeId);
      if (change.page && point === 'before the page commit') await stop(pipeId);
      await store.commit(change);
      if (change.page && point === 'page committed') await stop(pipeId);
      if (point === 'intents kept' && change.ledger.some((row) => row.state === 'intent')) await stop(pipeId);
    },
  };
}
