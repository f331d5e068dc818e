// Lists of records with their stages (up to 2 MiB a record), bounded by bytes: what one answer holds is in memory twice.

/** Stages in one answer. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface FoundRows {
  found: string;
}

const STAGES = ['source', 'mapped', 'request', 'response'];
const BYTES = STAGES.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');

/**
 * The rows of a query with stages that fit into one answer, in the order of their `id`, and in each as `found` how many
 * there were; the first one whatever its size. A slice may so have fewer rows than were asked for, and go on.
 */
export const withinOneAnswer = (rows: string, order: 'id' | 'id desc'): string => `
  select * from (
    select r.*, count(*) over () as found, row_number() over w as place, sum(${BYTES}) over w as bytes
      from (${rows}) r window w as (order by ${order})) b
   where place = 1 or bytes <= ${MAX_BYTES} order by ${order}`;

/** Of the example of a group: they are left out where they are large, as each group is to be shown. */
const MAX_EXAMPLE_BYTES = 32 * 1024;

export const exampleStages = (table: string): string =>
  STAGES.map(
    (name) =>
      `case when octet_length(${table}.${name}) <= ${MAX_EXAMPLE_BYTES} then ${table}.${name} end as ${name}`,
  ).join(', ');
