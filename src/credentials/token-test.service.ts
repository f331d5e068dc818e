// The token part of a test: a fresh token, or the stored one while it is good.
import { Injectable } from '@nestjs/common';
import type { OAuthFailure, TokenSet } from '#oauth';
import type { System } from '../systems/system.entity.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import type { TestStep } from './credential-test.steps.js';
import { CredentialsService } from './credentials.service.js';
import { TokenRenewal } from './token-renewal.service.js';
import { type FetchedToken, type TokenAdvice, TokenRequests } from './token-requests.service.js';
import { isConsentSystem } from './token-settings.js';
import { toCredentialError, TokenStore } from './token-store.service.js';

export interface TokenTestResult {
  ok: boolean;
  steps: TestStep[];
  advice: TokenAdvice | null;
}

@Injectable()
export class TokenTest {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly service: CredentialsService,
    private readonly secrets: CredentialSecrets,
    private readonly requests: TokenRequests,
    private readonly renewal: TokenRenewal,
    private readonly store: TokenStore,
  ) {}

  async run(system: System, credential: Credential, freshToken: boolean): Promise<TokenTestResult> {
    const isStillGood =
      credential.tokenSet !== null &&
      credential.status === 'connected' &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now());
    if (!freshToken && isStillGood) return { ok: true, steps: [storedTokenStep()], advice: null };
    if (credential.savedAt === null || (credential.tokenSet === null && isConsentSystem(system))) {
      return this.firstToken(system, credential);
    }
    const renewal = await this.renewal.renew(credential.projectId, credential.id, credential.tokenVersion);
    await this.credentials.update(credential.projectId, credential.id, { lastTestedAt: new Date() });
    const steps = stepsOf(renewal.fetched, renewal.ok ? null : renewal.failure);
    const advice = renewal.ok
      ? (renewal.fetched?.advice ?? null)
      : await this.adviceFor(system, credential, renewal.failure, renewal.fetched ?? null);
    return { ok: renewal.ok, steps, advice };
  }

  /** A draft: its first token makes it a saved connection; without one it stays a draft with the reason. */
  private async firstToken(system: System, credential: Credential): Promise<TokenTestResult> {
    const { all } = this.service.inputsOf(credential);
    const tokens = this.secrets.openTokenSet<TokenSet>(credential);
    const fetched = await this.requests.fetch(system, { tokens, inputs: all });
    if (fetched.ok) {
      await this.store.connect(credential, fetched.tokens);
      return { ok: true, steps: stepsOf(fetched, null), advice: fetched.advice };
    }
    const error = toCredentialError(fetched.failure);
    await this.store.noteFailure(credential, error, { lastTestedAt: new Date() });
    const advice = await this.adviceFor(system, credential, fetched.failure, fetched);
    return { ok: false, steps: stepsOf(fetched, fetched.failure), advice };
  }

  private async adviceFor(
    system: System,
    credential: Credential,
    failure: OAuthFailure,
    fetched: FetchedToken | null,
  ): Promise<TokenAdvice | null> {
    const fix = await this.requests.findFix(system, this.service.inputsOf(credential).all, failure);
    return fix ?? fetched?.advice ?? null;
  }
}

const storedTokenStep = (): TestStep => ({
  name: 'Stored token',
  ok: true,
  status: null,
  duration_ms: 0,
  request: null,
  response: null,
  error: null,
});

/** The requests that were made; where none could be made, the reason as a step of its own. */
function stepsOf(fetched: FetchedToken | undefined, failure: OAuthFailure | null): TestStep[] {
  const made = (fetched?.steps ?? []).map(({ name, request, response, durationMs, error }, index, all) => ({
    name,
    ok: error === null && (failure === null || index < all.length - 1),
    status: response?.status ?? null,
    duration_ms: Math.round(durationMs),
    request,
    response,
    error: error ?? (failure !== null && index === all.length - 1 ? failure.message : null),
  }));
  if (made.length > 0) return made;
  return [{ ...storedTokenStep(), name: 'Token', ok: failure === null, error: failure?.message ?? null }];
}
