// Conditions outside of a mapping: handlers, success and retry rules, paging stops.
import { Environment } from '../compile/environment.js';
import { Problems } from '../compile/problems.js';
import { compileCondition as compileInto } from '../compile/place-condition.js';
import type { Condition, Problem } from '../document/document.types.js';
import { MAPPING_SCHEMA } from '../document/document-schema.js';
import { schemaFaults } from '../document/json-schema.js';
import { LimitFault } from '../run/record-fault.js';
import { type MappingInput, RunState } from '../run/run-state.js';

export type CompiledCondition =
  { ok: true; test: (input: MappingInput) => boolean } | { ok: false; problems: Problem[] };

/** Compiles a condition of unknown shape. A test that would take too long is false. */
export function compileCondition(condition: unknown): CompiledCondition {
  const problems = new Problems();
  const faults = schemaFaults(condition, { $ref: '#/$defs/condition' }, MAPPING_SCHEMA);
  for (const { at, message } of faults)
    problems.add('BAD_ARGUMENT', `${at || 'The condition'} ${message}.`, { at });
  if (faults.length > 0) return { ok: false, problems: problems.list };
  const env = Environment.root();
  const holds = compileInto(condition as Condition, env, '', problems);
  if (!holds) return { ok: false, problems: problems.list };
  const test = (input: MappingInput): boolean => {
    try {
      return holds(new RunState(input, env.allocator.slots));
    } catch (error) {
      if (error instanceof LimitFault) return false;
      throw error;
    }
  };
  return { ok: true, test };
}
