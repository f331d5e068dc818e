// The flow most specs run: a list of orders, each mapped to one write.
import { planFlow, type FlowPlan } from '../plan.js';
import { executeRun, type RunResult } from '../run.js';
import type { RunOptions } from '../run-context.js';
import type { EngineApi, Handler } from '../types.js';
import type { EnginePorts, MapResult, MappingInput } from '../ports.js';
import {
  memoryPorts,
  type Kit,
  type MemoryPipe,
  type MemoryStore,
  type Mock,
  type MockAnswer,
} from './memory-ports.js';

export type TestApi = EngineApi & { path?: string; query?: Record<string, string> };

export function anApi(id: string, more: Partial<TestApi> = {}): TestApi {
  return { api_id: `api-${id}`, api_name: id, system_id: 'system', method: 'GET', records_path: '', ...more };
}

export const SHOP_HANDLERS: Handler[] = [
  { handler_id: 'orders', kind: 'api_call', api_id: 'api-orders' },
  { handler_id: 'm1', kind: 'mapping', source_handler_ids: ['orders'], destination_handler_id: 'erp' },
  { handler_id: 'erp', kind: 'api_call', api_id: 'api-erp' },
];

export const call = (handler_id: string, more: object = {}): Handler => ({
  handler_id,
  kind: 'api_call',
  api_id: `api-${handler_id}`,
  ...more,
});

export const mapping = (
  handler_id: string,
  source_handler_ids: string[],
  destination_handler_id: string,
): Handler => ({ handler_id, kind: 'mapping', source_handler_ids, destination_handler_id });

/** What a mapping answers: this body, and path parameters. */
export const body = (value: unknown, path?: Record<string, string>): MapResult => ({
  parts: { body: value, path },
  errors: [],
  warnings: [],
});

/** Copies the record into the body. */
export function copyRecord(_handlerId: string, input: MappingInput): MapResult {
  return { parts: { body: input.record }, errors: [], warnings: [] };
}

export function planOf(handlers: Handler[], apis: Record<string, TestApi>): FlowPlan {
  const result = planFlow(handlers, new Map(Object.values(apis).map((api) => [api.api_id, api])));
  if (!result.plan) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

export interface ShopRun extends Kit {
  result: RunResult;
}

export interface ShopSetup {
  orders?: Partial<TestApi>;
  erp?: Partial<TestApi>;
  handlers?: Handler[];
  apis?: Record<string, TestApi>;
  map?: (handlerId: string, input: MappingInput) => MapResult;
  reads?: EnginePorts['reads'];
  options?: Partial<RunOptions>;
  pipe?: MemoryPipe;
  store?: MemoryStore;
  prepare?: (kit: Kit) => void;
}

export async function runShop(mock: Mock, setup: ShopSetup = {}): Promise<ShopRun> {
  const apis: Record<string, TestApi> = {
    orders: anApi('orders', { records_path: 'orders', record_key: ['id'], ...setup.orders }),
    erp: anApi('erp', { method: 'POST', idempotency_header: 'Idempotency-Key', ...setup.erp }),
    ...setup.apis,
  };
  const plan = planOf(setup.handlers ?? SHOP_HANDLERS, apis);
  const runId = setup.options?.run_id ?? setup.store?.runId ?? 'run-1';
  const kit = memoryPorts(apis, mock, setup.map ?? copyRecord, {
    pipe: setup.pipe,
    store: setup.store,
    reads: setup.reads,
    runId,
  });
  setup.prepare?.(kit);
  const result = await executeRun(plan, kit.ports, {
    run_id: runId,
    pipe_id: 'pipe',
    started_at: '2026-01-01T00:00:00.000Z',
    concurrency: 4,
    signal: new AbortController().signal,
    ...setup.options,
  });
  return { ...kit, result };
}

/** Ids of the bodies that reached the destination, in order. */
export function sentIds(kit: Kit, handlerId = 'erp'): unknown[] {
  return kit.calls
    .to(handlerId)
    .map((request) => (JSON.parse(request.body ?? 'null') as { id: unknown } | null)?.id);
}

/** Records with these ids. */
export const ids = (from: number, to: number): { id: number }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));

/** A source by request; every write is taken. */
export function source(answer: (query: URLSearchParams, nth: number) => MockAnswer): Mock {
  let nth = 0;
  return (request) =>
    request.path === '/erp' ? { status: 201, body: { ok: true } } : answer(request.query, (nth += 1));
}

/** Paths of the reads of the list. */
export const reads = (run: ShopRun): string[] => run.calls.to('orders').map((request) => request.path);
/** Codes of the warnings of a run. */
export const codes = (run: ShopRun): string[] =>
  'warnings' in run.result ? run.result.warnings.map((warning) => warning.code) : [];
