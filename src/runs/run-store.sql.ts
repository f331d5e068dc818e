// The statements of PgRunStore. `held` is 1 when the fence is ours; without it nothing is written.

const FENCE = 'select 1 as held from run_leases where run_id = $1 and fence = $2 for share';

const LOOK_UP = (pipe: string, handlers: string, keys: string): string => `
  select d.*
    from unnest(${keys}::text[]) as k(record_key)
   cross join unnest(${handlers}::text[]) as h(handler_id)
   cross join lateral (
     select handler_id, record_key, content_hash, state, generation, version_value, response_capture, run_id
       from deliveries
      where pipe_id = ${pipe}::uuid and handler_id = h.handler_id and record_key = k.record_key
     offset 0) d`;

/** T1 of a page: $1 run, $2 fence, $3 page, $4 status, $5 headers, $6 url, $7 body, $8 next, $9 pipe, $10 handlers, $11 keys */
export const STAGE = `
  with fence as (${FENCE}),
  found as materialized (${LOOK_UP('$9', '$10', '$11')}),
  staged as (
    insert into run_pages (run_id, page, status, headers, url, body, next, settled)
    select $1::uuid, $3::int, $4::int, $5::jsonb, $6::text, $7::bytea, $8::jsonb,
           (select jsonb_agg(jsonb_build_object('handler_id', handler_id, 'record_key', record_key, 'content_hash', content_hash, 'state', state))
              from found where run_id = $1::uuid)
      from fence
    on conflict (run_id, page) do update
      set status = excluded.status, headers = excluded.headers, url = excluded.url, body = excluded.body, next = excluded.next, settled = excluded.settled)
  select f.held, d.* from (select count(*)::text as held from fence) f left join found d on true`;

/** $1 pipe, $2 handlers, $3 keys */
export const LEDGER = LOOK_UP('$1', '$2', '$3');

/**
 * T2: $1 run, $2 fence, $3 pipe, $4..$13 ledger columns ($6..$10: one value where all rows have the same, never null; $11..$13: empty where no row has one), $14 shown totals, $15 is a page commit, $16 page, $17 next,
 * $18 phase, $19 base totals, $20 warnings, $21 cursor's handler, $22 cursor, $23 its version as read: a reset in between wins;
 * $24 page of which $25 waves are settled, and $26 the rows that this run has written of its other records; a commit that is made again, since its acknowledgement was lost, finds the cursor that it has written itself
 */
export const COMMIT = `
  with fence as (${FENCE}),
  ledger as (
    insert into deliveries (pipe_id, handler_id, record_key, content_hash, state, generation, fence, attempt, external_id, response_capture, version_value, run_id, at)
    select $3::uuid, coalesce(u.handler_id, ($6::text[])[1]), u.record_key, u.content_hash, coalesce(u.state, ($7::text[])[1]),
           coalesce(u.generation, ($8::int[])[1]), $2::int, coalesce(u.attempt, ($9::int[])[1]), u.external_id, u.response_capture, u.version_value,
           case when coalesce(u.settled, ($10::boolean[])[1]) then $1::uuid end, now()
      from fence, unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::boolean[], $11::text[], $12::text[], $13::text[])
           as u(record_key, content_hash, handler_id, state, generation, attempt, settled, external_id, response_capture, version_value)
    on conflict (pipe_id, handler_id, record_key) do update
      set content_hash = excluded.content_hash, state = excluded.state, generation = excluded.generation, fence = excluded.fence, attempt = excluded.attempt,
          external_id = coalesce(excluded.external_id, deliveries.external_id), response_capture = excluded.response_capture,
          version_value = coalesce(excluded.version_value, deliveries.version_value), run_id = excluded.run_id, at = excluded.at),
  progress as (
    insert into run_progress (run_id, phase, pages, next, base, counts, warnings)
    select $1::uuid, $18::text, case when $15 then $16::int + 1 else 0 end, $17::jsonb, $19::jsonb, $14::jsonb, $20::jsonb from fence
    on conflict (run_id) do update
      set counts = excluded.counts,
          phase = case when $15 then excluded.phase else run_progress.phase end,
          pages = case when $15 then greatest(excluded.pages, run_progress.pages) else run_progress.pages end,
          next = case when $15 then excluded.next else run_progress.next end,
          base = case when $15 or $24::int is not null then excluded.base else run_progress.base end,
          warnings = case when $15 then excluded.warnings else run_progress.warnings end),
  gone as (
    delete from run_pages where $15 and run_id = $1 and page = $16 and exists (select 1 from fence)),
  waved as (
    update run_pages set waves = $25::int, settled = $26::jsonb where $24::int is not null and run_id = $1 and page = $24::int and exists (select 1 from fence)),
  moved as (
    insert into pipe_cursors (pipe_id, handler_id, cursor, version)
    select $3::uuid, $21::text, $22::text, 1 from fence where $21::text is not null
    on conflict (pipe_id, handler_id) do update set cursor = excluded.cursor, version = pipe_cursors.version + 1
      where pipe_cursors.version = $23::int or pipe_cursors.cursor = excluded.cursor
    returning version)
  select count(*)::text as held, (select version from moved) as cursor_version from fence`;
