// What compiling one link needs of its mapping, and the steps that come after reading.
import type { MappingSettings } from '../document/document.types.js';
import type { FunctionSettings } from '../functions/function.types.js';
import type { RunState, TraceStep } from '../run/run-state.js';
import type { Problems } from './problems.js';

export interface LinkContext {
  settings: Required<Pick<MappingSettings, 'on_null' | 'on_missing' | 'max_errors'>> & MappingSettings;
  functions: FunctionSettings;
  problems: Problems;
  lookup(name: string): ((value: unknown) => unknown) | undefined;
  /** The tables that there are. */
  lookupNames: readonly string[];
}

export type Work = (value: unknown, state: RunState) => unknown;

/** One step after reading; step and name are what an explanation shows. */
export interface Stage {
  step: TraceStep['step'];
  name: string;
  work: Work;
}
