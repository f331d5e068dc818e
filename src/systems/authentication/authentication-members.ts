// Which members belong to which authentication type, their defaults, and the rules between them.
import { checkOAuthMembers, moveAuthorizeQuery } from '#oauth';
import { headerProblem } from '#outbound';
import { DomainError, type FieldError } from '../../common/errors/domain-error.js';
import type { AuthenticationMembersDto } from '../dto/authentication.dto.js';
import type {
  ApiKeySettings,
  AuthenticationSettings,
  AuthenticationType,
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
    redirect_uri_name: null,
  },
  dynamic_token: {
    ...PLACEMENT,
    authorization_format: 'Bearer DYNAMIC_TOKEN',
    token_calls: undefined,
    token_path: null,
    expires_in_path: null,
  },
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
  // Parameters typed now win over those of the URL, and those over what was stored before.
  // A method that was stored for another grant type goes with it.
  if (!isPkce(settings) && change.transformation_method === undefined && type === 'oauth2')
    settings.transformation_method = null;
  const { members, moved: movedParams } = moveAuthorizeQuery<Record<string, unknown>>(
    settings,
    change.extra_authorize_params ?? {},
  );
  if (type === 'oauth2') errors.push(...oauthErrors(members as unknown as OAuth2Settings));
  else
    errors.push(
      ...missing(
        settings,
        Object.keys(defaults).filter((member) => defaults[member] === undefined),
      ),
    );
  if (type === 'api_key') errors.push(...apiKeyErrors(settings));
  if (errors.length > 0) throw DomainError.invalid(errors);
  return { settings: members as unknown as AuthenticationSettings, movedParams };
}

function missing(settings: Record<string, unknown>, members: string[]): FieldError[] {
  return members
    .filter((member) => isBlank(settings[member]))
    .map((field) => ({ field, code: 'required', message: 'is required for this authentication type' }));
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const isPkce = ({ grant_type: grant }: { grant_type?: unknown }): boolean =>
  grant === 'authorization_code_pkce';

/** The name of a header that the service sets itself, or that HTTP does not allow, carries no key. */
function apiKeyErrors({ api_key_in: place, api_key_name: name }: Partial<ApiKeySettings>): FieldError[] {
  const fault = place === 'header' && name ? headerProblem(name, 'x') : null;
  return fault === null ? [] : [{ field: 'api_key_name', code: 'invalid_header', message: fault }];
}

function oauthErrors(settings: OAuth2Settings): FieldError[] {
  if (!settings.grant_type)
    return [{ field: 'grant_type', code: 'required', message: 'is required for OAuth 2.0' }];
  // The client secret is checked where it is stored.
  const errors: FieldError[] = checkOAuthMembers(settings).filter(({ field }) => field !== 'client_secret');
  if (isPkce(settings)) settings.transformation_method ??= 'S256';
  else if (settings.transformation_method) {
    errors.push({
      field: 'transformation_method',
      code: 'not_applicable',
      message: 'is only for the grant type "authorization_code_pkce"',
    });
  }
  return errors;
}
