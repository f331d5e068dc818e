// Known OAuth 2.0 providers to prefill a system, from the data of the `grant` package plus what it does not say.

import oauthConfig from 'grant/config/oauth.json';
import type { ClientAuthentication, ExtraParams, GrantType } from './settings.js';

/** Members to prefill; `[subdomain]` in a URL is to be replaced by the user's own (`needs_subdomain`). */
export type Provider = {
  provider_id: string;
  name: string;
  needs_subdomain: boolean;
  grant_type: GrantType;
  client_authentication: ClientAuthentication;
  authorization_url: string;
  token_url: string;
  scope_separator: string;
  extra_authorize_params: ExtraParams;
  /** To begin with: the scope that makes the provider give a refresh token, else empty. */
  scope: string;
};

type Config = { authorize_url?: string; access_url?: string; oauth?: number; scope_delimiter?: string };
type Quirk = {
  name?: string;
  pkce?: boolean;
  basic?: boolean;
  extra?: ExtraParams;
  refreshScope?: string;
  /** Newer endpoints than the data has. */
  urls?: [authorize: string, token: string];
  separator?: string;
};

/** What providers' own documentation asks for beyond their URLs. */
const QUIRKS: Record<string, Quirk> = {
  amazon: { name: 'Login with Amazon' },
  asana: { pkce: true },
  atlassian: { extra: { audience: 'api.atlassian.com', prompt: 'consent' }, refreshScope: 'offline_access' },
  auth0: { name: 'Auth0', pkce: true, refreshScope: 'offline_access' },
  bitbucket: { basic: true },
  cognito: { name: 'Amazon Cognito', pkce: true, basic: true },
  concur: { separator: ' ' },
  docusign: { name: 'DocuSign', pkce: true, separator: ' ' },
  dropbox: { pkce: true, extra: { token_access_type: 'offline' }, separator: ' ' },
  ebay: { name: 'eBay', basic: true },
  etsy: { pkce: true },
  exactonline: { name: 'Exact Online' },
  fitbit: { pkce: true, basic: true },
  github: { name: 'GitHub', pkce: true, separator: ' ' },
  gitlab: { name: 'GitLab', pkce: true },
  google: { pkce: true, extra: { access_type: 'offline', prompt: 'consent' } },
  hubspot: { name: 'HubSpot' },
  intuit: { name: 'Intuit QuickBooks', basic: true },
  keycloak: { pkce: true, refreshScope: 'offline_access' },
  linkedin: { name: 'LinkedIn' },
  microsoft: { name: 'Microsoft', pkce: true, refreshScope: 'offline_access' },
  okta: { pkce: true, basic: true, refreshScope: 'offline_access' },
  onelogin: { name: 'OneLogin', pkce: true, refreshScope: 'offline_access' },
  paypal: { name: 'PayPal', basic: true },
  pinterest: { basic: true },
  pipedrive: { basic: true },
  reddit: { basic: true, extra: { duration: 'permanent' }, separator: ' ' },
  salesforce: { pkce: true, refreshScope: 'refresh_token' },
  slack: { urls: ['https://slack.com/oauth/v2/authorize', 'https://slack.com/api/oauth.v2.access'] },
  spotify: { pkce: true, basic: true },
  stripe: { separator: ' ' },
  twitter2: { name: 'X (Twitter)', pkce: true, basic: true, refreshScope: 'offline.access' },
  uber: { separator: ' ' },
  wordpress: { name: 'WordPress' },
  yandex: { separator: ' ' },
  xero: { pkce: true, basic: true, refreshScope: 'offline_access' },
  zoho: { separator: ',', extra: { access_type: 'offline', prompt: 'consent' } },
  zoom: { pkce: true, basic: true },
};

/** Providers that the data lacks, or knows only by their OAuth 1. */
const MORE: Record<string, Config> = {
  etsy: known('https://www.etsy.com/oauth/connect', 'https://api.etsy.com/v3/public/oauth/token'),
  exactonline: known(
    'https://start.exactonline.nl/api/oauth2/auth',
    'https://start.exactonline.nl/api/oauth2/token',
  ),
  hubspot: known('https://app.hubspot.com/oauth/authorize', 'https://api.hubapi.com/oauth/v1/token'),
  pipedrive: known('https://oauth.pipedrive.com/oauth/authorize', 'https://oauth.pipedrive.com/oauth/token'),
  xero: known('https://login.xero.com/identity/connect/authorize', 'https://identity.xero.com/connect/token'),
  zoho: known('https://accounts.zoho.com/oauth/v2/auth', 'https://accounts.zoho.com/oauth/v2/token'),
};

function known(authorize_url: string, access_url: string): Config {
  return { authorize_url, access_url, oauth: 2, scope_delimiter: ' ' };
}

/** The package's own default where its data names no separator. */
const DEFAULT_SEPARATOR = ',';

const titleCase = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

function providerOf(id: string, config: Config): Provider | null {
  const quirk = Object.hasOwn(QUIRKS, id) ? (QUIRKS[id] as Quirk) : {};
  const [authorizationUrl, tokenUrl] = quirk.urls ?? [config.authorize_url, config.access_url];
  if (config.oauth !== 2 || !authorizationUrl?.startsWith('https://') || !tokenUrl?.startsWith('https://'))
    return null;
  const url = new URL(authorizationUrl.replaceAll('[subdomain]', 'subdomain'));
  return {
    provider_id: id,
    name: quirk.name ?? titleCase(id),
    needs_subdomain: `${authorizationUrl}${tokenUrl}`.includes('[subdomain]'),
    grant_type: quirk.pkce ? 'authorization_code_pkce' : 'authorization_code',
    client_authentication: quirk.basic ? 'basic_header' : 'body',
    authorization_url: authorizationUrl.split('?')[0] as string,
    token_url: tokenUrl,
    scope_separator: quirk.separator ?? config.scope_delimiter ?? DEFAULT_SEPARATOR,
    extra_authorize_params: { ...Object.fromEntries(url.searchParams), ...quirk.extra },
    scope: quirk.refreshScope ?? '',
  };
}

const PROVIDERS: readonly Provider[] = Object.entries({
  ...(oauthConfig as Record<string, Config>),
  ...MORE,
})
  .map(([id, config]) => providerOf(id, config))
  .filter((provider) => provider !== null)
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Providers whose name or id contains the text (all without one), by name. */
export function searchProviders(text = ''): readonly Provider[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return PROVIDERS;
  return PROVIDERS.filter(
    ({ name, provider_id: id }) => name.toLowerCase().includes(wanted) || id.includes(wanted),
  );
}
