// A token request that brought no token: its class (what to do) and its words (what to tell).

/** What follows from a failure: consent again, change the settings, try later, or not known yet. */
export type FailureKind = 'configuration' | 'reconnect' | 'transient' | 'unknown';

export type OAuthFailure = {
  kind: FailureKind;
  /**
   * The server's error code where it is a word that holds nothing of the request, else `http_<status>`,
   * `invalid_answer`, or a code of the HTTP client in lower case. It goes into logs.
   */
  code: string;
  /** For people; holds no code, state, token or secret. */
  message: string;
  status: number | null;
  /** Seconds the server asked to wait, at most an hour. */
  retryAfterSeconds: number | null;
};

const RECONNECT = new Set([
  'invalid_grant',
  'invalid_refresh_token',
  'bad_refresh_token',
  'token_revoked',
  'token_expired',
  'interaction_required',
  'consent_required',
  'login_required',
  // Slack, for a person or an app that is gone.
  'account_inactive',
]);
const CONFIGURATION = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'invalid_request',
  // Codes of single providers (GitHub, Google, Slack) for the same faults.
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'bad_redirect_uri',
  'invalid_client_id',
  'bad_client_secret',
]);
const TRANSIENT = new Set([
  'temporarily_unavailable',
  'server_error',
  'slow_down',
  // Codes of single providers (Slack with 200, Google, Salesforce) for the same.
  'fatal_error',
  'internal_error',
  'internal_failure',
  'rate_limit_exceeded',
  'rate_limited',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'too_many_requests',
]);
/** Words of a limit: some servers have no code for it (Exact Online, Zoho). */
const THROTTLED = /rate.?limit|too many requests/i;
/** Words that ask for another try, under a code that says nothing (Salesforce). */
const LATER = /retry your request|try again (later|after|in )/i;
const MOST_WAIT_SECONDS = 3600;

/** Text of a stranger made safe to show: no control characters, bounded, never HTML to a reader. */
export function shownText(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const points = [...clean];
  return points.length > most ? `${points.slice(0, most).join('')}…` : clean;
}

/** The error of an answer by its status alone. */
export const statusCode = (status: number): string =>
  status >= 200 && status < 300 ? 'invalid_answer' : `http_${status}`;

/** A stranger's error word as a code; null where it is none but a text, which may say anything. */
export const codeWord = (text: string): string | null => (/^[\w.-]{1,100}$/.test(text) ? text : null);

/** True for the codes that protocol and providers define: they tell nothing of a request, whatever it held. */
export function isDefinedCode(code: string): boolean {
  const known = code.toLowerCase();
  return RECONNECT.has(known) || CONFIGURATION.has(known) || TRANSIENT.has(known);
}

/** `Retry-After` in seconds or as a date (RFC 9110 10.2.3), bounded to an hour. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), MOST_WAIT_SECONDS) : null;
}

/** Class of a server's error code at a status; `words`: its description. */
export function classify(code: string | null, status: number, words: string | null = null): FailureKind {
  const known = code?.toLowerCase() ?? '';
  const says = (pattern: RegExp) => pattern.test(code ?? '') || pattern.test(words ?? '');
  if (RECONNECT.has(known)) return 'reconnect';
  if (TRANSIENT.has(known) || says(THROTTLED)) return 'transient';
  if (status === 408 || status === 429 || status >= 500) return 'transient';
  if (CONFIGURATION.has(known)) return 'configuration';
  if (status >= 300 && status < 400) return 'configuration';
  return says(LATER) ? 'transient' : 'unknown';
}
