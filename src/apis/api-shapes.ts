// The settings of an API that are objects: which members they have, what each may be, and what it means.
import { parsePath } from '#engine';
import { answerCondition } from '../common/validation/condition.shape.js';
import {
  also,
  choice,
  described,
  flag,
  kinds,
  list,
  members,
  named,
  text,
  whole,
  type Find,
  type Members,
  type Shape,
} from '../common/validation/shapes.js';

export const bodyPathFault: Find = (value) => {
  const words = text('').find(value);
  if (words !== null) return words;
  try {
    parsePath(value as string);
    return null;
  } catch (error) {
    return `must be a path such as data.items: ${(error as Error).message}`;
  }
};

/** A path inside a body, as the engine reads it. */
const bodyPath = (description: string): Shape => ({ ...text(description), find: bodyPathFault });
const name = (description: string): Shape => text(description, { max: 200 });
const when = (description: string): Shape => described(description, answerCondition);

const pagingLimits: Members = {
  in: choice('Where the parameters go; `query` unless set.', ['query', 'header', 'path', 'body']),
  has_more_path: bodyPath(
    'Path in the answer that says whether there is more: false, 0, "" or null is the end.',
  ),
  total_path: bodyPath('Path in the answer to the number of all records: so many read is the end.'),
  stop_on_short_page: flag('A page with fewer records than its size is the last one.'),
  stop_when: when('A condition on `@response`: a page for which it holds is the last one.'),
  max_pages: whole('Pages at most; 10,000 unless set. Reaching it is a warning.', 1, 10_000),
  max_records: whole('Records at most. Reaching it is a warning.', 1, 1_000_000_000),
  keep_query: flag('Adds the query parameters of the first request that a next link leaves out.'),
};

const parameter = name('Name of the parameter; in a body the path of the member.');

const pagingKinds = kinds('How a list is paged, by `kind`.', {
  none: { description: 'One request.', optional: pagingLimits },
  page: {
    description: 'Numbered pages.',
    required: { parameter },
    optional: {
      start: whole('Number of the first page; 1 unless set.', 0, 1_000_000),
      size_parameter: name('Name of the parameter with the size of a page.'),
      size: whole('Records per page, sent as `size_parameter`.', 1, 100_000),
      ...pagingLimits,
    },
  },
  offset: {
    description: 'How many records to pass over.',
    required: { parameter, limit: whole('Records per page.', 1, 100_000) },
    optional: { limit_parameter: name('Name of the parameter with `limit`.'), ...pagingLimits },
  },
  cursor: {
    description: 'A token of the answer goes into the next request. Either `token_path` or `token_header`.',
    required: { parameter },
    optional: {
      token_path: bodyPath('Path in the answer to the token.'),
      token_header: name('Header of the answer with the token.'),
      ...pagingLimits,
    },
  },
  next_url: {
    description: 'The answer holds the address of the next page.',
    required: { path: bodyPath('Path in the answer to that address, absolute or relative.') },
    optional: pagingLimits,
  },
  link_header: {
    description: 'The next address stands in the header Link (rel="next").',
    optional: pagingLimits,
  },
  keyset: {
    description: 'A field of the last record goes into the next request.',
    required: { parameter, field: bodyPath('Path in the last record.') },
    optional: pagingLimits,
  },
});

export const pagination: Shape = named(
  'Pagination',
  also(pagingKinds, (value) => {
    const { kind, token_path: path, token_header: header } = value as Record<string, unknown>;
    return kind === 'cursor' && (path == null) === (header == null)
      ? 'must have either token_path or token_header'
      : null;
  }),
);

export const incremental: Shape = named(
  'Incremental',
  also(
    members(
      {
        cursor_path: bodyPath('Path in a record to its change time or its rising id.'),
        parameter: name('Query parameter that takes where to read from.'),
      },
      {
        until_parameter: name("Query parameter that takes the run's start less `lag_seconds`."),
        format: choice('How the place is written; `iso` unless set (dates and times).', [
          'iso',
          'epoch_s',
          'epoch_ms',
          'id',
        ]),
        overlap_seconds: whole(
          'How far before the place reading begins: 60 unless set, of ids 0.',
          0,
          31_536_000,
        ),
        lag_seconds: whole("How long before the run's start reading ends: 5 unless set.", 0, 86_400),
        start_at: text('Where the first run begins: a value, or `now`; unless set it reads everything.', {
          max: 100,
        }),
        sorted: flag('The source answers in this order: the place is then kept after each page.'),
      },
      'Read only what is new: from the highest value read so far.',
    ),
    (value) => {
      const { format, start_at: start } = value as { format?: string | null; start_at?: string | null };
      return format === 'id' && start === 'now'
        ? '.start_at must be an id with the format "id": an id has no "now"'
        : null;
    },
  ),
);

export const batch: Shape = named(
  'Batch',
  also(
    members(
      {},
      {
        max_records: whole('Records per request; 50 unless set.', 1, 10_000),
        max_bytes: whole('Bytes per request; 1 MiB unless set.', 1024, 33_554_432),
        path: text('Where the list stands in the request body; absent, empty or `$`: the body is the list.', {
          min: 0,
        }),
        answer: choice(
          'What an answer with status 2xx says: `all` were taken (unless set), or a result for each record, by its place or by its key.',
          ['all', 'by_index', 'by_key'],
        ),
        result_path: bodyPath('Path in the answer to the list of results; absent: the answer is the list.'),
        result_key_path: bodyPath('Path in a result to the record key; needed with `by_key`.'),
        bisect: flag(
          'A refused batch is split until the bad records stand alone; unless set only with the answer `all`.',
        ),
      },
      'Several records in one request.',
    ),
    (value) => {
      const { answer, result_key_path: keyPath } = value as {
        answer?: string;
        result_key_path?: string | null;
      };
      return answer === 'by_key' && !keyPath ? '.result_key_path is required with answer "by_key"' : null;
    },
  ),
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const lookup: Shape = named(
  'Lookup',
  members(
    {
      api_id: {
        schema: { type: 'string', format: 'uuid', description: 'A GET of the same system.' },
        find: (value) => (typeof value === 'string' && UUID.test(value) ? null : 'must be the id of an API'),
      },
    },
    {
      found_path: bodyPath('Path in its answer: nothing there means that nothing arrived.'),
      id_path: bodyPath('Path in its answer to the id that the destination gave.'),
    },
    'The API that asks whether a record arrived.',
  ),
);

export const timeouts: Shape = named(
  'Timeouts',
  members(
    {},
    {
      connect_ms: whole('To connect; 5,000 unless set.', 100, 5_000),
      read_ms: whole('Without data; 30,000 unless set.', 100, 30_000),
      total_ms: whole('In all; 120,000 unless set.', 100, 120_000),
    },
    'Time-outs of a call in milliseconds.',
  ),
);

const statuses: Shape = {
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 100, maximum: 599 },
    maxItems: 50,
    description: 'HTTP statuses; absent or empty: every status.',
  },
  find: (value) =>
    Array.isArray(value) &&
    value.length <= 50 &&
    value.every((status) => Number.isInteger(status) && status >= 100 && status <= 599)
      ? null
      : 'must be an array of HTTP statuses',
};

export const retry: Shape = list(
  'Own rules about answers, tried in order before the usual classes.',
  named(
    'RetryRule',
    members(
      {
        action: choice(
          'What is done: `retry`, `throttle` (wait as after a 429), `fail`, `ignore` (it counts as delivered), `reset_paging`, `restart_run`.',
          ['retry', 'ignore', 'fail', 'throttle', 'reset_paging', 'restart_run'],
        ),
      },
      { status: statuses, when: when('A condition on `@response`.') },
      'What to do with the answers that it fits.',
    ),
  ),
  20,
  'must be an array of at most 20 rules',
);

const part: Shape = {
  schema: { type: 'object', additionalProperties: true },
  find: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be an object',
};

export const sampleRequest: Shape = named(
  'SampleRequest',
  members(
    {},
    {
      path: described('Path parameters.', part),
      query: described('Query parameters.', part),
      headers: described('Headers.', part),
      body: { schema: { description: 'The body, any JSON.' }, find: () => null },
    },
    'The parts of a request: the destination fields of a mapping.',
  ),
);
