// Which members belong to which authentication type, their defaults, and the rules between them.
import { DomainError, type FieldError } from '../../common/errors/domain-error.js';
import type { AuthenticationMembersDto } from '../dto/authentication.dto.js';
import type {
  AuthenticationSettings,
  AuthenticationType,
  GrantType,
  OAuth2Settings,
} from './authentication.types.js';

const PLACEMENT = {
  add_authorization_data_to: 'request_headers',
  authorization_query_parameter: 'access_token',
  authorization_format: 'Bearer DYNAMIC_TOKEN[access_token]',
  authorization_header: 'Authorization',
} as const;

const DEFAULTS: Record<AuthenticationType, Record<string, unknown>> = {
  none: {},
  basic: {},
  bearer_token: {},
  api_key: { api_key_in: 'header', api_key_name: undefined },
  oauth2: {
    grant_type: undefined,
    client_authentication: 'body',
    ...PLACEMENT,
    client_id: null,
    authorization_url: null,
    token_url: undefined,
    scope: '',
    scope_separator: ' ',
    transformation_method: null,
    extra_authorize_params: {},
    extra_token_params: {},
    extra_refresh_params: {},
    basic_encoding: 'rfc6749',
    token_path: null,
    token_answer: 'auto',
    send_empty_client_secret: false,
    expires_in_unit: 's',
    default_expires_in: null,
    issuer: null,
    send_scope_on_refresh: false,
    revocation_url: null,
  },
  dynamic_token: {
    ...PLACEMENT,
    authorization_format: 'Bearer DYNAMIC_TOKEN',
    token_calls: undefined,
    token_path: undefined,
    expires_in_path: null,
  },
};

/** Needed by grant, beside `grant_type` and `token_url`. The client secret is checked where it is stored. */
const REQUIRED_BY_GRANT: Record<GrantType, (keyof OAuth2Settings)[]> = {
  authorization_code: ['authorization_url', 'token_url', 'client_id'],
  authorization_code_pkce: ['authorization_url', 'token_url', 'client_id'],
  client_credentials: ['token_url', 'client_id'],
  resource_owner_credentials: ['token_url'],
};

export interface MergedAuthentication {
  settings: AuthenticationSettings;
  /** Query parameters that moved out of the authorization URL. */
  movedParams: string[];
}

/**
 * The stored members (of the same type; {} after a change of type) with the change laid over, defaults filled in.
 * Throws with every problem at once.
 */
export function mergeAuthentication(
  type: AuthenticationType,
  stored: Record<string, unknown>,
  change: Partial<AuthenticationMembersDto>,
): MergedAuthentication {
  const defaults = DEFAULTS[type];
  const errors: FieldError[] = [];
  const settings: Record<string, unknown> = { ...defaults, ...stored };
  for (const [member, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaults, member)) {
      errors.push({
        field: member,
        code: 'not_applicable',
        message: `does not belong to the authentication type "${type}"`,
      });
    } else settings[member] = value === null ? (defaults[member] ?? null) : value;
  }
  const movedParams = type === 'oauth2' ? moveAuthorizeParams(settings) : [];
  if (type === 'oauth2') errors.push(...oauthErrors(settings as unknown as OAuth2Settings));
  else
    errors.push(
      ...missing(
        settings,
        Object.keys(defaults).filter((member) => defaults[member] === undefined),
      ),
    );
  if (errors.length > 0) throw DomainError.invalid(errors);
  return { settings: settings as unknown as AuthenticationSettings, movedParams };
}

/** Query parameters of the Authorization URL are left out of the stored field: they become extra parameters. */
function moveAuthorizeParams(settings: Record<string, unknown>): string[] {
  const text = settings.authorization_url;
  if (typeof text !== 'string' || !URL.canParse(text)) return [];
  const url = new URL(text);
  const names = [...new Set(url.searchParams.keys())];
  if (names.length === 0) return [];
  const moved = Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
  const kept = Object.fromEntries(
    Object.entries(moved).filter(([name]) => !RESERVED_AUTHORIZE_PARAMS.has(name)),
  );
  url.search = '';
  settings.authorization_url = url.toString();
  settings.extra_authorize_params = { ...kept, ...(settings.extra_authorize_params as object) };
  return names;
}

/** Built by the service itself (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export const RESERVED_AUTHORIZE_PARAMS: ReadonlySet<string> = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]);

function missing(settings: Record<string, unknown>, members: string[]): FieldError[] {
  return members
    .filter(
      (member) => settings[member] === undefined || settings[member] === null || settings[member] === '',
    )
    .map((field) => ({ field, code: 'required', message: 'is required for this authentication type' }));
}

function oauthErrors(settings: OAuth2Settings): FieldError[] {
  if (!settings.grant_type)
    return [{ field: 'grant_type', code: 'required', message: 'is required for OAuth 2.0' }];
  const isPkce = settings.grant_type === 'authorization_code_pkce';
  const errors = REQUIRED_BY_GRANT[settings.grant_type]
    .filter(
      (member) => settings[member] === null || settings[member] === undefined || settings[member] === '',
    )
    .map((field): FieldError => ({
      field,
      code: 'required',
      message: `is required for the grant type "${settings.grant_type}"`,
    }));
  if (isPkce) settings.transformation_method ??= 'S256';
  else if (settings.transformation_method) {
    errors.push({
      field: 'transformation_method',
      code: 'not_applicable',
      message: 'is only for the grant type "authorization_code_pkce"',
    });
  }
  if (settings.basic_encoding === 'raw' && settings.client_id?.includes(':')) {
    errors.push({
      field: 'client_id',
      code: 'invalid_value',
      message: 'must not contain ":" with the raw Basic encoding (RFC 7617)',
    });
  }
  return errors;
}
