// Judges the query of an authorization callback, in the one right order (RFC 6749 4.1.2, RFC 9207).

import { codeWord, shownText } from './failure.js';
import { matchesHash } from './flow.js';
import { withoutSecrets } from './secrecy.js';

/** Why a consent is refused. The message is shown to people; it never holds the code or the state. */
export type CallbackRefusal = { ok: false; code: string; message: string };

/** The parameters that matter, each given at most once. */
export type CallbackQuery = {
  state: string;
  code: string | null;
  error: string | null;
  errorDescription: string | null;
  iss: string | null;
};

/** What the code is called; the standard's name wins. The others are those of Amazon's SP-API and of TikTok. */
const CODE_NAMES = ['code', 'spapi_oauth_code', 'auth_code'];
/** Errors that the standards define (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6): no words of a stranger. */
const ERROR_CODES = new Set([
  'access_denied',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
]);
const MAX_CODE = 4096;
const MAX_STATE = 512;

const refuse = (code: string, message: string): CallbackRefusal => ({ ok: false, code, message });

/** First step, before any look-up: duplicate parameters and a missing state are refused. */
export function readCallback(search: string): ({ ok: true } & CallbackQuery) | CallbackRefusal {
  const params = new URLSearchParams(search);
  const names = [...params.keys()];
  if (new Set(names).size !== names.length)
    return refuse('invalid_request', 'The callback holds a parameter twice.');
  const state = params.get('state') ?? '';
  if (state === '' || state.length > MAX_STATE)
    return refuse('invalid_request', `The callback holds no state${errorWithoutState(params)}.`);
  // A parameter without a value counts as left out (RFC 6749 3.1).
  const given = (...of: string[]) => of.map((name) => params.get(name)).find(Boolean) ?? null;
  return {
    ok: true,
    state,
    code: given(...CODE_NAMES),
    // Facebook leaves `error` out where the fault is the application's.
    error: given('error', 'error_code'),
    errorDescription: given('error_description', 'error_message', 'error_reason'),
    iss: given('iss'),
  };
}

/** Anybody can make such a link: only known codes are told. */
function errorWithoutState(params: URLSearchParams): string {
  const error = params.get('error') ?? '';
  return ERROR_CODES.has(error) ? `; the system answered ${error}` : '';
}

/** What the flow that the state named expects. */
export type ExpectedCallback = {
  browserHash: string;
  /** Value of the flow's cookie in the browser that came back. */
  cookie: string | undefined;
  issuer: string | null;
  /** The issuer's metadata announce `authorization_response_iss_parameter_supported`. */
  issuerRequired: boolean;
};

/** Second step, after the state was consumed: browser, issuer, error, code. */
export function checkCallback(
  query: CallbackQuery,
  expected: ExpectedCallback,
): { ok: true; code: string } | CallbackRefusal {
  if (expected.cookie === undefined || !matchesHash(expected.cookie, expected.browserHash)) {
    return refuse('other_browser', 'This consent was begun in another browser. Start it again in this one.');
  }
  if (expected.issuer !== null && query.iss === null && expected.issuerRequired) {
    return refuse(
      'issuer_missing',
      `The answer does not name its issuer, which ${shownText(expected.issuer, 200)} always does.`,
    );
  }
  // Simple string comparison (RFC 9207 2.4).
  if (expected.issuer !== null && query.iss !== null && query.iss !== expected.issuer) {
    return refuse(
      'issuer_mismatch',
      `The answer comes from another issuer than ${shownText(expected.issuer, 200)}.`,
    );
  }
  if (query.error !== null) {
    const known = [query.state, query.code ?? ''];
    const shown = (text: string, most: number) => shownText(withoutSecrets(text, known), most);
    const error = shown(query.error, 100) || 'error';
    const description = shown(query.errorDescription ?? '', 500);
    const message = `The system refused the consent: ${error}${description === '' ? '' : ` (${description})`}`;
    return refuse(codeWord(error) ?? 'error', message);
  }
  if (query.code === null)
    return refuse('invalid_request', 'The system answered without a code and without an error.');
  if (query.code.length > MAX_CODE) return refuse('invalid_request', 'The code of the system is too long.');
  return { ok: true, code: query.code };
}
