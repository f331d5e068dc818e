/** The form of a system: what it holds, what of it applies, and the body it sends. */
import type { CreateSystemDto } from '#sdk';
import type { AuthenticationType, CredentialInput, GrantType, System } from '../../api/types.js';
import { fromPairs, toPairs, type Pair } from '../../kit/pairs.js';
import { newCall, toCall, toCallForm, type TokenCallForm } from './token-call-form.js';

type HttpMethod = NonNullable<NonNullable<CreateSystemDto['test_request']>['method']>;

export interface SystemForm {
  system_name: string;
  description: string;
  base_url: string;
  status: 'enabled' | 'disabled';
  authentication_type: AuthenticationType;
  grant_type: GrantType;
  client_authentication: 'body' | 'basic_header';
  add_authorization_data_to: 'request_headers' | 'request_url';
  authorization_query_parameter: string;
  authorization_format: string;
  authorization_header: string;
  client_id: string;
  /** Undefined: the stored one stays. */
  client_secret: string | undefined;
  authorization_url: string;
  token_url: string;
  scope: string;
  scope_separator: ' ' | ',' | '+';
  transformation_method: 'S256' | 'plain';
  extra_authorize_params: Pair[];
  extra_token_params: Pair[];
  extra_refresh_params: Pair[];
  basic_encoding: 'rfc6749' | 'raw';
  token_path: string;
  token_answer: 'auto' | 'text';
  send_empty_client_secret: boolean;
  expires_in_unit: 's' | 'ms';
  default_expires_in: number | '';
  expires_in_path: string;
  issuer: string;
  send_scope_on_refresh: boolean;
  revocation_url: string;
  redirect_uri_name: string;
  api_key_in: 'header' | 'query';
  api_key_name: string;
  token_calls: TokenCallForm[];
  credential_inputs: CredentialInput[];
  test_method: HttpMethod;
  test_path: string;
  test_statuses: string;
  default_headers: Pair[];
  rate_requests: number | '';
  rate_seconds: number | '';
  rate_burst: number | '';
  max_concurrency: number | '';
  token_failure_status_codes: string;
}

export const defaultFormat = 'Bearer DYNAMIC_TOKEN[access_token]';

export function toForm(system?: System): SystemForm {
  const s: Partial<System> = system ?? {};
  return {
    system_name: s.system_name ?? '',
    description: s.description ?? '',
    base_url: s.base_url ?? '',
    status: s.status ?? 'enabled',
    authentication_type: s.authentication_type ?? 'oauth2',
    grant_type: s.grant_type ?? 'authorization_code_pkce',
    client_authentication: s.client_authentication ?? 'body',
    add_authorization_data_to: s.add_authorization_data_to ?? 'request_headers',
    authorization_query_parameter: s.authorization_query_parameter ?? 'access_token',
    authorization_format: s.authorization_format ?? defaultFormat,
    authorization_header: s.authorization_header ?? 'Authorization',
    client_id: s.client_id ?? '',
    client_secret: system ? undefined : '',
    authorization_url: s.authorization_url ?? '',
    token_url: s.token_url ?? '',
    scope: s.scope ?? '',
    scope_separator: s.scope_separator ?? ' ',
    transformation_method: s.transformation_method ?? 'S256',
    extra_authorize_params: multiPairs(s.extra_authorize_params),
    extra_token_params: multiPairs(s.extra_token_params),
    extra_refresh_params: multiPairs(s.extra_refresh_params),
    basic_encoding: s.basic_encoding ?? 'rfc6749',
    token_path: s.token_path ?? '',
    token_answer: s.token_answer ?? 'auto',
    send_empty_client_secret: s.send_empty_client_secret ?? false,
    expires_in_unit: s.expires_in_unit ?? 's',
    default_expires_in: s.default_expires_in ?? '',
    expires_in_path: s.expires_in_path ?? '',
    issuer: s.issuer ?? '',
    send_scope_on_refresh: s.send_scope_on_refresh ?? false,
    revocation_url: s.revocation_url ?? '',
    redirect_uri_name: s.redirect_uri_name ?? '',
    api_key_in: s.api_key_in ?? 'header',
    api_key_name: s.api_key_name ?? 'X-Api-Key',
    token_calls: s.token_calls?.map(toCallForm) ?? [newCall([])],
    credential_inputs: s.credential_inputs ?? [],
    test_method: (s.test_request?.method ?? 'GET') as HttpMethod,
    test_path: s.test_request?.path ?? '',
    test_statuses: s.test_request?.expected_statuses?.join(', ') ?? '',
    default_headers: toPairs(s.default_headers),
    rate_requests: s.rate_limit?.requests ?? '',
    rate_seconds: s.rate_limit?.per_seconds ?? '',
    rate_burst: s.rate_limit?.burst ?? '',
    max_concurrency: s.max_concurrency ?? '',
    token_failure_status_codes: (s.token_failure_status_codes ?? [401]).join(', '),
  };
}

/** Which OAuth fields a grant has; the form shows no others. */
export function fieldsOf(grant: GrantType) {
  const asksConsent = grant === 'authorization_code' || grant === 'authorization_code_pkce';
  return {
    asksConsent,
    hasTransformation: grant === 'authorization_code_pkce',
    needsSecret: grant === 'client_credentials',
  };
}

export function toBody(form: SystemForm): CreateSystemDto {
  return {
    system_name: form.system_name.trim(),
    description: form.description,
    base_url: form.base_url.trim(),
    status: form.status,
    authentication_type: form.authentication_type,
    // An input without a label is called by its name.
    credential_inputs: form.credential_inputs
      .filter((input) => input.name.trim() !== '')
      .map((input) => ({ ...input, label: input.label.trim() || input.name.trim() })),
    default_headers: fromPairs(form.default_headers),
    test_request: form.test_path.trim() === '' ? null : testRequest(form),
    rate_limit: rateLimit(form),
    max_concurrency: form.max_concurrency === '' ? null : form.max_concurrency,
    token_failure_status_codes: numbers(form.token_failure_status_codes),
    ...authentication(form),
  };
}

function authentication(form: SystemForm): Partial<CreateSystemDto> {
  if (form.authentication_type === 'api_key') {
    return { api_key_in: form.api_key_in, api_key_name: form.api_key_name.trim() };
  }
  if (form.authentication_type === 'dynamic_token') {
    return {
      token_calls: form.token_calls.map(toCall),
      token_path: orNull(form.token_path),
      expires_in_path: orNull(form.expires_in_path),
      ...placement(form),
    };
  }
  return form.authentication_type === 'oauth2' ? oauth(form) : {};
}

function placement(form: SystemForm): Partial<CreateSystemDto> {
  const inUrl = form.add_authorization_data_to === 'request_url';
  return {
    add_authorization_data_to: form.add_authorization_data_to,
    authorization_format: form.authorization_format.trim() || defaultFormat,
    ...(inUrl
      ? { authorization_query_parameter: form.authorization_query_parameter.trim() || 'access_token' }
      : { authorization_header: form.authorization_header.trim() || 'Authorization' }),
  };
}

function oauth(form: SystemForm): Partial<CreateSystemDto> {
  const { asksConsent, hasTransformation } = fieldsOf(form.grant_type);
  return {
    grant_type: form.grant_type,
    client_authentication: form.client_authentication,
    client_id: orNull(form.client_id),
    ...(form.client_secret === undefined ? {} : { client_secret: orNull(form.client_secret) }),
    token_url: form.token_url.trim(),
    scope: orNull(form.scope),
    scope_separator: form.scope_separator,
    extra_token_params: multi(form.extra_token_params),
    extra_refresh_params: multi(form.extra_refresh_params),
    basic_encoding: form.basic_encoding,
    token_path: orNull(form.token_path),
    token_answer: form.token_answer,
    send_empty_client_secret: form.send_empty_client_secret,
    expires_in_unit: form.expires_in_unit,
    default_expires_in: form.default_expires_in === '' ? null : form.default_expires_in,
    send_scope_on_refresh: form.send_scope_on_refresh,
    revocation_url: orNull(form.revocation_url),
    ...placement(form),
    ...(asksConsent
      ? {
          authorization_url: form.authorization_url.trim(),
          extra_authorize_params: multi(form.extra_authorize_params),
          issuer: orNull(form.issuer),
          redirect_uri_name: orNull(form.redirect_uri_name),
        }
      : {}),
    ...(hasTransformation ? { transformation_method: form.transformation_method } : {}),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numbers = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number);

function testRequest(form: SystemForm): NonNullable<CreateSystemDto['test_request']> {
  const statuses = numbers(form.test_statuses);
  return {
    method: form.test_method,
    path: form.test_path.trim(),
    ...(statuses.length > 0 ? { expected_statuses: statuses } : {}),
  };
}

function rateLimit(form: SystemForm): System['rate_limit'] {
  if (form.rate_requests === '' || form.rate_seconds === '') return null;
  return {
    requests: form.rate_requests,
    per_seconds: form.rate_seconds,
    ...(form.rate_burst === '' ? {} : { burst: form.rate_burst }),
  };
}

/** A repeated name is a repeated parameter. */
function multi(pairs: readonly Pair[]): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const key = name.trim();
    if (key === '') continue;
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    result[key] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return result;
}

export function multiPairs(params: Record<string, string | string[]> | null | undefined): Pair[] {
  return Object.entries(params ?? {}).flatMap(([name, value]): Pair[] =>
    Array.isArray(value) ? value.map((text): Pair => [name, text]) : [[name, value]],
  );
}
