/**
 * Every call goes through here: the generated client with the access token of this tab (memory only), one renewal
 * by the refresh cookie when it has ended, and failures as ApiError.
 */
import { createPipewrightClient } from '#sdk';
import { ApiError, toApiError } from './errors.js';
import { parseJson, printJson } from './json.js';
import { noteAnswer } from './server-gone.js';
import { session } from './session.js';

export const client = createPipewrightClient({
  baseUrl: window.location.origin,
  accessToken: () => session.token() ?? undefined,
});
// Bodies are written here and answers read in `once`, so that no number is rounded on the way.
client.setConfig({ bodySerializer: printJson, parseAs: 'text' });

export interface Page {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
}
/** What a paged list is asked for. */
export interface Asked {
  page?: number;
  search?: string;
  sort?: string;
  per_page?: number;
}
export interface Listed<T> {
  rows: T[];
  page: Page;
}
export interface Cursored<T> {
  rows: T[];
  next: string | null;
}
/** What a generated function answers: the envelope, or what went wrong. */
interface Outcome<Envelope> {
  data?: Envelope;
  error?: unknown;
  response?: Response;
}
interface Envelope {
  data?: unknown;
  message?: string;
  additional_data?: unknown;
}
/** Of a create call that may be sent once more, after a reload too: it makes nothing twice. */
export const keyed = (key: string | undefined) => (key ? { headers: { 'Idempotency-Key': key } } : {});

type Send<E> = () => Promise<Outcome<E>>;
/** A type of ours that says more than the document does, such as the kinds of a flow's handlers. */
type DataOf<E extends Envelope> = NonNullable<E['data']>;

async function once<E extends Envelope>(send: Send<E>): Promise<E> {
  const { data, error, response } = await send();
  if (response === undefined) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteAnswer(false);
    throw new ApiError('The service does not answer.', 0, 'offline');
  }
  if (response.ok && data !== undefined) {
    noteAnswer(true);
    return read(data);
  }
  const { headers } = response;
  const failure = toApiError(response.status, error, headers.get('x-request-id'), headers.has('retry-after'));
  noteAnswer(!failure.isOffline);
  throw failure;
}

/** The client leaves the envelope as its text. */
const read = <E extends Envelope>(data: E): E =>
  typeof data === 'string' ? (parseJson(data === '' ? '{}' : data) as E) : data;

async function withToken<E extends Envelope>(send: Send<E>): Promise<E> {
  if (!session.token()) await session.renew();
  try {
    return await once(send);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await session.renew();
    return once(send);
  }
}

/** Open routes: sign-in, set-up, invitations. No token is sent for. */
export const open = async <E extends Envelope>(send: Send<E>): Promise<DataOf<E>> =>
  (await once(send)).data as DataOf<E>;

export const call = async <E extends Envelope>(send: Send<E>): Promise<DataOf<E>> =>
  (await withToken(send)).data as DataOf<E>;

/** As `call`, for data of which the document only says that it is an object or any JSON. */
export const callAs = async <T>(send: Send<Envelope>): Promise<T> => (await withToken(send)).data as T;

/** As `callAs`, with the message of the answer: it tells what the service changed in what was sent. */
export async function callWithMessage<T>(send: Send<Envelope>): Promise<{ data: T; message: string }> {
  const answer = await withToken(send);
  return { data: answer.data as T, message: answer.message ?? '' };
}

const paginationOf = (answer: Envelope): unknown =>
  typeof answer.additional_data === 'object' &&
  answer.additional_data !== null &&
  'pagination' in answer.additional_data
    ? answer.additional_data.pagination
    : undefined;

export async function list<T>(send: Send<Envelope>): Promise<Listed<T>> {
  const answer = await withToken(send);
  const rows = answer.data as T[];
  const whole: Page = { page: 1, per_page: rows.length, total: rows.length, total_pages: 1 };
  return { rows, page: (paginationOf(answer) as Page | undefined) ?? whole };
}

/** More than this a project's pages do not show at once; `page.total` says how many there are. */
const MOST_PAGES = 50;
const AT_ONCE = 4;

/** A list from its first page to its last: what a page chooses from must not end at the first two hundred. */
export async function listAll<T>(send: (page: number) => Promise<Outcome<Envelope>>): Promise<Listed<T>> {
  const first = await list<T>(() => send(1));
  const rows = [...first.rows];
  const last = Math.min(first.page.total_pages, MOST_PAGES);
  for (let page = 2; page <= last; page += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, nth) => page + nth);
    const answers = await Promise.all(some.map((nth) => list<T>(() => send(nth))));
    rows.push(...answers.flatMap((answer) => answer.rows));
  }
  const total = last < first.page.total_pages ? first.page.total : rows.length;
  return { rows, page: { page: 1, per_page: rows.length, total, total_pages: 1 } };
}

/** As `listAll`, the rows alone. */
export const rowsOf = async <T>(send: (page: number) => Promise<Outcome<Envelope>>): Promise<T[]> =>
  (await listAll<T>(send)).rows;

export async function cursor<T>(send: Send<Envelope>): Promise<Cursored<T>> {
  const answer = await withToken(send);
  const pagination = paginationOf(answer) as { next?: string | null } | undefined;
  return { rows: answer.data as T[], next: pagination?.next ?? null };
}
