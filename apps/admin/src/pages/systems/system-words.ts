/** The fields of a system, as a comparison of two versions names them. */
import type { FormWords } from '../../kit/field-differences.js';
import {
  authenticationTypes,
  clientAuthentications,
  enabledWords,
  grantTypes,
  tokenPlaces,
  transformations,
} from '../labels.js';
import { dotted } from '../../kit/field-labels.js';
import type { SystemForm } from './system-form.js';

export const systemWords: FormWords<SystemForm> = {
  system_name: { label: 'Name' },
  base_url: { label: 'Base URL' },
  description: { label: 'Description' },
  status: { label: 'Status', words: enabledWords },
  authentication_type: { label: 'Authentication type', words: authenticationTypes },
  grant_type: { label: 'Grant Type', words: grantTypes },
  client_authentication: { label: 'Client Authentication', words: clientAuthentications },
  client_id: { label: 'Client ID' },
  client_secret: { label: 'Client Secret', secret: true },
  authorization_url: { label: 'Authorization URL' },
  token_url: { label: 'Token URL' },
  scope: { label: 'Scope' },
  transformation_method: { label: 'Transformation method', words: transformations },
  add_authorization_data_to: { label: 'Add Authorization Data to', words: tokenPlaces },
  authorization_header: { label: 'Header' },
  authorization_query_parameter: { label: 'Query parameter' },
  authorization_format: { label: 'Authorization Format' },
  extra_authorize_params: { label: 'Extra parameters of the authorization request' },
  extra_token_params: { label: 'Extra parameters of the token request' },
  extra_refresh_params: { label: 'Extra parameters of the refresh request' },
  scope_separator: { label: 'Between scopes', words: { ' ': 'Space', ',': 'Comma', '+': 'Plus' } },
  basic_encoding: {
    label: 'Encoding of the Basic header',
    words: { rfc6749: 'As RFC 6749 says', raw: 'Raw' },
  },
  token_path: { label: 'Where the token is in the answer' },
  token_answer: {
    label: 'Form of the answer',
    words: { auto: 'Told by the answer', text: 'The token as plain text' },
  },
  expires_in_unit: { label: 'Unit of expires_in', words: { s: 'Seconds', ms: 'Milliseconds' } },
  default_expires_in: { label: 'Lifetime when the answer names none (s)' },
  expires_in_path: { label: 'Where its lifetime is' },
  issuer: { label: 'Issuer' },
  revocation_url: { label: 'Revocation URL' },
  redirect_uri_name: { label: 'Name of the Redirect URL' },
  send_scope_on_refresh: { label: 'Send the scope on refresh' },
  send_empty_client_secret: { label: 'Send an empty client secret' },
  api_key_in: { label: 'API key in', words: { header: 'Header', query: 'Query parameter' } },
  api_key_name: { label: 'Name of the API key' },
  token_calls: { label: 'Calls for the token' },
  credential_inputs: { label: 'Own inputs of the credential' },
  test_method: { label: 'Method of the connection test' },
  test_path: { label: 'Path of the connection test' },
  test_statuses: { label: 'Statuses that mean success' },
  default_headers: { label: 'Headers' },
  rate_requests: { label: 'At most … requests' },
  rate_seconds: { label: 'per … seconds' },
  rate_burst: { label: 'Burst' },
  max_concurrency: { label: 'Requests in flight at once' },
  token_failure_status_codes: { label: 'Statuses that mean the token ended' },
};

/** Members of the API that stand under another name in the form. */
const formPaths: Record<string, string> = {
  'test_request.path': 'test_path',
  'test_request.method': 'test_method',
  'rate_limit.requests': 'rate_requests',
  'rate_limit.per_seconds': 'rate_seconds',
  'rate_limit.burst': 'rate_burst',
  'test_request.expected_statuses': 'test_statuses',
};
export const formPathOf = (field: string): string => formPaths[field] ?? dotted(field);
