/**
 * Every call goes through here: the access token of this tab (memory only), one renewal by the refresh cookie
 * when it has ended, and failures as ApiError.
 */
import { ApiError, toApiError } from './errors.js';
import { session } from './session.js';

export interface Page {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
}
export interface Listed<T> {
  rows: T[];
  page: Page;
}
export interface Cursored<T> {
  rows: T[];
  next: string | null;
}
type Query = Record<string, string | number | boolean | undefined | null>;
export interface CallOptions {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
}
interface Envelope {
  data: unknown;
  message: string;
  additional_data?: { pagination?: unknown };
}

async function send(method: 'GET' | 'POST', path: string, options: CallOptions): Promise<Envelope> {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  const token = session.token();
  if (token) headers.authorization = `Bearer ${token}`;
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'POST' ? { body: JSON.stringify(options.body ?? {}) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError('The service does not answer.', 0, 'offline');
  }
  const requestId = response.headers.get('x-request-id');
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toApiError(response.status, body, requestId);
  return body as Envelope;
}

async function withToken(method: 'GET' | 'POST', path: string, options: CallOptions): Promise<Envelope> {
  if (!session.token()) await session.renew();
  try {
    return await send(method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await session.renew();
    return send(method, path, options);
  }
}

export const api = {
  async get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return (await withToken('GET', path, options)).data as T;
  },
  async list<T>(path: string, options: CallOptions = {}): Promise<Listed<T>> {
    const answer = await withToken('GET', path, options);
    const rows = answer.data as T[];
    const page = (answer.additional_data?.pagination as Page | undefined) ?? {
      page: 1,
      per_page: rows.length,
      total: rows.length,
      total_pages: 1,
    };
    return { rows, page };
  },
  async cursor<T>(path: string, options: CallOptions = {}): Promise<Cursored<T>> {
    const answer = await withToken('GET', path, options);
    const pagination = answer.additional_data?.pagination as { next?: string | null } | undefined;
    return { rows: answer.data as T[], next: pagination?.next ?? null };
  },
  async post<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<T> {
    return (await withToken('POST', path, { ...options, body })).data as T;
  },
  /** As post, with the message of the answer: it tells what the service changed in what was sent. */
  async postWithMessage<T>(path: string, body: unknown): Promise<{ data: T; message: string }> {
    const answer = await withToken('POST', path, { body });
    return { data: answer.data as T, message: answer.message };
  },
  /** Open routes: sign-in, set-up, invitations. No token is sent for. */
  async open<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return (await send(method, path, { body })).data as T;
  },
};
