// A compiled mapping: runs one record at a time and keeps nothing between records.
import {
  type DestinationPath,
  type DestinationRoot,
  parseDestinationPath,
  type Step,
} from '../paths/path.js';
import { contentHash } from '../document/content-hash.js';
import type { MappingDocument, Warning } from '../document/document.types.js';
import { LimitFault, RecordFault } from '../run/record-fault.js';
import { EnoughErrors, reportError } from '../run/report.js';
import { type MappingInput, type RecordError, RunState, type TracedValue } from '../run/run-state.js';
import type { JsonObject } from '../values/json-value.js';
import type { LinkPlan } from './link-plan.js';
import { readsOf, type SourceRead } from './reads.js';
import type { DestinationNode } from './node.types.js';

/** The destination request that a record becomes. Parts that no link writes are absent. */
export interface MappedRequest {
  body?: unknown;
  path?: JsonObject;
  query?: JsonObject;
  headers?: JsonObject;
}

/** `output` is null when the record has errors: such a record is not sent. */
export interface MappingResult {
  output: MappedRequest | null;
  errors: RecordError[];
  warnings: Warning[];
}

interface MappingParts {
  document: MappingDocument;
  nodes: ReadonlyMap<DestinationRoot, DestinationNode>;
  slotCount: number;
  plans: readonly LinkPlan[];
  maxErrors: number;
}

const NO_WARNINGS: Warning[] = [];

export class Mapping {
  private knownHash: string | undefined;
  private knownReads: SourceRead[] | undefined;

  constructor(private readonly parts: MappingParts) {}

  /** sha256 of the document: the same for equal documents. */
  get hash(): string {
    return (this.knownHash ??= contentHash(this.parts.document));
  }

  /** Maps one record with everything around it. */
  run(input: MappingInput): MappingResult {
    return this.finish(new RunState(input, this.parts.slotCount));
  }

  /** Maps one record to a body: `output` is undefined when the record has errors. */
  map(record: unknown): { output: unknown; errors: RecordError[]; warnings: Warning[] } {
    const { output, errors, warnings } = this.run({ record });
    return { output: output?.body, errors, warnings };
  }

  /**
   * Maps one record and tells what the links to `destination` did, those to parts of it, and one that fills it as part of
   * more. Positions may be open (`lines[].price`). Throws `PathError` for what is no destination path.
   */
  explain(input: MappingInput, destination: string): MappingResult & { explanation: TracedValue[] } {
    const wanted = parseDestinationPath(destination);
    const state = new RunState(input, this.parts.slotCount);
    const plans = this.parts.plans.filter((plan) => isAlong(plan.to, wanted));
    state.trace = { linkIds: new Set(plans.map((plan) => plan.id)), values: [] };
    const result = this.finish(state);
    const explanation = state.trace.values.filter(({ to }) => isAlong(parseDestinationPath(to), wanted));
    return { ...result, explanation };
  }

  /** Every place that the mapping reads. */
  get reads(): SourceRead[] {
    return (this.knownReads ??= readsOf(this.parts.document));
  }

  private finish(state: RunState): MappingResult {
    const output: MappedRequest = {};
    try {
      for (const [root, node] of this.parts.nodes) {
        const value = node.build(state);
        if (root === 'body') {
          if (node.kind === 'leaf') state.countValue(value);
          output.body = value === undefined ? (node.kind === 'array' ? [] : {}) : value;
        } else if (value !== undefined) output[root] = value as JsonObject;
      }
      if (this.parts.nodes.size === 0) output.body = {};
    } catch (error) {
      this.stop(error, state);
    }
    const warnings = state.warnings ? [...state.warnings.values()] : NO_WARNINGS;
    return { output: state.errors.length > 0 ? null : output, errors: state.errors, warnings };
  }

  private stop(error: unknown, state: RunState): void {
    if (error instanceof EnoughErrors) return;
    const fault =
      error instanceof RecordFault
        ? error
        : error instanceof RangeError
          ? new LimitFault('A value is nested too deeply or too long.')
          : undefined;
    if (!fault) throw error;
    const nowhere = { linkId: null, from: fault.from ?? null, to: '$' };
    reportError(state, fault, (fault instanceof LimitFault && fault.place) || nowhere, Infinity);
  }
}

/** One path leads through the other, as far as both go; an open position is any. */
function isAlong(left: DestinationPath, right: DestinationPath): boolean {
  const length = Math.min(left.steps.length, right.steps.length);
  return (
    left.root === right.root && left.steps.slice(0, length).every((step, i) => meets(step, right.steps[i]))
  );
}

function meets(left: Step, right: Step | undefined): boolean {
  if (left.kind === 'key' || right?.kind === 'key')
    return left.kind === 'key' && right?.kind === 'key' && left.key === right.key;
  return left.kind === 'each' || right?.kind === 'each' || left.index === right?.index;
}
