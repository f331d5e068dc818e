// One page of rows, for every list: filtered by the caller, searched, sorted from a fixed list, with its total.
import type { EntityManager, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type ListQuery, pageOf, sortOf } from '../common/http/list-query.dto.js';
import { Page } from '../common/http/page.js';

export interface ListRules {
  /** Names that `sort` may say, each with its property, or with an SQL text over the alias of `rows`. */
  sorts: Record<string, string>;
  /** The order when nothing is asked for, as `sort` says it. */
  order: string;
  /** What orders rows that are equal by `sort`; `id` when absent. */
  last?: string;
  /** SQL texts that `search` looks into. */
  searched: readonly string[];
}

/** `rows`: those that the caller may see. */
export async function pageOfRows<T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  query: ListQuery,
  { sorts, order, last = 'id', searched }: ListRules,
): Promise<Page<T>> {
  const page = pageOf(query);
  const sort = sortOf(query, sorts, order);
  if (query.search) {
    const found = searched.map((text) => `position(lower(:search) in lower(${text})) > 0`);
    rows.andWhere(`(${found.join(' or ')})`, { search: query.search });
  }
  rows.orderBy(sort.column.includes('(') ? sort.column : `${rows.alias}.${sort.column}`, sort.direction);
  if (sort.column !== last) rows.addOrderBy(`${rows.alias}.${last}`, 'ASC');
  const [items, total] = await rows
    .skip((page.page - 1) * page.perPage)
    .take(page.perPage)
    .getManyAndCount();
  return new Page(items, total, page);
}

export interface ListSpec {
  projectId: string;
  query: ListQuery;
  /** The column with the name: `search` looks into it. `sort=name` orders by its key, without regard to case. */
  nameColumn: string;
  /** More properties that must equal a value; undefined ones are left out. */
  equals?: Record<string, unknown>;
  /** Only rows with these ids. */
  ids?: readonly string[];
  /** Properties to load; all when absent. */
  select?: readonly string[];
}

/** One page of a project's resources of one kind. */
export function listRows<T extends ObjectLiteral & { nameKey: string }>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  spec: ListSpec,
): Promise<Page<T>> {
  const rows = manager
    .createQueryBuilder(entity, 'row')
    .where('row.projectId = :projectId', { projectId: spec.projectId });
  if (spec.select) rows.select(spec.select.map((property) => `row.${property}`));
  for (const [property, value] of Object.entries(spec.equals ?? {})) {
    if (value !== undefined) rows.andWhere(`row.${property} = :${property}`, { [property]: value });
  }
  if (spec.ids) rows.andWhere('row.id = any(:ids)', { ids: spec.ids });
  return pageOfRows(rows, spec.query, {
    sorts: { name: 'nameKey', created_at: 'createdAt', updated_at: 'updatedAt' },
    order: 'name',
    searched: [`row.${spec.nameColumn}`],
  });
}
