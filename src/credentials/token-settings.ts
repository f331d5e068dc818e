// The stored members of a system as #oauth reads them.
import {
  type DynamicTokenMembers,
  type OAuthSettings,
  readPlacement,
  readSettings,
  type TokenPlacement,
} from '#oauth';
import type {
  DynamicTokenSettings,
  OAuth2Settings,
  TokenPlacement as PlacementMembers,
} from '../systems/authentication/authentication.types.js';
import type { System } from '../systems/system.entity.js';

type Authenticated = Pick<System, 'authentication' | 'authenticationType'>;

/** True for the types whose calls carry a token that has to be fetched. */
export const hasToken = (system: Pick<System, 'authenticationType'>): boolean =>
  system.authenticationType === 'oauth2' || system.authenticationType === 'dynamic_token';

/** True when only a person in a browser can bring the first token. */
export function isConsentSystem(system: Authenticated): boolean {
  const { grant_type: grant } = system.authentication as Partial<OAuth2Settings>;
  return (
    system.authenticationType === 'oauth2' &&
    (grant === 'authorization_code' || grant === 'authorization_code_pkce')
  );
}

/** True where username and password of a person stand in the credential. */
export const isPasswordSystem = (system: Authenticated): boolean =>
  system.authenticationType === 'oauth2' &&
  (system.authentication as Partial<OAuth2Settings>).grant_type === 'resource_owner_credentials';

/** True for the grants that act for a person: consent or password. */
export const needsOwner = (system: Authenticated): boolean =>
  system.authenticationType === 'oauth2' &&
  (system.authentication as Partial<OAuth2Settings>).grant_type !== 'client_credentials';

export function oauthSettingsOf(system: Authenticated, clientSecret: string | null): OAuthSettings {
  return readSettings({
    ...(system.authentication as OAuth2Settings),
    client_secret: clientSecret,
  });
}

export function tokenCallsOf(system: Authenticated): DynamicTokenMembers {
  const { token_calls: calls, ...members } = system.authentication as DynamicTokenSettings;
  const token_calls = calls.map((call) => ({
    ...call,
    method: call.method ?? 'POST',
    body_type: call.body_type ?? (call.body == null ? 'none' : 'json'),
  }));
  return { ...members, token_calls };
}

export function placementOf(system: Authenticated): { placement: TokenPlacement; tokenPath: string | null } {
  const members = system.authentication as PlacementMembers & { token_path?: string | null };
  return { placement: readPlacement(members), tokenPath: members.token_path ?? null };
}
