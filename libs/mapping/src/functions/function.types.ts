// The shape of one catalogue function: what the editor shows, what saving checks, and how it runs.
import type { RunState } from '../run/run-state.js';

export type ValueKind = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'object' | 'date' | 'any';

export interface FunctionParameter {
  name: string;
  kind: ValueKind;
  description: string;
  required?: boolean;
  /** Allowed texts. */
  choices?: readonly string[];
  default?: unknown;
}

/** `one` value, `many` values side by side, one `list`, or `none` at all. */
export type InputShape = 'one' | 'many' | 'list' | 'none';

export interface FunctionExample {
  /** One value, or for `many` the list of values. Absent: missing. */
  input?: unknown;
  options?: Record<string, unknown>;
  /** Absent: missing. */
  output?: unknown;
  /** Record code when the example shows a refusal. */
  error?: string;
}

export type FunctionGroup = 'text' | 'number' | 'date' | 'logic' | 'array' | 'object' | 'id';

/** What of the mapping a function may depend on. */
export interface FunctionSettings {
  timezone: string | null;
  lookup(name: string): ((value: unknown) => unknown) | undefined;
}

/** `many` and `list` functions get an array of values, the others one value. */
export type RunFunction = (input: unknown, state: RunState) => unknown;

export type Options = Readonly<Record<string, unknown>>;

export interface MappingFunction {
  name: string;
  group: FunctionGroup;
  description: string;
  input: InputShape;
  inputKind: ValueKind;
  parameters: readonly FunctionParameter[];
  returns: ValueKind;
  /** Called with missing and null too; else a chain stops there. */
  nullAware?: boolean;
  /** Makes one value of a list. */
  reduces?: boolean;
  /** May warn; the warning names the link that the function works for. */
  warns?: boolean;
  /** Looks at whole subtrees of its input, which then count as work. */
  deep?: boolean;
  examples: readonly [FunctionExample, FunctionExample];
  /** Throws `ArgumentError` for options that can never work. */
  build(options: Options, settings: FunctionSettings): RunFunction;
}

/** Options of a call that can never work: `BAD_ARGUMENT` when saving. */
export class ArgumentError extends Error {
  constructor(
    message: string,
    readonly code: 'BAD_ARGUMENT' | 'UNKNOWN_LOOKUP' = 'BAD_ARGUMENT',
  ) {
    super(message);
    this.name = 'ArgumentError';
  }
}
