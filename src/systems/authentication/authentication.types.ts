// The authentication settings of a system, as on the wire, without secrets.
export const AUTHENTICATION_TYPES = [
  'none',
  'basic',
  'api_key',
  'bearer_token',
  'oauth2',
  'dynamic_token',
] as const;
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

export const GRANT_TYPES = [
  'authorization_code',
  'authorization_code_pkce',
  'resource_owner_credentials',
  'client_credentials',
] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** Extra parameters; an array is sent as a repeated parameter. */
export type ExtraParams = Record<string, string | string[]>;

/** Where and how a token is written on each call. */
export interface TokenPlacement {
  add_authorization_data_to: 'request_headers' | 'request_url';
  authorization_query_parameter: string;
  authorization_format: string;
  authorization_header: string;
}

export interface OAuth2Settings extends TokenPlacement {
  grant_type: GrantType;
  client_authentication: 'body' | 'basic_header';
  client_id: string | null;
  authorization_url: string | null;
  token_url: string;
  scope: string;
  scope_separator: string;
  transformation_method: 'S256' | 'plain' | null;
  extra_authorize_params: ExtraParams;
  extra_token_params: ExtraParams;
  extra_refresh_params: ExtraParams;
  basic_encoding: 'rfc6749' | 'raw';
  token_path: string | null;
  token_answer: 'auto' | 'text';
  send_empty_client_secret: boolean;
  expires_in_unit: 's' | 'ms';
  default_expires_in: number | null;
  issuer: string | null;
  send_scope_on_refresh: boolean;
  revocation_url: string | null;
  redirect_uri_name: string | null;
}

export interface ApiKeySettings {
  api_key_in: 'header' | 'query';
  api_key_name: string;
}

export interface TokenCall {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body_type: 'none' | 'json' | 'form' | 'xml' | 'text';
  body: unknown;
}

export interface DynamicTokenSettings extends TokenPlacement {
  token_calls: TokenCall[];
  /** null: `access_token`, or the whole answer where it is plain text. */
  token_path: string | null;
  expires_in_path: string | null;
}

/** Members by type; the system's `authenticationType` says which. */
export type AuthenticationSettings =
  OAuth2Settings | ApiKeySettings | DynamicTokenSettings | Record<string, never>;
