// Which members of a system's request are its authentication settings.
import type { AuthenticationMembersDto } from '../dto/authentication.dto.js';

const MEMBERS: (keyof AuthenticationMembersDto)[] = [
  'api_key_in',
  'api_key_name',
  'grant_type',
  'client_authentication',
  'add_authorization_data_to',
  'authorization_query_parameter',
  'authorization_format',
  'authorization_header',
  'client_id',
  'authorization_url',
  'token_url',
  'scope',
  'scope_separator',
  'transformation_method',
  'extra_authorize_params',
  'extra_token_params',
  'extra_refresh_params',
  'basic_encoding',
  'token_path',
  'token_answer',
  'send_empty_client_secret',
  'expires_in_unit',
  'default_expires_in',
  'issuer',
  'send_scope_on_refresh',
  'revocation_url',
  'redirect_uri_name',
  'token_calls',
  'expires_in_path',
];

/** Those members of a request that belong to an authentication type. */
export const authenticationMembers = (
  input: Partial<AuthenticationMembersDto>,
): Partial<AuthenticationMembersDto> =>
  Object.fromEntries(
    MEMBERS.filter((member) => input[member] !== undefined).map((member) => [member, input[member]]),
  );
