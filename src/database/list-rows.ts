// One page of a project's rows, for every list of resources.
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { type ListQuery, pageOf, sortOf } from '../common/http/list-query.dto.js';
import { Page } from '../common/http/page.js';

export interface ListSpec {
  projectId: string;
  query: ListQuery;
  /** The property with the name: `search` looks into it, `sort=name` orders by it. */
  nameProperty: string;
  nameColumn: string;
  /** More properties that must equal a value; undefined ones are left out. */
  equals?: Record<string, unknown>;
  /** Only rows with these ids. */
  ids?: readonly string[];
  /** Properties to load; all when absent. */
  select?: readonly string[];
}

export async function listRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  spec: ListSpec,
): Promise<Page<T>> {
  const page = pageOf(spec.query);
  const sort = sortOf(
    spec.query,
    { name: spec.nameProperty, created_at: 'createdAt', updated_at: 'updatedAt' },
    'name',
  );
  const query = manager
    .createQueryBuilder(entity, 'row')
    .where('row.projectId = :projectId', { projectId: spec.projectId });
  if (spec.select) query.select(spec.select.map((property) => `row.${property}`));
  for (const [property, value] of Object.entries(spec.equals ?? {})) {
    if (value !== undefined) query.andWhere(`row.${property} = :${property}`, { [property]: value });
  }
  if (spec.ids) query.andWhere('row.id = any(:ids)', { ids: spec.ids });
  if (spec.query.search)
    query.andWhere(`position(lower(:search) in lower(row.${spec.nameColumn})) > 0`, {
      search: spec.query.search,
    });
  const [rows, total] = await query
    .orderBy(`row.${sort.column}`, sort.direction)
    .addOrderBy('row.id', 'ASC')
    .skip((page.page - 1) * page.perPage)
    .take(page.perPage)
    .getManyAndCount();
  return new Page(rows, total, page);
}
