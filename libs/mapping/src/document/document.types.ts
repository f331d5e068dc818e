// The mapping document as it is stored and exchanged. Its JSON Schema is in document-schema.ts.

export type NullPolicy = 'null' | 'omit' | 'error';
export type MissingPolicy = 'omit' | 'null' | 'error';
export type EmptyAs = 'missing' | 'null';
export type LinkType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'any';
export type OnError = 'fail' | 'omit' | 'null' | 'default';

export interface MappingSettings {
  /** IANA name or fixed offset; null: none. */
  timezone?: string | null;
  on_null?: NullPolicy;
  on_missing?: MissingPolicy;
  empty_objects?: 'omit' | 'keep';
  empty_as?: EmptyAs;
  max_errors?: number;
}

export type ConditionOp =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'matches'
  | 'exists'
  | 'empty';

export type Condition =
  | { path: string; op: ConditionOp; value?: unknown }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

export interface Lookup {
  entries: [unknown, unknown][];
  on_miss?: 'error' | 'default' | 'keep' | 'null';
  default?: unknown;
}

export type SortKey = string | { path: string; order?: 'asc' | 'desc' };

export interface ScopeRows {
  where?: Condition;
  sort?: SortKey | SortKey[];
  distinct?: boolean | string | string[];
  limit?: number;
}

export interface ScopeJoin {
  from: string;
  on: [string, string];
  type?: 'left' | 'inner';
  many?: 'first' | 'error' | 'each';
}

export interface ScopeSection extends ScopeRows {
  id: string;
  /** Absent: the section is one element. */
  from?: string;
  joins?: ScopeJoin[];
  group_by?: string | string[];
}

export interface Scope extends ScopeRows {
  to: string;
  from?: string | string[];
  sections?: ScopeSection[];
  mode?: 'zip';
  strict?: boolean;
  joins?: ScopeJoin[];
  group_by?: string | string[];
  drop_empty?: boolean;
}

export type FunctionCall = [string] | [string, Record<string, unknown>];

export interface Link {
  id?: string;
  to: string;
  from?: string | string[];
  value?: unknown;
  index?: true;
  formula?: string;
  section?: string;
  when?: Condition;
  fn?: FunctionCall[];
  lookup?: string;
  default?: unknown;
  default_on?: 'empty'[];
  empty_as?: EmptyAs;
  on_null?: NullPolicy;
  on_missing?: MissingPolicy;
  required?: boolean;
  type?: LinkType;
  on_error?: OnError;
  /** A remark of the editor; not used when mapping. */
  note?: string;
}

export interface SavedTest {
  name: string;
  /** The record. */
  input: unknown;
  /** What else the mapping reads. */
  response?: unknown;
  steps?: Record<string, unknown>;
  run?: { id?: string; started_at?: string };
  /** The body expected. */
  output?: unknown;
  /** Other parts of the request that are expected; those not named may be anything. */
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  /** Errors expected instead of an output: the members named are compared. Empty: none. */
  errors?: Record<string, unknown>[];
}

export interface MappingDocument {
  format?: 'mapping/1';
  settings?: MappingSettings;
  lookups?: Record<string, Lookup>;
  scopes?: Scope[];
  links: Link[];
  tests?: SavedTest[];
}

export type ProblemCode =
  | 'BAD_PATH'
  | 'FORBIDDEN_KEY'
  | 'SCOPE_CONFLICT'
  | 'NEEDS_REDUCER'
  | 'DUPLICATE_DESTINATION'
  | 'PATH_CONFLICT'
  | 'INDEX_GAP'
  | 'UNKNOWN_FUNCTION'
  | 'BAD_ARGUMENT'
  | 'UNKNOWN_LOOKUP'
  | 'UNKNOWN_DESTINATION';

/** A change that the editor can offer for a problem: `value` is put at `at` (a JSON pointer into the document). */
export interface Fix {
  label: string;
  at?: string;
  value?: unknown;
}

/** Why a document is refused. `at` is a JSON pointer; `position` counts characters inside that text. */
export interface Problem {
  code: ProblemCode;
  message: string;
  at: string;
  link_id: string | null;
  position: number | null;
  fixes: Fix[];
}

export type WarningCode =
  | 'UNMAPPED_REQUIRED'
  | 'UNREAD_SOURCE'
  | 'ABSENT_SOURCE'
  | 'UNUSED_SCOPE'
  | 'DUPLICATE_KEY'
  | 'TRUNCATED'
  | 'SINGLE_AS_ARRAY'
  | 'NULL_ELEMENT'
  | 'ERROR_REPLACED';

/** Something worth knowing that stops nothing; `count` says how often it happened. */
export interface Warning {
  code: WarningCode;
  message: string;
  path: string;
  link_id: string | null;
  count: number;
}
