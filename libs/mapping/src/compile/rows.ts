// The rows of a scope or section: its source joined, filtered, sorted, grouped, made distinct and limited.
import type { ScopeJoin, ScopeRows } from '../document/document.types.js';
import type { Environment } from './environment.js';
import { compileJoins, joinedRows } from './joins.js';
import { compileCondition } from './place-condition.js';
import type { Problems } from './problems.js';
import { compileDistinct, compileKeys, compileSort, orderRows } from './row-order.js';
import type { EachRow, RowSource } from './row-source.js';

export interface RowOptions extends ScopeRows {
  joins?: ScopeJoin[];
  group_by?: string | string[];
}

export interface Rows {
  each: EachRow;
  env: Environment;
  slots: readonly number[];
  /** The group that each row stands for, where rows are grouped. */
  group: number | undefined;
}

/** Compiles the rows of one source. `skipsNull`: null elements are left out with a warning. */
export function compileRows(
  source: RowSource,
  options: RowOptions,
  at: string,
  skipsNull: boolean,
  problems: Problems,
): Rows {
  const { joins, env } = compileJoins(options.joins ?? [], source.env, at, problems);
  const slots = [...source.slots, ...joins.flatMap((join) => join.slots)];
  const where = options.where && compileCondition(options.where, env, `${at}/where`, problems);
  const sort = compileSort(options.sort, env, `${at}/sort`, problems);
  const groupBy = compileKeys(options.group_by, env, `${at}/group_by`, problems);
  const joined = joinedRows((state, emit) => source.each(state, emit, skipsNull), joins);
  const walkRows: EachRow = where
    ? (state, emit) =>
        joined(state, () => {
          if (where(state)) emit();
        })
    : joined;
  const isHeld = sort.length > 0 || groupBy !== undefined || options.distinct || options.limit !== undefined;
  if (!isHeld) return { each: walkRows, env, slots, group: undefined };
  const elements = source.element === undefined ? source.slots : [source.element];
  const group = groupBy ? env.allocator.groups++ : undefined;
  const distinct = compileDistinct(options.distinct, env, elements, `${at}/distinct`, problems);
  return {
    each: orderRows({
      walkRows,
      slots,
      sort,
      groupBy,
      group,
      distinct,
      limit: options.limit,
      outerGroup: source.outerGroup,
    }),
    env: group === undefined ? env : env.openGroup(group, slots),
    slots,
    group,
  };
}
