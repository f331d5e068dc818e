// The query of every paged list, and the two ways to read it.
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { DomainError } from '../errors/domain-error.js';
import { decodeCursor, Page, type PageRequest } from './page.js';

const toNumber = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
);

const spoken = (names: string[]): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** On the `sort` of a list that has an order of its own: tells the names in the document. */
export const SortedBy = (sorts: object, order: string): PropertyDecorator =>
  ApiPropertyOptional({
    type: String,
    maxLength: 50,
    default: order,
    description: `${spoken(Object.keys(sorts))}; a leading \`-\` turns the order.`,
    example: order,
  });

/** `?page=1&per_page=50&search=…&sort=-created_at` */
export class ListQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
    description: 'Which page, from 1.',
  })
  @IsOptional()
  @toNumber
  @Max(1_000_000, { message: 'must be at most 1000000' })
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  page?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Rows on a page.',
  })
  @IsOptional()
  @toNumber
  @Max(200, { message: 'must be at most 200' })
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  per_page?: number;

  @ApiPropertyOptional({
    type: String,
    maxLength: 200,
    description: 'Text that the name or description holds.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'must have at most 200 characters' })
  @IsString({ message: 'must be a text' })
  search?: string;

  @SortedBy({ name: '', created_at: '', updated_at: '' }, 'name')
  @IsOptional()
  @MaxLength(50, { message: 'must have at most 50 characters' })
  @IsString({ message: 'must be a text' })
  sort?: string;
}

const NAME_ONLY = { name: 'name' };

/** Of a list whose entries have a name and nothing else to be sorted by. */
export class NameListQuery extends ListQuery {
  @SortedBy(NAME_ONLY, 'name')
  override sort?: string;
}

/** Of the versions of something: `search` looks for who made them. */
export class VersionsQuery extends ListQuery {
  @SortedBy({ version: '' }, '-version')
  override sort?: string;
}

/** `?after=<cursor>&limit=50` */
export class CursorQuery {
  @ApiPropertyOptional({
    type: String,
    maxLength: 500,
    description: '`additional_data.pagination.next` of the slice before.',
  })
  @IsOptional()
  @MaxLength(500, { message: 'must be a cursor from additional_data.pagination.next' })
  @IsString({ message: 'must be a text' })
  after?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Rows in the slice.',
  })
  @IsOptional()
  @toNumber
  @Max(200, { message: 'must be at most 200' })
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  limit?: number;
}

export const pageOf = (query: ListQuery): PageRequest => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? 50,
});

/** The parts of the cursor in a query, or null at the start. */
export const cursorOf = (query: CursorQuery, parts: number): string[] | null =>
  query.after === undefined ? null : decodeCursor(query.after, parts);

/** A sort from a fixed list of names (query text never reaches SQL). */
export function sortOf<T extends string>(
  query: ListQuery,
  columns: Record<string, T>,
  fallback: string,
): { column: T; direction: 'ASC' | 'DESC' } {
  const text = query.sort ?? fallback;
  const name = text.startsWith('-') ? text.slice(1) : text;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column === undefined) {
    throw DomainError.invalidField(
      'sort',
      `must be one of ${Object.keys(columns).join(', ')}, with an optional leading "-"`,
      'not_allowed',
    );
  }
  return { column, direction: text.startsWith('-') ? 'DESC' : 'ASC' };
}

/** A page of what is here in whole and has a name alone to be searched and sorted by. */
export function pageOfAll<T>(items: readonly T[], query: ListQuery, nameOf: (item: T) => string): Page<T> {
  const { direction } = sortOf(query, NAME_ONLY, 'name');
  const page = pageOf(query);
  const sought = query.search?.toLowerCase() ?? '';
  const turn = direction === 'DESC' ? -1 : 1;
  const found = items
    .filter((item) => nameOf(item).toLowerCase().includes(sought))
    .sort((left, right) => turn * nameOf(left).localeCompare(nameOf(right), 'en'));
  return new Page(found.slice((page.page - 1) * page.perPage, page.page * page.perPage), found.length, page);
}
