/** What the form of a system can tell before the service is asked. */
import { namelessFault, type Pair } from '../../kit/pairs.js';
import { fieldsOf, type SystemForm } from './system-form.js';

export const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

type Fault = string | null;

/** A part of a provider's address that is each customer's own. */
const openPart = /\[[A-Za-z_]+\]/;

/** The fields of OAuth 2.0, each only where it applies. */
export function oauthFaults(t: (words: string, values?: Record<string, string>) => string) {
  const isOAuth = (form: SystemForm): boolean => form.authentication_type === 'oauth2';
  const url = (value: string): Fault => {
    const [part] = openPart.exec(value) ?? [];
    if (part !== undefined) return t('Put your own in the place of {{part}}.', { part });
    return isUrl(value) ? null : t('Give an absolute http or https URL.');
  };
  const pairs = (value: Pair[], form: SystemForm): Fault => (isOAuth(form) ? namelessFault(value, t) : null);
  return {
    extra_authorize_params: (value: Pair[], form: SystemForm): Fault =>
      fieldsOf(form.grant_type).asksConsent ? pairs(value, form) : null,
    extra_token_params: pairs,
    extra_refresh_params: pairs,
    token_url: (value: string, form: SystemForm): Fault => (isOAuth(form) ? url(value) : null),
    authorization_url: (value: string, form: SystemForm): Fault =>
      isOAuth(form) && fieldsOf(form.grant_type).asksConsent ? url(value) : null,
    client_id: (value: string, form: SystemForm): Fault =>
      isOAuth(form) && form.grant_type !== 'resource_owner_credentials' && value.trim() === ''
        ? t('Give the Client ID.')
        : null,
    client_secret: (value: string | undefined, form: SystemForm): Fault =>
      isOAuth(form) && fieldsOf(form.grant_type).needsSecret && value === ''
        ? t('Give the Client Secret.')
        : null,
  };
}
