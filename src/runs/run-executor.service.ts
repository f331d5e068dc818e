// Executes one claimed run: its snapshot compiled, the engine's ports bound to PostgreSQL, the HTTP client and mappings.
import type { CallableApi } from '../apis/api-settings.types.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  EngineError,
  executeRun,
  planFlow,
  type CallAnswer,
  type EnginePorts,
  type FlowPlan,
  type MapResult,
  type MappingInput,
  type RunResult,
} from '#engine';
import {
  compileCondition,
  compileMapping,
  type MappedRequest,
  type Mapping,
  parseJson,
  stringifyJson,
} from '#mapping';
import { OutboundClient } from '#outbound';
import { Sealer } from '../common/crypto/sealer.js';
import { liveScrubber } from '../common/logging/scrubber.js';
import { pgPool } from '../database/pg-pool.js';
import { AuthorizerFactory, type SystemAccess } from './authorizer.factory.js';
import { CallTimes } from './call-times.js';
import { ByteBudget } from './limits/byte-budget.js';
import { CredentialGate } from './limits/credential-gate.js';
import { CredentialLimiter, type CredentialLimits } from './limits/credential-limiter.js';
import { LineWriter } from './line-writer.js';
import { PageParts } from './page-parts.js';
import { patience, type Patience } from './patience.js';
import { PatientRunStore } from './patient-run-store.js';
import { PgRunStore } from './pg-run-store.js';
import { authorizerOfRun } from './run-authorizer.js';
import { RunBodies } from './run-bodies.js';
import { RunCalls } from './run-calls.js';
import type { ClaimedRun } from './run-claim.repository.js';
import { keptResponse } from './run-response.js';
import { RunRepository } from './run.repository.js';
import { RunSnapshotRepository } from './run-snapshot.repository.js';
import { modeOf, type RunSnapshot } from './run.types.js';

export interface ExecutionControl {
  signal: AbortSignal;
  /** false once the worker's lease is nearly over */
  mayBegin: () => boolean;
}

const DRY_RUN_LIMIT = 10;

@Injectable()
export class RunExecutor {
  /** of all runs of this worker */
  private readonly budget = new ByteBudget();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rows: RunRepository,
    private readonly snapshots: RunSnapshotRepository,
    private readonly authorizers: AuthorizerFactory,
    private readonly client: OutboundClient,
    private readonly sealer: Sealer,
    private readonly callTimes: CallTimes,
    private readonly limiter: CredentialLimiter,
  ) {}

  /** Runs to the end or to where it has to wait. Rejects when the surroundings fail. */
  async execute(run: ClaimedRun, snapshot: RunSnapshot, control: ExecutionControl): Promise<RunResult> {
    const apis = new Map(snapshot.apis.map((api) => [api.api_id, api]));
    const { plan, problems } = planFlow(snapshot.handlers, apis);
    if (!plan)
      return failedAtOnce(problems[0]?.code ?? 'CONFIG', problems[0]?.message ?? 'The flow cannot be run.');
    const patiently = patience(() => control.mayBegin() && !control.signal.aborted);
    const access = await patiently(() => this.open(run.projectId, snapshot));
    if (access instanceof EngineError) return failedAtOnce(access.code, access.message);
    if (run.request.reset_cursor)
      await patiently(() => this.rows.resetCursors(run.projectId, run.pipeId, { atStartOf: run.id }));
    const { mappings, fault } = compileAll(snapshot);
    if (fault !== null) return failedAtOnce('MAPPING', fault);
    const scrub = liveScrubber(() => [...access.values()].flatMap((each) => each.secrets()));
    const ports = this.ports(run, snapshot, plan, apis, access, mappings, control, patiently, scrub);
    const result = await executeRun(plan, ports, {
      run_id: run.id,
      pipe_id: run.pipeId,
      started_at: run.startedAt.toISOString(),
      mode: modeOf(run.trigger),
      concurrency: snapshot.concurrency,
      failure_guard: snapshot.failure_guard,
      limit:
        run.trigger === 'dry_run'
          ? Math.min(run.request.limit ?? DRY_RUN_LIMIT, DRY_RUN_LIMIT)
          : run.request.limit,
      record_keys: run.request.record_keys && new Set(run.request.record_keys),
      force_resend: run.request.force_resend,
      resend_unknown: new Map(
        Object.entries(run.request.resend_unknown ?? {}).map(([handlerId, keys]) => [
          handlerId,
          new Set(keys),
        ]),
      ),
      given: givenOf(run),
      signal: control.signal,
    });
    return withoutSecrets(run, result, scrub);
  }

  private ports(
    run: ClaimedRun,
    snapshot: RunSnapshot,
    plan: FlowPlan,
    apis: Map<string, CallableApi>,
    access: Map<string, SystemAccess>,
    mappings: Map<string, Mapping>,
    control: ExecutionControl,
    patiently: Patience,
    scrub: (text: string) => string,
  ): EnginePorts {
    const pool = pgPool(this.dataSource);
    const isDelivering = modeOf(run.trigger) === 'deliver';
    const bodies = new RunBodies((apiId) => apis.get(apiId)?.body_type ?? 'json');
    const driver = plan.driver?.api ?? null;
    const pages = new PageParts(driver && driver.records_path, ({ status, headers, body, url }) =>
      bodies.read(driver?.api_id ?? '', { kind: 'answer', status, headers, body, url }),
    );
    const lines = new LineWriter({
      pool,
      sealer: this.sealer,
      pages,
      pipeId: run.pipeId,
      toText: (value) => stringifyJson(value),
      scrub,
      keepsErrors: isDelivering,
      mappingVersionOf: mappingVersions(snapshot),
      formerKeys: new Map(Object.entries(run.request.former_keys ?? {})),
    });
    return {
      calls: new RunCalls({
        client: this.client,
        plan,
        apis,
        authorizers: new Map(
          [...access].map(([systemId, each]) => [
            systemId,
            authorizerOfRun(each.authorizer, patiently, control.signal),
          ]),
        ),
        budget: this.budget,
        onTime: (apiId, ms) => this.callTimes.note(run.projectId, apiId, ms),
      }),
      bodies,
      store: new PatientRunStore(
        new PgRunStore(
          pool,
          { runId: run.id, pipeId: run.pipeId, projectId: run.projectId, fence: run.fence },
          this.sealer,
          lines,
          pages,
          isDelivering,
          scrub,
        ),
        patiently,
      ),
      gate: new CredentialGate({
        limiter: this.limiter,
        credentialOf: limitsOf(plan, access),
        mayBegin: control.mayBegin,
        onReachability: (credentialId, state, until) =>
          this.authorizers.noteReachability(run.projectId, credentialId, state, until),
      }),
      clock: { now: () => Date.now(), sleep },
      random: Math.random,
      map: (handlerId, input) => mapWith(mappings.get(handlerId), input),
      reads: (handlerId) => mappings.get(handlerId)?.reads ?? null,
      compileCondition: (condition) => {
        const compiled = compileCondition(condition);
        if (!compiled.ok)
          throw new EngineError('CONFIG', compiled.problems[0]?.message ?? 'A condition cannot be used.');
        return (input: Partial<MappingInput>) => compiled.test({ record: undefined, ...input });
      },
    };
  }

  private async open(
    projectId: string,
    snapshot: RunSnapshot,
  ): Promise<Map<string, SystemAccess> | EngineError> {
    try {
      return await this.authorizers.open(projectId, snapshot);
    } catch (error) {
      if (error instanceof EngineError) return error;
      throw error;
    }
  }

  async snapshotOf(run: ClaimedRun): Promise<RunSnapshot | null> {
    const content = await this.snapshots.find(run.projectId, run.snapshotId);
    return content === null ? null : (parseJson(content) as RunSnapshot);
  }
}

function failedAtOnce(code: string, message: string): RunResult {
  const counts = { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} };
  return {
    state: 'failed',
    error: { code, message, handler_id: null },
    counts,
    warnings: [],
    last_response: null,
  };
}

/** An error's words may repeat what the system was sent; the answer goes to whoever called a webhook. */
function withoutSecrets(run: ClaimedRun, result: RunResult, scrub: (text: string) => string): RunResult {
  if (!('error' in result)) return result;
  const { error, warnings, counts } = result;
  const isAnswered = run.trigger === 'webhook' && counts.read === 1;
  const { response, warning } = keptResponse(isAnswered ? result.last_response : null, scrub);
  return {
    ...result,
    error: error && { ...error, message: scrub(error.message) },
    warnings: [
      ...warnings.map((each) => ({ ...each, message: scrub(each.message) })),
      ...(warning ? [warning] : []),
    ],
    last_response: response,
  };
}

function givenOf(run: ClaimedRun): Map<string, CallAnswer[]> | undefined {
  const { given } = run.request;
  if (!given) return undefined;
  return new Map(
    Object.entries(given).map(([handlerId, answers]) => [
      handlerId,
      answers.map((answer): CallAnswer => ({
        kind: 'answer',
        status: answer.status,
        headers: answer.headers,
        body: Buffer.from(answer.body, 'base64'),
        url: 'about:given',
      })),
    ]),
  );
}

/** Compiled once per run; a document that cannot be used says why. */
function compileAll(snapshot: RunSnapshot): { mappings: Map<string, Mapping>; fault: string | null } {
  const mappings = new Map<string, Mapping>();
  for (const [handlerId, { document }] of Object.entries(snapshot.mappings)) {
    const result = compileMapping(document);
    if (!result.ok)
      return {
        mappings,
        fault: `The mapping "${handlerId}" cannot be used: ${result.problems[0]?.message ?? 'it has an error.'}`,
      };
    mappings.set(handlerId, result.mapping);
  }
  return { mappings, fault: null };
}

function mapWith(mapping: Mapping | undefined, input: MappingInput): MapResult {
  if (!mapping)
    return { parts: {}, errors: [{ code: 'NOT_MAPPED', message: 'There is no mapping.' }], warnings: [] };
  const { output, errors, warnings } = mapping.run(input);
  return {
    parts: output ? partsOf(output) : {},
    errors: errors as unknown as MapResult['errors'],
    warnings: warnings as unknown as MapResult['warnings'],
  };
}

/** Path, query and header values are texts; an absent or null one is left out. */
function partsOf(output: MappedRequest): MapResult['parts'] {
  if (!output.path && !output.query && !output.headers) return { body: output.body };
  return {
    body: output.body,
    path: texts(output.path),
    query: texts(output.query),
    headers: texts(output.headers),
  };
}

function texts(values: Record<string, unknown> | undefined): Record<string, string> | undefined {
  if (!values) return undefined;
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : [[name, typeof value === 'string' ? value : stringifyJson(value)] as const],
  );
  return Object.fromEntries(entries);
}

/** A destination's errors tell with which version of its mapping they came about. */
function mappingVersions(snapshot: RunSnapshot): (handlerId: string) => number | null {
  const versions = new Map<string, number>();
  for (const handler of snapshot.handlers) {
    if (handler.kind !== 'mapping') continue;
    const mapping = snapshot.mappings[handler.handler_id];
    if (mapping) versions.set(handler.destination_handler_id, mapping.version);
  }
  return (handlerId) => versions.get(handlerId) ?? null;
}

function limitsOf(plan: FlowPlan, access: Map<string, SystemAccess>): Map<string, CredentialLimits> {
  const limits = new Map<string, CredentialLimits>();
  for (const step of [...plan.before, ...(plan.driver ? [plan.driver] : []), ...plan.during, ...plan.after]) {
    const own = access.get(step.api.system_id)?.limits;
    if (own) limits.set(step.handler_id, own);
  }
  return limits;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
