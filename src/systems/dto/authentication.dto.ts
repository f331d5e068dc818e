// The members of the authentication types, as they are sent. Which belong to which type: authentication-members.ts.
import { formatProblem } from '#oauth';
import { headerProblem } from '#outbound';
import {
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectListField,
  StringMapField,
  TextField,
} from '../../common/validation/fields.decorator.js';
import { Check } from '../../common/validation/check.decorator.js';
import { GRANT_TYPES } from '../authentication/authentication.types.js';
import { OwnName } from './own-name.decorator.js';
import { extraParamsFault, headerNameFault, urlFault } from './authentication-faults.js';

const optional = { optional: true, nullable: true };

const UrlField =
  (description: string, example: string, options: { noFragment?: boolean } = {}): PropertyDecorator =>
  (target, key) => {
    TextField({ description, example, ...optional, max: 2000, trim: true, format: 'uri' })(target, key);
    Check('invalid_url', (value) => (typeof value === 'string' ? urlFault(value, options) : null))(
      target,
      key,
    );
  };

const ExtraParamsField = (description: string): PropertyDecorator =>
  JsonField({
    description,
    example: { audience: 'https://api.example.com/' },
    ...optional,
    schema: {
      type: 'object',
      additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
    find: extraParamsFault,
  });

/** One call of a token chain. */
export class TokenCallDto {
  @TextField({
    description: 'How later calls name its answer.',
    example: 'login',
    min: 1,
    max: 50,
    pattern: { regex: /^[A-Za-z_]\w*$/, words: 'must be a word of letters, digits and _' },
  })
  @OwnName()
  name!: string;

  @EnumField(['GET', 'POST', 'PUT'], {
    description: 'HTTP method.',
    example: 'POST',
    optional: true,
    default: 'POST',
  })
  method?: string;

  @TextField({
    description: 'Absolute URL; may hold {{inputs.<name>}} and {{calls.<name>.<path>}}.',
    example: 'https://api.example.com/login',
    min: 1,
    max: 2000,
    trim: true,
  })
  url!: string;

  @StringMapField({
    description: 'Headers, with the same placeholders.',
    optional: true,
    cleared: {},
    find: (name, value) =>
      headerNameFault(name) ?? headerProblem(name, typeof value === 'string' ? value : ''),
  })
  headers?: Record<string, string>;

  @EnumField(['none', 'json', 'form', 'xml', 'text'], {
    description: 'How the body is written.',
    example: 'json',
    optional: true,
    default: 'json',
  })
  body_type?: 'none' | 'json' | 'form' | 'xml' | 'text';

  @JsonField({
    description: 'The body, with the same placeholders in its texts.',
    example: { user: '{{inputs.user}}' },
    optional: true,
    nullable: true,
  })
  body?: unknown;
}

export class AuthenticationMembersDto {
  @EnumField(['header', 'query'], {
    description: 'Where the API key is sent.',
    ...optional,
    example: 'header',
  })
  api_key_in?: 'header' | 'query' | null;

  @TextField({
    description: 'Header or query parameter of the API key.',
    example: 'X-Api-Key',
    ...optional,
    min: 1,
    max: 200,
    trim: true,
  })
  api_key_name?: string | null;

  @EnumField(GRANT_TYPES, {
    description:
      'Grant Type. "Authorization Code with PKCE" is recommended; the external system must support PKCE.',
    example: 'client_credentials',
    ...optional,
  })
  grant_type?: (typeof GRANT_TYPES)[number] | null;

  @EnumField(['body', 'basic_header'], {
    description: 'Client Authentication: "Send Client Credentials in Body" or "Send as Basic Auth Header".',
    ...optional,
    default: 'body',
  })
  client_authentication?: 'body' | 'basic_header' | null;

  @EnumField(['request_headers', 'request_url'], {
    description: 'Add Authorization Data to: "Request Headers" or "Request URL".',
    ...optional,
    default: 'request_headers',
  })
  add_authorization_data_to?: 'request_headers' | 'request_url' | null;

  @TextField({
    description: 'Query parameter of the token with "Request URL".',
    example: 'access_token',
    ...optional,
    min: 1,
    max: 100,
    trim: true,
    pattern: { regex: /^[\w.~-]+$/, words: 'must be a plain parameter name' },
  })
  authorization_query_parameter?: string | null;

  @TextField({
    description: 'Authorization Format: a text with one DYNAMIC_TOKEN, optionally DYNAMIC_TOKEN[member].',
    example: 'Bearer DYNAMIC_TOKEN[access_token]',
    ...optional,
    max: 500,
  })
  @Check('invalid_format', (value) => (typeof value === 'string' ? formatProblem(value) : null))
  authorization_format?: string | null;

  @TextField({
    description: 'Header that carries the token.',
    example: 'Authorization',
    ...optional,
    min: 1,
    max: 100,
    trim: true,
  })
  @Check('invalid_header', (value) => (typeof value === 'string' ? headerNameFault(value) : null))
  authorization_header?: string | null;

  @TextField({
    description: 'Client ID of the application registered in the external system.',
    example: 'pipewright',
    ...optional,
    max: 1000,
  })
  client_id?: string | null;

  @UrlField(
    'Authorization URL: absolute, without query parameters (given ones move to extra_authorize_params).',
    'https://shop.example.com/oauth/authorize',
  )
  authorization_url?: string | null;

  @UrlField('Token URL: absolute.', 'https://shop.example.com/oauth/token')
  token_url?: string | null;

  @TextField({
    description:
      'Scopes, separated by spaces. Include the scope that allows refresh tokens (often offline_access), else a person must sign in again when the token ends.',
    example: 'orders.read offline_access',
    ...optional,
    max: 4000,
    trim: true,
  })
  scope?: string | null;

  @EnumField([' ', ',', '+'], {
    description: 'What stands between scopes on the wire.',
    ...optional,
    default: ' ',
  })
  scope_separator?: string | null;

  @EnumField(['S256', 'plain'], {
    description: 'Transformation method, only with PKCE. SHA-256 ("S256") is recommended.',
    ...optional,
  })
  transformation_method?: 'S256' | 'plain' | null;

  @ExtraParamsField('Further parameters of the authorization request.')
  extra_authorize_params?: Record<string, string | string[]> | null;

  @ExtraParamsField('Further parameters of the token request.')
  extra_token_params?: Record<string, string | string[]> | null;

  @ExtraParamsField('Further parameters of the refresh request.')
  extra_refresh_params?: Record<string, string | string[]> | null;

  @EnumField(['rfc6749', 'raw'], {
    description: 'How client id and secret are written in the Basic header.',
    ...optional,
    default: 'rfc6749',
  })
  basic_encoding?: 'rfc6749' | 'raw' | null;

  @TextField({
    description: 'Where the token stands in the token answer; absent: access_token.',
    example: 'authed_user.access_token',
    ...optional,
    max: 500,
    trim: true,
  })
  token_path?: string | null;

  @EnumField(['auto', 'text'], {
    description: 'text: the whole answer is the token.',
    ...optional,
    default: 'auto',
  })
  token_answer?: 'auto' | 'text' | null;

  @BooleanField({ description: 'Send an empty client_secret when none is set.', ...optional, default: false })
  send_empty_client_secret?: boolean | null;

  @EnumField(['s', 'ms'], { description: 'Unit of expires_in.', ...optional, default: 's' })
  expires_in_unit?: 's' | 'ms' | null;

  @IntegerField({
    description: 'Seconds that a token lives when its answer does not say.',
    ...optional,
    min: 1,
    max: 315_360_000,
  })
  default_expires_in?: number | null;

  @TextField({
    description: 'Issuer that the callback must name (RFC 9207).',
    example: 'https://shop.example.com',
    ...optional,
    max: 2000,
    trim: true,
  })
  issuer?: string | null;

  @BooleanField({ description: 'Send the scope on refresh too.', ...optional, default: false })
  send_scope_on_refresh?: boolean | null;

  @UrlField(
    'Where tokens are revoked when a credential or its project is deleted (RFC 7009).',
    'https://shop.example.com/oauth/revoke',
  )
  revocation_url?: string | null;

  @TextField({
    description:
      'What is sent as redirect_uri where the external application knows the Redirect URL by a name (eBay: RuName).',
    example: 'Ann_Example-AnnExamp-Shop-abcde',
    ...optional,
    max: 200,
    trim: true,
  })
  redirect_uri_name?: string | null;

  @ObjectListField(() => TokenCallDto, {
    description: 'The calls that end in a token, in order (dynamic_token).',
    ...optional,
    max: 5,
  })
  token_calls?: TokenCallDto[] | null;

  @TextField({
    description: 'Where the life time in seconds stands in the last answer (dynamic_token).',
    example: 'expires_in',
    ...optional,
    max: 500,
    trim: true,
  })
  expires_in_path?: string | null;
}
