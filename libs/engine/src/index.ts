// The engine: plans a flow and runs it over ports, so that nothing is lost. No I/O of its own.
export { EngineError, type EngineErrorCode } from './errors.js';
export {
  planFlow,
  type CallStep,
  type FlowPlan,
  type Level,
  type PlanProblem,
  type PlanProblemCode,
  type PlanResult,
  type Role,
} from './plan.js';
export { conditionPaths } from './condition-faults.js';
export { executeRun, type EndState, type RunResult } from './run.js';
export type { RunError, RunMode, RunOptions, StopReason } from './run-context.js';
export { parsePath, pathReader, readSteps, withValueAt, type PathStep } from './paths.js';
export { recordKeyReader, idempotencyKey, scalarText } from './identity.js';
export { shortText } from './short-text.js';
export type { FailureGuardSettings } from './failure-guard.js';
export { Pager, type PagerState } from './pager.js';
export { errorInstead, recordsIn } from './list-reader.js';
export { pagedRequest } from './page-request.js';
export type * from './ports.js';
export type * from './types.js';
