// From a flow's list of handlers to what is run when: order, levels, roles, and the refusals at publish.
import { answersReadBy, conditionFaults } from './condition-faults.js';
import type { CallStep, FlowPlan, Level, Role } from './call-step.js';
import { parsePath } from './paths.js';
import type { ApiCallHandler, EngineApi, Handler, MappingHandler } from './types.js';

export type { CallStep, FlowPlan, Level, Role } from './call-step.js';

export type PlanProblemCode =
  | 'EMPTY_FLOW'
  | 'DUPLICATE_HANDLER'
  | 'UNKNOWN_HANDLER'
  | 'UNKNOWN_API'
  | 'DUPLICATE_MAPPING'
  | 'MAPPING_ORDER'
  | 'LEVEL_ESCAPE'
  | 'JOIN_REQUIRED'
  | 'RESEND_NEEDS_KEY'
  | 'LOOKUP_MISSING'
  | 'BAD_PATH';

export interface PlanProblem {
  code: PlanProblemCode;
  message: string;
  handler_id: string | null;
}

export interface PlanResult {
  /** null when there is a problem */
  plan: FlowPlan | null;
  problems: PlanProblem[];
}

const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
const READ_METHODS = new Set(['GET', 'HEAD']);
/** Roles that are played once per run and give each record something of its own. */
const BY_RECORD: ReadonlySet<Role> = new Set(['driver', 'side_table']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Plans a flow; `apis` by their id. All problems are reported, not only the first. */
export function planFlow(handlers: readonly Handler[], apis: ReadonlyMap<string, EngineApi>): PlanResult {
  const planner = new Planner(handlers, apis);
  const plan = planner.plan();
  return planner.problems.length > 0 ? { plan: null, problems: planner.problems } : { plan, problems: [] };
}

class Planner {
  readonly problems: PlanProblem[] = [];
  private readonly position = new Map<string, number>();
  private readonly calls = new Map<string, ApiCallHandler>();
  private readonly mappingOf = new Map<string, MappingHandler>();
  private readonly levels = new Map<string, Level>();
  private driverId: string | null = null;

  constructor(
    private readonly handlers: readonly Handler[],
    private readonly apis: ReadonlyMap<string, EngineApi>,
  ) {}

  plan(): FlowPlan {
    if (this.handlers.length === 0) this.refuse('EMPTY_FLOW', 'The flow has no handler.', null);
    this.index();
    this.checkMappings();
    if (this.problems.length > 0) return { before: [], driver: null, during: [], after: [] };
    this.driverId = this.findDriver();
    const steps = [...this.calls.values()].map((handler) => this.step(handler));
    return this.arrange(steps);
  }

  private refuse(code: PlanProblemCode, message: string, handlerId: string | null): void {
    this.problems.push({ code, message, handler_id: handlerId });
  }

  private index(): void {
    this.handlers.forEach((handler, index) => {
      if (this.position.has(handler.handler_id)) {
        this.refuse(
          'DUPLICATE_HANDLER',
          `Two handlers are called "${handler.handler_id}".`,
          handler.handler_id,
        );
        return;
      }
      this.position.set(handler.handler_id, index);
      if (handler.kind !== 'api_call') return;
      this.calls.set(handler.handler_id, handler);
      if (!this.apis.has(handler.api_id)) {
        this.refuse(
          'UNKNOWN_API',
          `"${nameOf(handler)}" calls an API that does not exist.`,
          handler.handler_id,
        );
      }
    });
  }

  private checkMappings(): void {
    for (const handler of this.handlers) {
      if (handler.kind !== 'mapping') continue;
      const at = this.position.get(handler.handler_id) ?? 0;
      if (handler.source_handler_ids.length === 0) {
        this.refuse('UNKNOWN_HANDLER', `"${nameOf(handler)}" has no source.`, handler.handler_id);
      }
      for (const id of [...handler.source_handler_ids, handler.destination_handler_id]) {
        if (!this.calls.has(id)) {
          this.refuse(
            'UNKNOWN_HANDLER',
            `"${nameOf(handler)}" names "${id}", which is no API Call Handler of this flow.`,
            handler.handler_id,
          );
        }
      }
      const tooLate = handler.source_handler_ids.filter((id) => (this.position.get(id) ?? -1) > at);
      for (const id of tooLate) {
        this.refuse(
          'MAPPING_ORDER',
          `"${nameOf(handler)}" must come after its source "${this.nameOfId(id)}".`,
          handler.handler_id,
        );
      }
      if (
        this.calls.has(handler.destination_handler_id) &&
        (this.position.get(handler.destination_handler_id) ?? 0) < at
      ) {
        this.refuse(
          'MAPPING_ORDER',
          `"${nameOf(handler)}" must come before its destination "${this.nameOfId(handler.destination_handler_id)}".`,
          handler.handler_id,
        );
      }
      if (this.mappingOf.has(handler.destination_handler_id)) {
        this.refuse(
          'DUPLICATE_MAPPING',
          `Two Mapping Handlers fill "${this.nameOfId(handler.destination_handler_id)}".`,
          handler.handler_id,
        );
      } else {
        this.mappingOf.set(handler.destination_handler_id, handler);
      }
    }
  }

  /** The first list that depends on no record; without a list the first source of the first mapping. */
  private findDriver(): string | null {
    const lists = [...this.calls.values()].filter(
      (call) => this.isRead(call) && this.api(call).records_path !== '',
    );
    const driver = lists.find((call) => !call.join) ?? lists[0];
    if (driver) return driver.handler_id;
    const first = this.handlers.find((handler) => handler.kind === 'mapping');
    const source = first?.source_handler_ids
      .map((id) => this.calls.get(id))
      .find((call) => call && this.isRead(call));
    return source?.handler_id ?? null;
  }

  /** A call that no mapping fills, or a GET that is filled before any record is known. */
  private isRead(call: ApiCallHandler): boolean {
    const mapping = this.mappingOf.get(call.handler_id);
    if (!mapping) return true;
    return (
      READ_METHODS.has(this.api(call).method) && mapping.source_handler_ids.every((id) => this.isWholeRun(id))
    );
  }

  /** A call of one answer that depends on no record, by whatever chain of such calls. */
  private isWholeRun(handlerId: string): boolean {
    const call = this.calls.get(handlerId);
    if (call === undefined || this.api(call).records_path !== '') return false;
    return this.mappingOf.get(handlerId)?.source_handler_ids.every((id) => this.isWholeRun(id)) ?? true;
  }

  private levelOf(handlerId: string): Level {
    const known = this.levels.get(handlerId);
    if (known) return known;
    const mapping = this.mappingOf.get(handlerId);
    const isRecord = mapping?.source_handler_ids.some((id) => this.isNarrow(id)) ?? false;
    const call = this.calls.get(handlerId);
    const level: Level = !isRecord
      ? 'run'
      : call && this.api(call).batch && !this.isGet(call)
        ? 'page'
        : 'record';
    this.levels.set(handlerId, level);
    return level;
  }

  /** Whether there is an answer for each record: its own call's, or its rows of a joined list. */
  private isNarrow(handlerId: string): boolean {
    const call = this.calls.get(handlerId);
    const level = this.levelOf(handlerId);
    return level !== 'run' || (call !== undefined && BY_RECORD.has(this.roleOf(call, level)));
  }

  private step(handler: ApiCallHandler): CallStep {
    const api = this.api(handler);
    const mapping = this.mappingOf.get(handler.handler_id) ?? null;
    const level = this.levelOf(handler.handler_id);
    const role = this.roleOf(handler, level);
    const isReadLater = this.isReadLater(handler.handler_id);
    const sendsKey = role === 'write' && Boolean(api.idempotency_header);
    const repeatable =
      REPEATABLE_METHODS.has(api.method) ||
      sendsKey ||
      (role !== 'write' && (isReadLater || role === 'driver'));
    const step: CallStep = {
      handler_id: handler.handler_id,
      name: nameOf(handler),
      api,
      role,
      level,
      mapping: mapping && { handler_id: mapping.handler_id, sources: mapping.source_handler_ids },
      when: handler.when ?? null,
      on_error:
        role === 'write' && !mapping && handler.on_error !== 'ignore'
          ? 'stop_run'
          : (handler.on_error ?? 'continue'),
      join: role === 'side_table' ? (handler.join ?? null) : null,
      batch: role === 'write' && mapping !== null && Boolean(api.batch),
      on_unknown: api.on_unknown ?? (repeatable ? 'resend' : 'hold'),
      repeatable,
      is_read_later: isReadLater,
      lookup_api: this.apis.get(api.lookup?.api_id ?? '') ?? null,
    };
    this.checkStep(step, handler);
    return step;
  }

  private isReadLater(handlerId: string): boolean {
    return (
      [...this.mappingOf.values()].some((mapping) => mapping.source_handler_ids.includes(handlerId)) ||
      [...this.calls.values()].some(({ when }) => answersReadBy(when).includes(handlerId))
    );
  }

  /** A call that nothing fills and whose answer nobody reads, unless its method changes nothing (RFC 9110 section 9.2.1). */
  private isMadeForItsEffect(handler: ApiCallHandler): boolean {
    return (
      !this.mappingOf.has(handler.handler_id) &&
      !SAFE_METHODS.has(this.api(handler).method) &&
      !this.isReadLater(handler.handler_id)
    );
  }

  private roleOf(handler: ApiCallHandler, level: Level): Role {
    if (handler.handler_id === this.driverId) return 'driver';
    const api = this.api(handler);
    const isRecordless = !this.mappingOf.has(handler.handler_id) || (this.isGet(handler) && level === 'run');
    if (handler.join && (isRecordless || this.isGet(handler))) return 'side_table';
    if (isRecordless && api.records_path !== '') return 'side_table';
    if (isRecordless) return this.isMadeForItsEffect(handler) ? 'write' : 'read';
    return this.isGet(handler) ? 'lookup' : 'write';
  }

  private checkStep(step: CallStep, handler: ApiCallHandler): void {
    const { api } = step;
    if (step.role === 'side_table') {
      if (!handler.join) {
        this.refuse(
          'JOIN_REQUIRED',
          `"${step.name}" is a second list: say by which fields it is joined to "${this.nameOfId(this.driverId ?? '')}".`,
          step.handler_id,
        );
      }
      if (step.level !== 'run') {
        this.refuse(
          'LEVEL_ESCAPE',
          `"${step.name}" is read once per run and cannot use a single record.`,
          step.handler_id,
        );
      }
    }
    this.checkCondition(step);
    if (step.batch && step.on_unknown === 'resend' && !api.idempotency_header && api.method !== 'PUT') {
      this.refuse(
        'RESEND_NEEDS_KEY',
        `"${step.name}" sends batches: "resend" needs an idempotency header or the method PUT.`,
        step.handler_id,
      );
    }
    if (step.role === 'write' && step.on_unknown === 'lookup' && !api.lookup) {
      this.refuse(
        'LOOKUP_MISSING',
        `"${step.name}" looks up unknown outcomes but names no API for it.`,
        step.handler_id,
      );
    }
    const paths = [
      api.records_path,
      ...(api.record_key ?? []),
      api.version_path,
      handler.join?.left_path,
      handler.join?.right_path,
    ];
    for (const path of paths) {
      if (typeof path === 'string' && !isPath(path)) {
        this.refuse('BAD_PATH', `"${step.name}": the path "${path}" cannot be read.`, step.handler_id);
      }
    }
  }

  private checkCondition(step: CallStep): void {
    const own = this.position.get(step.handler_id) ?? 0;
    const faults = conditionFaults(step.when, {
      isOncePerRun: step.level === 'run' && step.role !== 'driver',
      isCall: (id) => this.calls.has(id),
      isNarrow: (id) => this.isNarrow(id),
      isBefore: (id) =>
        id !== step.handler_id && (this.levelOf(id) === 'run' || (this.position.get(id) ?? 0) < own),
      nameOf: (id) => this.nameOfId(id),
    });
    for (const { code, words } of faults) this.refuse(code, `"${step.name}" ${words}`, step.handler_id);
  }

  private arrange(steps: CallStep[]): FlowPlan {
    const driver = steps.find((step) => step.role === 'driver') ?? null;
    const driverAt = driver ? (this.position.get(driver.handler_id) ?? 0) : Infinity;
    const during = steps.filter((step) => step.level !== 'run');
    const usedByRecords = new Set<string>();
    const visit = (id: string): void => {
      if (usedByRecords.has(id)) return;
      usedByRecords.add(id);
      this.mappingOf.get(id)?.source_handler_ids.forEach(visit);
    };
    during.forEach((step) => visit(step.handler_id));
    const once = steps.filter((step) => step.level === 'run' && step !== driver);
    const isBefore = (step: CallStep): boolean =>
      (this.position.get(step.handler_id) ?? 0) < driverAt ||
      usedByRecords.has(step.handler_id) ||
      step.role === 'side_table';
    return { before: once.filter(isBefore), driver, during, after: once.filter((step) => !isBefore(step)) };
  }

  private api(call: ApiCallHandler): EngineApi {
    const api = this.apis.get(call.api_id);
    if (!api) throw new Error(`unknown API ${call.api_id}`);
    return api;
  }

  private isGet(call: ApiCallHandler): boolean {
    return READ_METHODS.has(this.api(call).method);
  }

  private nameOfId(id: string): string {
    const handler = this.handlers[this.position.get(id) ?? -1];
    return handler ? nameOf(handler) : id;
  }
}

function nameOf(handler: Handler): string {
  return handler.handler_name?.trim() || handler.handler_id;
}

function isPath(path: string): boolean {
  try {
    parsePath(path);
    return true;
  } catch {
    return false;
  }
}
