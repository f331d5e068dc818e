// When and how a token is renewed, and what a failure means for its connection.

import type { FailureKind, OAuthFailure } from './failure.js';
import type { TokenGrant } from './grants.js';
import { needsConsent, type OAuthSettings } from './settings.js';
import type { TokenEndpoint, TokenOutcome } from './token-endpoint.js';
import { mergeTokens, type TokenSet, withoutRefreshToken } from './token-set.js';

const MOST_SKEW_MS = 300_000;
const TRANSIENT_STEPS_MS = [30_000, 60_000, 120_000, 300_000, 900_000];
const CONFIGURATION_BACKOFF_MS = 900_000;
/** Unknown 4xx answers that are borne: with the next one a connection counts as dead. */
const UNKNOWN_PATIENCE = 3;

type Lifetime = Pick<TokenSet, 'expiresAt' | 'obtainedAt'>;

/** When the renewal of a token becomes due: 300 s or a tenth of its lifetime before the end; null when unknown. */
export function renewalDueAt({ expiresAt, obtainedAt }: Lifetime): number | null {
  return expiresAt === null
    ? null
    : expiresAt - Math.min(MOST_SKEW_MS, Math.max(0, expiresAt - obtainedAt) / 10);
}

/** When to try: when due; where nothing but a person can bring another token, not before the end of this one. */
export function renewalTimeOf(tokens: Lifetime, isRenewable: boolean): number | null {
  return isRenewable ? renewalDueAt(tokens) : tokens.expiresAt;
}

/** True when a token should be renewed before use. A token of unknown end is used until a call says otherwise. */
export function isDue(tokens: Lifetime, now: number): boolean {
  const dueAt = renewalDueAt(tokens);
  return dueAt !== null && now >= dueAt;
}

/** True when a token cannot be used any more. */
export function isExpired({ expiresAt }: Pick<TokenSet, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}

/** What a renewal may use beside the settings. */
export type RenewalInputs = { tokens: TokenSet | null; username?: string | null; password?: string | null };

/**
 * The requests that can bring a new token, in order: the next is tried only after `invalid_grant`. Empty: nothing
 * but a new consent (or a password typed again) helps; no request is sent (never `refresh_token=undefined`).
 */
export function renewalGrants(
  settings: OAuthSettings,
  { tokens, username, password }: RenewalInputs,
): TokenGrant[] {
  if (settings.grantType === 'client_credentials') return [{ kind: 'client_credentials' }];
  const refreshToken = tokens?.refreshToken ?? null;
  const grants: TokenGrant[] = refreshToken === null ? [] : [{ kind: 'refresh_token', refreshToken }];
  if (settings.grantType === 'resource_owner_credentials' && username && password) {
    grants.push({ kind: 'password', username, password });
  }
  return grants;
}

/** Renews; a success holds the merged token set to store. Null: nothing can be sent, the owner must act. */
export async function renewToken(
  endpoint: Pick<TokenEndpoint, 'request'>,
  settings: OAuthSettings,
  inputs: RenewalInputs,
): Promise<TokenOutcome | null> {
  let last: TokenOutcome | null = null;
  for (const grant of renewalGrants(settings, inputs)) {
    const outcome = await endpoint.request(settings, grant);
    // Where the password had to be sent, the refresh token before it is dead: only its own answer keeps it.
    const stored = grant.kind === 'refresh_token' ? inputs.tokens : withoutRefreshToken(inputs.tokens);
    if (outcome.ok) return { ...outcome, tokens: mergeTokens(stored, outcome.tokens) };
    last = outcome;
    if (outcome.failure.kind !== 'reconnect') break;
  }
  return last;
}

/** What a failed renewal does to its connection. */
export type RenewalVerdict = {
  /** Null: the connection stays as it is. */
  status: 'failed' | 'reconnect_required' | null;
  /** Milliseconds until the next attempt; null when only a person can help. */
  retryInMs: number | null;
};

/** Wait before transient attempt `attempt` (1 is the first failure): 30 s to 15 min, ± 20 %. `random` gives [0, 1). */
export function transientBackoffMs(attempt: number, random: () => number = Math.random): number {
  const step = TRANSIENT_STEPS_MS[Math.min(Math.max(attempt, 1), TRANSIENT_STEPS_MS.length) - 1] as number;
  return Math.round(step * (0.8 + 0.4 * random()));
}

/** Judges the failure number `attempt` in a row, the number `unknown` of those with an unknown reason (from 1). */
export function judgeRenewalFailure(
  settings: Pick<OAuthSettings, 'grantType'>,
  failure: Pick<OAuthFailure, 'kind' | 'retryAfterSeconds'>,
  { attempt, unknown }: { attempt: number; unknown: number },
  random: () => number = Math.random,
): RenewalVerdict {
  const wait = Math.max(transientBackoffMs(attempt, random), (failure.retryAfterSeconds ?? 0) * 1000);
  const dead: RenewalVerdict = needsPerson(settings)
    ? { status: 'reconnect_required', retryInMs: null }
    : { status: 'failed', retryInMs: CONFIGURATION_BACKOFF_MS };
  const verdicts: Record<FailureKind, RenewalVerdict> = {
    transient: { status: null, retryInMs: wait },
    configuration: { status: 'failed', retryInMs: CONFIGURATION_BACKOFF_MS },
    reconnect: dead,
    unknown: unknown > UNKNOWN_PATIENCE ? dead : { status: null, retryInMs: wait },
  };
  return verdicts[failure.kind];
}

/** Client credentials need no one; the other grants end when the person's part (consent, password) is gone. */
function needsPerson(settings: Pick<OAuthSettings, 'grantType'>): boolean {
  return needsConsent(settings.grantType) || settings.grantType === 'resource_owner_credentials';
}
