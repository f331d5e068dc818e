// What one record needs while it is mapped: current elements, positions, counters, errors. Made anew per record, so a
// compiled mapping holds no state and may be used by many records at once.
import type { Warning, WarningCode } from '../document/document.types.js';
import { ExactNumber } from '../values/exact-number.js';
import { MAX_DEPTH } from '../values/json-value.js';
import { LimitFault, type RecordErrorCode } from './record-fault.js';

/** What a mapping reads. Only `record` is needed; `run` gives `now`, ids and seeds. */
export interface MappingInput {
  record: unknown;
  response?: unknown;
  steps?: unknown;
  run?: { id?: string; started_at?: string };
}

/** One thing wrong with one record, with concrete indices on both sides. */
export interface RecordError {
  code: RecordErrorCode;
  link_id: string | null;
  from: string | null;
  to: string;
  value: unknown;
  message: string;
  hint: string;
}

export const LIMITS = {
  outputNodes: 1_000_000,
  iterations: 1_000_000,
  /** Characters of one text that a function makes. */
  text: 10 * 1024 * 1024,
  /** Characters of all texts of one output. */
  outputText: 64 * 1024 * 1024,
  /** Elementary steps: characters and elements that functions and conditions look at, links per element. */
  work: 200_000_000,
} as const;

/** Slots of the four roots; current elements of arrays follow. */
export const ROOT_SLOTS = { record: 0, response: 1, steps: 2, run: 3 } as const;
export const FIRST_FREE_SLOT = 4;

/** The position of an array that has no element for the current row: a join without a match, a shorter list of a zip. */
export const NO_ROW = -1;

/** One row of a scope: the elements of the arrays that it binds, in the order of the scope's slots. */
export interface Row {
  readonly elements: unknown[];
  readonly positions: number[];
}

export interface TraceStep {
  step: 'read' | 'function' | 'lookup' | 'default' | 'policy' | 'type' | 'error';
  /** Name of the function, table, policy or type. */
  name: string;
  value: unknown;
}

export interface TracedValue {
  to: string;
  from: string | null;
  link_id: string;
  steps: TraceStep[];
}

/** Collects what the links to one destination path did, for the explanation of a value. */
export interface Trace {
  readonly linkIds: ReadonlySet<string>;
  readonly values: TracedValue[];
}

/** Rows of a joined list, one column beside the other, and per key its first row and the one after each row. */
export interface JoinIndex {
  first: Map<string, number>;
  /** -1: the last row with its key. */
  next: number[];
  elements: unknown[];
  positions: number[];
}

/** An index with what it was made from: while that stays, so does the index. */
interface KeptIndex {
  of: readonly unknown[];
  index: JoinIndex;
}

/** What a warning of a function names. */
export interface LinkPlace {
  readonly to: string;
  readonly linkId: string;
}

export class RunState {
  readonly slots: unknown[];
  /** Per slot: position of its current element in its source array. */
  readonly positions: number[];
  /** Per level of destination arrays: position of the element being built. */
  readonly builtAt: number[] = [];
  /** Per grouped scope: the rows of the current group. */
  readonly groups: (readonly Row[])[] = [];
  /** Hash indexes of joins, kept while the element that they hang on stays the current one. */
  readonly joins: (KeptIndex | undefined)[] = [];
  readonly errors: RecordError[] = [];
  warnings: Map<string, Warning> | null = null;
  trace: Trace | null = null;
  /** The link that is worked on, set only for links whose functions may warn. */
  place: LinkPlace | null = null;
  /** The array that was null when one was last found so. */
  nullArray: { path(positions: readonly number[]): string } | null = null;
  nodes = 0;
  iterations = 0;
  characters = 0;
  work = 0;
  uuids = 0;
  /** Digest of run and record, made when the first id is asked for. */
  seed: string | null = null;
  private sizes: Map<object, { nodes: number; characters: number }> | null = null;

  constructor(
    readonly input: MappingInput,
    slotCount: number,
  ) {
    this.slots = new Array<unknown>(slotCount);
    this.positions = new Array<number>(slotCount).fill(0);
    this.slots[0] = input.record;
    this.slots[1] = input.response;
    this.slots[2] = input.steps;
    this.slots[3] = input.run;
  }

  countIterations(): void {
    if (++this.iterations > LIMITS.iterations) {
      throw new LimitFault(`A record may take at most ${LIMITS.iterations} steps through arrays.`);
    }
  }

  /** Bounds the time a record may take, whatever its document asks for. */
  spend(work: number): void {
    this.work += work;
    if (this.work > LIMITS.work) throw new LimitFault('The record takes too many steps to map.');
  }

  /** Spends what looking at a value costs: its characters, elements, or with `deep` its whole subtree. */
  spendOn(value: unknown, deep = false): void {
    if (typeof value === 'string') this.spend(value.length);
    else if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
      if (Array.isArray(value) && !deep) this.spend(lengthOf(value));
      else {
        const size = this.sizeFor(value);
        this.spend(size.nodes * NODE_WORK + size.characters);
      }
    }
  }

  countNodes(count: number): void {
    this.nodes += count;
    if (this.nodes > LIMITS.outputNodes) {
      throw new LimitFault(`A record may have at most ${LIMITS.outputNodes} output values.`);
    }
    if (this.characters > LIMITS.outputText) {
      throw new LimitFault(
        `The texts of a record may have at most ${LIMITS.outputText} characters together.`,
      );
    }
  }

  /** Counts a value about to be written; a copied subtree counts in full each time it is written. */
  countValue(value: unknown): void {
    if (typeof value === 'string') this.countCharacters(value.length);
    else if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
      this.countTree(value);
  }

  private countTree(value: object): void {
    const size = this.sizeFor(value);
    this.countNodes(size.nodes);
    this.countCharacters(size.characters);
  }

  private sizeFor(value: object): { nodes: number; characters: number } {
    this.sizes ??= new Map();
    let size = this.sizes.get(value);
    if (!size) {
      size = sizeOf(value);
      this.sizes.set(value, size);
    }
    return size;
  }

  private countCharacters(count: number): void {
    this.characters += count;
    this.countNodes(0);
  }

  warn(code: WarningCode, path: string, linkId: string | null, message: string): void {
    this.warnings ??= new Map();
    const key = `${code} ${path}`;
    const known = this.warnings.get(key);
    if (known) known.count++;
    else this.warnings.set(key, { code, message, path, link_id: linkId, count: 1 });
  }
}

/** Looking at an element costs about as much as looking at this many characters. */
const ELEMENT_WORK = 10;

/** Writing out one value of a subtree, to compare it or to make a key of it. */
const NODE_WORK = 60;

function lengthOf(list: readonly unknown[]): number {
  let length = list.length * ELEMENT_WORK;
  for (const item of list) if (typeof item === 'string') length += item.length;
  return length;
}

/** Size of a subtree; stops with a limit fault rather than walk on for ever. */
export function sizeOf(value: object): { nodes: number; characters: number } {
  let nodes = 0;
  let characters = 0;
  let layer: unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new LimitFault(`Values may be nested at most ${MAX_DEPTH} deep.`);
    const next: unknown[] = [];
    for (const item of layer) {
      nodes++;
      if (nodes > LIMITS.outputNodes) throw new LimitFault('A copied value is too large.');
      if (typeof item === 'string') characters += item.length;
      else if (Array.isArray(item)) for (const child of item) next.push(child);
      else if (typeof item === 'object' && item !== null && !(item instanceof ExactNumber)) {
        for (const key of Object.keys(item)) {
          characters += key.length;
          next.push((item as Record<string, unknown>)[key]);
        }
      }
    }
    layer = next;
  }
  return { nodes, characters };
}
