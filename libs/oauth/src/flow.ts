// The browser leg of a consent: state, PKCE, browser binding, authorize URL. Pure over a random source.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { withoutReserved } from './grants.js';
import { type OAuthSettings, scopeText, type TransformationMethod } from './settings.js';

/** Secure random bytes; injected in tests. */
export type RandomSource = (bytes: number) => Buffer;

/** How long a consent may take, milliseconds. */
export const FLOW_LIFETIME_MS = 10 * 60 * 1000;

/** A consent about to begin. `state`, `browserSecret` and `codeVerifier` are secret; the hashes may be stored plain. */
export type ConsentFlow = {
  authorizationUrl: string;
  stateHash: string;
  /** Value of the browser's cookie: only the browser that began the flow can end it. */
  browserSecret: string;
  browserHash: string;
  cookieName: string;
  codeVerifier: string | null;
  redirectUri: string;
};

/** Names that an extra authorize parameter can never take, secrets above all. */
export const AUTHORIZE_NAMES: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
]);

/** SHA-256 as hex: what is stored of a state or a browser secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Compares a secret with a stored hash in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  const given = Buffer.from(hashOf(secret));
  const stored = Buffer.from(hash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** The code challenge of a verifier (RFC 7636 4.2). */
export function challengeOf(verifier: string, method: TransformationMethod): string {
  return method === 'plain' ? verifier : createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/** Name of a flow's cookie: per flow, so that two consents in one browser do not meet. */
export function flowCookieName(stateHash: string): string {
  return `oauth_flow_${stateHash.slice(0, 8)}`;
}

/** The URL to open in the browser. Spaces are "+"; extra parameters never override ours. */
export function authorizeUrl(
  settings: OAuthSettings,
  flow: { redirectUri: string; state: string; codeVerifier: string | null },
): string {
  const url = new URL(settings.authorizationUrl ?? '');
  url.hash = '';
  const scope = scopeText(settings);
  const own: Record<string, string> = {
    response_type: 'code',
    client_id: settings.clientId ?? '',
    redirect_uri: flow.redirectUri,
    ...(scope === null ? {} : { scope }),
    state: flow.state,
  };
  if (flow.codeVerifier !== null) {
    own.code_challenge = challengeOf(flow.codeVerifier, settings.transformationMethod);
    own.code_challenge_method = settings.transformationMethod;
  }
  for (const name of AUTHORIZE_NAMES) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  for (const [name, value] of Object.entries(
    withoutReserved(settings.extraAuthorizeParams, own, AUTHORIZE_NAMES),
  )) {
    url.searchParams.delete(name);
    for (const text of Array.isArray(value) ? value : [value]) url.searchParams.append(name, text);
  }
  return url.href;
}

/**
 * Begins a consent: fresh state, browser secret and, for the PKCE grant only, a 43-character verifier. `redirectUrl`: our
 * own, which is sent unless the server knows it by a name.
 */
export function beginConsent(
  settings: OAuthSettings,
  redirectUrl: string,
  random: RandomSource = randomBytes,
): ConsentFlow {
  const secret = () => random(32).toString('base64url');
  const state = secret();
  const browserSecret = secret();
  const codeVerifier = settings.grantType === 'authorization_code_pkce' ? secret() : null;
  const stateHash = hashOf(state);
  const redirectUri = settings.redirectUriName ?? redirectUrl;
  return {
    authorizationUrl: authorizeUrl(settings, { redirectUri, state, codeVerifier }),
    stateHash,
    browserSecret,
    browserHash: hashOf(browserSecret),
    cookieName: flowCookieName(stateHash),
    codeVerifier,
    redirectUri,
  };
}
