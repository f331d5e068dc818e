/** Words for the closed lists of the contract. Those of OAuth 2.0 are the source document's, to the letter. */
import type { AuthenticationType, CredentialStatus, GrantType, RunStatus } from '../api/types.js';
import type { Tone } from '../kit/state-badge.js';

export const authenticationTypes: Record<AuthenticationType, string> = {
  none: 'None',
  basic: 'Basic',
  api_key: 'API key',
  bearer_token: 'Bearer token',
  oauth2: 'OAuth 2.0',
  dynamic_token: 'Dynamic token',
};
export const grantTypes: Record<GrantType, string> = {
  authorization_code_pkce: 'Authorization Code with PKCE',
  authorization_code: 'Authorization Code',
  resource_owner_credentials: 'Resource Owner Credentials',
  client_credentials: 'Client Credentials',
};
export const clientAuthentications = {
  body: 'Send Client Credentials in Body',
  basic_header: 'Send as Basic Auth Header',
};
export const tokenPlaces = { request_headers: 'Request Headers', request_url: 'Request URL' };
export const transformations = { S256: 'SHA-256', plain: 'Plain' };

export const credentialStates: Record<CredentialStatus, { label: string; tone: Tone }> = {
  connected: { label: 'Works', tone: 'good' },
  reconnect_required: { label: 'Sign in again', tone: 'warn' },
  failed: { label: 'Fails', tone: 'bad' },
  draft: { label: 'Not connected yet', tone: 'quiet' },
  awaiting_consent: { label: 'Not connected yet', tone: 'quiet' },
};
export const runStates: Record<RunStatus, { label: string; tone: Tone }> = {
  queued: { label: 'Queued', tone: 'quiet' },
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'warn' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  partially_failed: { label: 'Partly failed', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
  timed_out: { label: 'Timed out', tone: 'bad' },
};
/** What started a run, as a table says it and as a sentence does. */
export const triggerWords: Record<string, string> = {
  manual: 'Hand',
  schedule: 'Schedule',
  webhook: 'Webhook',
  retry: 'Retry',
  reconcile: 'Reconciliation',
  dry_run: 'Dry run',
};
export const startedBy: Record<string, string> = {
  manual: 'by hand',
  schedule: 'by schedule',
  webhook: 'by webhook',
  retry: 'by retry',
  reconcile: 'by reconciliation',
  dry_run: 'as a dry run',
};
export const enabledWords = { enabled: 'Enabled', disabled: 'Disabled' };
export const bodyTypes = { none: 'None', json: 'JSON', form: 'Form', xml: 'XML', text: 'Text' };
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
export const options = <K extends string>(
  labels: Record<K, string>,
  t: (text: string) => string = String,
): { value: K; label: string }[] =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label: t(label) }));
/** `last_error` and `error` come as words or as an object with a code. */
export function wordsOf(error: unknown): string | null {
  if (typeof error === 'string') return error === '' ? null : error;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return null;
}
