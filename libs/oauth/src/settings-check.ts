// What must hold of OAuth settings when they are saved, in words that name the field.

import { AUTHORIZE_NAMES } from './flow.js';
import { parsePath } from './json-path.js';
import {
  type AnswerMembers,
  type ExtraParams,
  needsConsent,
  type OAuthMembers,
  type PlacementMembers,
} from './settings.js';
import { formatProblem } from './token-format.js';

/** One fault of one member. `code` is a short word: required, invalid. */
export type SettingsProblem = { field: string; code: 'invalid' | 'required'; message: string };

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Names that belong to the connection and can never carry a token. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'keep-alive',
  'expect',
  'proxy-authorization',
]);

const invalid = (field: string, message: string): SettingsProblem => ({ field, code: 'invalid', message });

function urlProblem(field: string, text: string): SettingsProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return invalid(field, 'Must be an absolute http or https URL.');
  if (url.username !== '' || url.password !== '')
    return invalid(field, 'Must not hold a user name or password.');
  return null;
}

/** Faults of the members that place a token on calls. */
export function checkPlacement(members: PlacementMembers): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const format = members.authorization_format;
  const wrong = format ? formatProblem(format) : null;
  if (wrong !== null) problems.push(invalid('authorization_format', wrong));
  const header = members.authorization_header;
  if (header && (!HEADER_NAME.test(header) || FRAMING.has(header.toLowerCase()))) {
    problems.push(invalid('authorization_header', 'Must be the name of a header that calls may set.'));
  }
  return problems;
}

/** Faults of the members that read a token answer. */
export function checkAnswerReading(members: AnswerMembers): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  if (members.token_path && parsePath(members.token_path) === null) {
    problems.push(invalid('token_path', 'Must be a path such as access_token, data.token or [0].token.'));
  }
  const seconds = members.default_expires_in;
  if (seconds != null && !(Number.isInteger(seconds) && seconds > 0)) {
    problems.push(invalid('default_expires_in', 'Must be a whole number of seconds above 0.'));
  }
  return problems;
}

type RequiredField = 'authorization_url' | 'client_id' | 'client_secret' | 'token_url';

function requiredFields(members: OAuthMembers): RequiredField[] {
  if (needsConsent(members.grant_type)) return ['authorization_url', 'token_url', 'client_id'];
  if (members.grant_type === 'client_credentials') return ['token_url', 'client_id', 'client_secret'];
  return ['token_url'];
}

function checkClient(members: OAuthMembers): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  for (const field of ['client_id', 'client_secret'] as const) {
    if (/[\p{Cc}\p{Cs}]/u.test(members[field] ?? ''))
      problems.push(invalid(field, 'Must not hold control characters or broken ones.'));
  }
  const isRawBasic = members.client_authentication === 'basic_header' && members.basic_encoding === 'raw';
  if (isRawBasic && members.client_id?.includes(':')) {
    problems.push(
      invalid(
        'client_id',
        'A client ID with a colon cannot be sent in a raw Basic header (RFC 7617): use rfc6749 encoding or the body.',
      ),
    );
  }
  return problems;
}

function checkIssuer(issuer: string): SettingsProblem | null {
  const wrong = urlProblem('issuer', issuer);
  return (
    wrong ?? (/[?#]/.test(issuer) ? invalid('issuer', 'An issuer has neither query nor fragment.') : null)
  );
}

/** All faults of the settings of a system with OAuth 2.0; empty when they can be saved. */
export function checkOAuthMembers(members: OAuthMembers): SettingsProblem[] {
  const problems: (SettingsProblem | null)[] = requiredFields(members)
    .filter((field) => !members[field]?.trim())
    .map((field) => ({ field, code: 'required', message: `Required for this grant type.` }));
  for (const field of ['authorization_url', 'token_url', 'revocation_url'] as const) {
    if (members[field]) problems.push(urlProblem(field, members[field]));
  }
  if (members.authorization_url?.includes('#')) {
    problems.push(invalid('authorization_url', 'Must not hold a fragment (#…).'));
  }
  if (members.issuer) problems.push(checkIssuer(members.issuer));
  // An address of its own could bring codes to somebody else: ours alone is sent, or a name that stands for it.
  if (members.redirect_uri_name && !/^[A-Za-z0-9._~-]+$/.test(members.redirect_uri_name)) {
    problems.push(
      invalid(
        'redirect_uri_name',
        'Must be a name of letters, digits and . _ ~ -, under which the external application knows the Redirect URL. The URL itself is sent without it.',
      ),
    );
  }
  if (members.scope && /[^\s\x21-\x7e]/.test(members.scope)) {
    problems.push(invalid('scope', 'Scopes are made of printable ASCII, separated by spaces.'));
  }
  problems.push(...checkClient(members), ...checkPlacement(members), ...checkAnswerReading(members));
  return problems.filter((problem) => problem !== null);
}

/**
 * Moves the query of the authorization URL to `extra_authorize_params`. `given` there win, older ones do not. `moved`
 * names all that were taken out, for the notice; those that the service sets itself are dropped.
 */
export function moveAuthorizeQuery<
  T extends Pick<OAuthMembers, 'authorization_url' | 'extra_authorize_params'>,
>(members: T, given: ExtraParams = members.extra_authorize_params ?? {}): { members: T; moved: string[] } {
  const text = members.authorization_url;
  if (!text || !text.includes('?') || !URL.canParse(text)) return { members, moved: [] };
  const url = new URL(text);
  const collected: [string, string | string[]][] = [];
  const moved = [...new Set(url.searchParams.keys())];
  for (const name of moved) {
    if (AUTHORIZE_NAMES.has(name)) continue;
    const values = url.searchParams.getAll(name);
    collected.push([name, values.length === 1 ? (values[0] as string) : values]);
  }
  url.search = '';
  const extra = { ...members.extra_authorize_params, ...Object.fromEntries(collected), ...given };
  return {
    members: { ...members, authorization_url: url.href, extra_authorize_params: extra },
    moved,
  };
}
