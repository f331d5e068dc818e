// A compiled mapping: runs one record at a time and keeps nothing between records.
import { formatPath, type DestinationRoot } from '../paths/path.js';
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

  /** Maps one record and tells what the links to `destination` did (positions in it may be open: `lines[].price`). */
  explain(input: MappingInput, destination: string): MappingResult & { explanation: TracedValue[] } {
    const state = new RunState(input, this.parts.slotCount);
    const open = openPath(destination);
    const plans = this.parts.plans.filter((plan) => openPath(formatPath(plan.to)) === open);
    state.trace = { linkIds: new Set(plans.map((plan) => plan.id)), values: [] };
    const result = this.finish(state);
    const isOpen = destination === open;
    const explanation = state.trace.values.filter((value) => isOpen || value.to === destination);
    return { ...result, explanation };
  }

  /** Every place that the mapping may read, and some more: each text of the document that can be a path counts as one. */
  get reads(): SourceRead[] {
    return (this.knownReads ??= readsOf(this.parts.document, this.parts.plans));
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
    reportError(state, fault, { linkId: null, from: fault.from ?? null, to: '$' }, Infinity);
  }
}

/** A path with every position open: `lines[2].price` gives `lines[].price`. */
function openPath(path: string): string {
  return path.replace(/\[[0-9]+\]/g, '[]');
}
