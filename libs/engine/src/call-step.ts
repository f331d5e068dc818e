// What is run when: the calls of a flow with their level and role, as the planner has arranged them.
import type { Condition, EngineApi, Join, OnError, OnUnknown } from './types.js';

export type Level = 'run' | 'page' | 'record';

/** `driver` brings the records, `side_table` is the joined list, `lookup` a GET made per record. */
export type Role = 'driver' | 'read' | 'side_table' | 'lookup' | 'write';

export interface CallStep {
  handler_id: string;
  name: string;
  api: EngineApi;
  role: Role;
  level: Level;
  mapping: { handler_id: string; sources: string[] } | null;
  when: Condition | null;
  /** of a call that no mapping fills anything but `ignore` stops the run */
  on_error: OnError;
  join: Join | null;
  batch: boolean;
  on_unknown: OnUnknown;
  /** sending it twice has the effect of once */
  repeatable: boolean;
  /** a later mapping or condition reads its answer */
  is_read_later: boolean;
  /** the API that tells whether a write arrived, where it is known */
  lookup_api: EngineApi | null;
}

export interface FlowPlan {
  /** once per run, before the records */
  before: CallStep[];
  driver: CallStep | null;
  /** for each page of records */
  during: CallStep[];
  /** once per run, after the last page */
  after: CallStep[];
}
