// The OAuth settings of a system: the wire members (snake_case, as stored and answered) and their typed form.

export type GrantType =
  'authorization_code' | 'authorization_code_pkce' | 'client_credentials' | 'resource_owner_credentials';
export type ClientAuthentication = 'basic_header' | 'body';
export type BasicEncoding = 'raw' | 'rfc6749';
export type TransformationMethod = 'S256' | 'plain';
export type PlacementTarget = 'request_headers' | 'request_url';

/** Extra request parameters; an array is sent as a repeated parameter. */
export type ExtraParams = Record<string, string | string[]>;

/** Where and how a token is written on a call. */
export type PlacementMembers = {
  add_authorization_data_to?: PlacementTarget | null;
  authorization_query_parameter?: string | null;
  authorization_format?: string | null;
  authorization_header?: string | null;
};

/** How a token answer is read. */
export type AnswerMembers = {
  token_path?: string | null;
  token_answer?: 'auto' | 'text' | null;
  expires_in_unit?: 's' | 'ms' | null;
  /** Seconds, for servers that do not say when a token ends. */
  default_expires_in?: number | null;
};

/** The members of a system with authentication_type `oauth2`. */
export type OAuthMembers = PlacementMembers &
  AnswerMembers & {
    grant_type: GrantType;
    client_authentication?: ClientAuthentication | null;
    client_id?: string | null;
    client_secret?: string | null;
    authorization_url?: string | null;
    token_url?: string | null;
    scope?: string | null;
    scope_separator?: string | null;
    transformation_method?: TransformationMethod | null;
    extra_authorize_params?: ExtraParams | null;
    extra_token_params?: ExtraParams | null;
    extra_refresh_params?: ExtraParams | null;
    basic_encoding?: BasicEncoding | null;
    send_empty_client_secret?: boolean | null;
    issuer?: string | null;
    send_scope_on_refresh?: boolean | null;
    revocation_url?: string | null;
    redirect_uri_name?: string | null;
  };

/** Placement with every default filled in. */
export type TokenPlacement = {
  in: PlacementTarget;
  queryParameter: string;
  header: string;
  format: string;
};

/** Answer reading with every default filled in. */
export type AnswerReading = {
  tokenPath: string | null;
  tokenAnswer: 'auto' | 'text';
  expiresInUnit: 's' | 'ms';
  defaultExpiresIn: number | null;
};

/** Settings with every default filled in; texts that were blank are null. */
export type OAuthSettings = AnswerReading & {
  grantType: GrantType;
  clientAuthentication: ClientAuthentication;
  basicEncoding: BasicEncoding;
  clientId: string | null;
  clientSecret: string | null;
  sendEmptyClientSecret: boolean;
  authorizationUrl: string | null;
  tokenUrl: string;
  revocationUrl: string | null;
  /** What the server calls our redirect URL by, where it takes no URL (eBay: RuName). */
  redirectUriName: string | null;
  issuer: string | null;
  scopes: readonly string[];
  scopeSeparator: string;
  sendScopeOnRefresh: boolean;
  transformationMethod: TransformationMethod;
  extraAuthorizeParams: ExtraParams;
  extraTokenParams: ExtraParams;
  extraRefreshParams: ExtraParams;
  placement: TokenPlacement;
};

export const DEFAULT_FORMAT = 'Bearer DYNAMIC_TOKEN[access_token]';

const textOrNull = (text: string | null | undefined) => (text == null || text.trim() === '' ? null : text);

export function readPlacement(members: PlacementMembers): TokenPlacement {
  return {
    in: members.add_authorization_data_to ?? 'request_headers',
    queryParameter: textOrNull(members.authorization_query_parameter) ?? 'access_token',
    header: textOrNull(members.authorization_header) ?? 'Authorization',
    format: textOrNull(members.authorization_format) ?? DEFAULT_FORMAT,
  };
}

function readAnswerReading(members: AnswerMembers): AnswerReading {
  return {
    tokenPath: textOrNull(members.token_path),
    tokenAnswer: members.token_answer ?? 'auto',
    expiresInUnit: members.expires_in_unit ?? 's',
    defaultExpiresIn: members.default_expires_in ?? null,
  };
}

/** Scopes of the one text field: parted by white space, each once, order kept. */
function splitScope(scope: string | null | undefined): string[] {
  return [...new Set((scope ?? '').split(/\s+/).filter((part) => part !== ''))];
}

/** The typed form of stored members. They must have passed `checkOAuthMembers`. */
export function readSettings(members: OAuthMembers): OAuthSettings {
  return {
    ...readAnswerReading(members),
    grantType: members.grant_type,
    clientAuthentication: members.client_authentication ?? 'body',
    basicEncoding: members.basic_encoding ?? 'rfc6749',
    clientId: textOrNull(members.client_id),
    clientSecret: textOrNull(members.client_secret),
    sendEmptyClientSecret: members.send_empty_client_secret ?? false,
    authorizationUrl: textOrNull(members.authorization_url),
    tokenUrl: members.token_url ?? '',
    revocationUrl: textOrNull(members.revocation_url),
    redirectUriName: textOrNull(members.redirect_uri_name),
    issuer: textOrNull(members.issuer),
    scopes: splitScope(members.scope),
    scopeSeparator: textOrNull(members.scope_separator) ?? ' ',
    sendScopeOnRefresh: members.send_scope_on_refresh ?? false,
    transformationMethod: members.transformation_method ?? 'S256',
    extraAuthorizeParams: members.extra_authorize_params ?? {},
    extraTokenParams: members.extra_token_params ?? {},
    extraRefreshParams: members.extra_refresh_params ?? {},
    placement: readPlacement(members),
  };
}

/** True for the grants that need a person's consent in a browser. */
export function needsConsent(grant: GrantType): boolean {
  return grant === 'authorization_code' || grant === 'authorization_code_pkce';
}

/** The scope parameter's text, or null when none is to be sent. "+" is the form encoding of the space. */
export function scopeText(settings: Pick<OAuthSettings, 'scopes' | 'scopeSeparator'>): string | null {
  const separator = settings.scopeSeparator === '+' ? ' ' : settings.scopeSeparator;
  return settings.scopes.length === 0 ? null : settings.scopes.join(separator);
}
