// Asks external systems for tokens: one face over the OAuth grants and the token chains. Stores nothing.
import { Injectable } from '@nestjs/common';
import { valueToXml, xmlToValue } from '#mapping';
import {
  type ChainPorts,
  type OAuthFailure,
  renewalGrants,
  renewToken,
  type ShownRequest,
  type ShownResponse,
  TokenEndpoint,
  type TokenGrant,
  type TokenOutcome,
  type TokenSet,
  runTokenCalls,
  tryVariants,
} from '#oauth';
import { OutboundClient, OutboundError } from '#outbound';
import { SystemsService } from '../systems/systems.service.js';
import type { System } from '../systems/system.entity.js';
import { hasToken, isConsentSystem, oauthSettingsOf, tokenCallsOf } from './token-settings.js';

/** One request of a token fetch as a test shows it. */
export interface TokenStep {
  name: string;
  request: ShownRequest;
  response: ShownResponse | null;
  durationMs: number;
  error: string | null;
}

export interface TokenAdvice {
  message: string;
  change: Record<string, unknown> | null;
}

export type FetchedToken = { steps: TokenStep[]; advice: TokenAdvice | null; warnings: string[] } & (
  { ok: true; tokens: TokenSet } | { ok: false; failure: OAuthFailure }
);

export interface FetchInputs {
  tokens: TokenSet | null;
  inputs: Record<string, string>;
}

const NO_REFRESH_TOKEN =
  'There is no refresh token: a person must sign in to the system again. Ask for the scope that allows refresh tokens (often offline_access) to avoid this.';
const NO_CONSENT = 'Nobody has consented yet: connect the credential in a browser.';
const NO_PASSWORD = 'The password is not stored any more: enter it again.';

@Injectable()
export class TokenRequests {
  private readonly endpoint: TokenEndpoint;

  constructor(
    private readonly client: OutboundClient,
    private readonly systems: SystemsService,
  ) {
    this.endpoint = new TokenEndpoint({ transport: client, userAgent: 'Pipewright/0.1' });
  }

  settingsOf(system: System) {
    return oauthSettingsOf(system, this.systems.clientSecretOf(system)?.reveal() ?? null);
  }

  /** A new token without a person: refresh, password, client credentials, or the chain of calls. */
  async fetch(system: System, { tokens, inputs }: FetchInputs): Promise<FetchedToken> {
    if (!hasToken(system)) throw new Error(`no token is fetched for ${system.authenticationType}`);
    if (system.authenticationType === 'dynamic_token') return this.runChain(system, inputs);
    const { username, password } = inputs;
    const outcome = await renewToken(this.endpoint, this.settingsOf(system), { tokens, username, password });
    if (outcome === null) {
      const failure = needsPerson(system, tokens);
      return { ok: false, failure, steps: [], advice: null, warnings: [] };
    }
    return fetched(tokens?.refreshToken ? 'Token renewal' : 'Token request', outcome);
  }

  /** False where only a person (a consent, a password typed again) can bring a new token. */
  canFetch(system: System, { tokens, inputs }: FetchInputs): boolean {
    if (system.authenticationType !== 'oauth2') return true;
    const { username, password } = inputs;
    return renewalGrants(this.settingsOf(system), { tokens, username, password }).length > 0;
  }

  /** The code of a consent, once: never repeated. */
  async exchange(system: System, grant: TokenGrant): Promise<FetchedToken> {
    return fetched('Token request', await this.endpoint.request(this.settingsOf(system), grant));
  }

  /** For a test: when the client was refused, whether another way to name it works, and what was tried. */
  async findFix(
    system: System,
    { username, password }: Record<string, string>,
    failure: OAuthFailure,
  ): Promise<{ advice: TokenAdvice | null; steps: TokenStep[] }> {
    const nothing = { advice: null, steps: [] };
    if (system.authenticationType !== 'oauth2' || isConsentSystem(system)) return nothing;
    const settings = this.settingsOf(system);
    const isClientGrant = settings.grantType === 'client_credentials';
    if (!isClientGrant && (!username || !password)) return nothing;
    const grant: TokenGrant = isClientGrant
      ? { kind: 'client_credentials' }
      : { kind: 'password', username: username ?? '', password: password ?? '' };
    const { suggestion, outcomes } = await tryVariants(this.endpoint, settings, grant, failure);
    const steps = outcomes.flatMap((outcome) => fetched('Another way to name the client', outcome).steps);
    return { advice: suggestion, steps };
  }

  /** RFC 7009: refresh token, then access token. Answers the failures, which never stop a deletion. */
  async revoke(system: System, tokens: TokenSet): Promise<OAuthFailure[]> {
    if (system.authenticationType !== 'oauth2') return [];
    const settings = this.settingsOf(system);
    const failures: OAuthFailure[] = [];
    const pairs = [
      [tokens.refreshToken, 'refresh_token'],
      [tokens.accessToken, 'access_token'],
    ] as const;
    for (const [token, hint] of pairs) {
      const failure = token === null ? null : await this.endpoint.revoke(settings, token, hint);
      if (failure) failures.push(failure);
    }
    return failures;
  }

  private async runChain(system: System, inputs: Record<string, string>): Promise<FetchedToken> {
    const ports: ChainPorts = {
      send: async (request) => {
        this.refuseInsecure(new URL(request.url));
        return this.client.request(request);
      },
      readXml: xmlToValue,
      writeXml: valueToXml,
    };
    const outcome = await runTokenCalls(ports, tokenCallsOf(system), inputs);
    const steps = outcome.steps.map(({ name, request, response, durationMs, failure }) => ({
      name,
      request,
      response,
      durationMs,
      error: failure?.message ?? null,
    }));
    const rest = { steps, advice: null, warnings: [] };
    return outcome.ok
      ? { ok: true, tokens: outcome.tokens, ...rest }
      : { ok: false, failure: outcome.failure, ...rest };
  }

  /** The addresses were checked when they were saved; what the operator allows may have changed since. */
  private refuseInsecure(url: URL): void {
    if (url.protocol !== 'http:' || this.client.policy.isListed(url)) return;
    throw new OutboundError(
      'INVALID_URL',
      `https is required for ${url.host}, unless OUTBOUND_ALLOW names that host.`,
    );
  }
}

function needsPerson(system: System, tokens: TokenSet | null): OAuthFailure {
  const message = isConsentSystem(system) ? (tokens === null ? NO_CONSENT : NO_REFRESH_TOKEN) : NO_PASSWORD;
  return { kind: 'reconnect', code: 'consent_needed', message, status: null, retryAfterSeconds: null };
}

function fetched(name: string, outcome: TokenOutcome): FetchedToken {
  const { request, response, durationMs } = outcome.trace;
  const error = outcome.ok ? null : outcome.failure.message;
  const steps = [{ name, request, response, durationMs, error }];
  return outcome.ok
    ? { ok: true, tokens: outcome.tokens, steps, advice: outcome.advice, warnings: outcome.warnings }
    : { ok: false, failure: outcome.failure, steps, advice: outcome.advice, warnings: [] };
}
