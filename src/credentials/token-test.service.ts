// The token part of a test: a fresh token, or the stored one while it is good.
import { Injectable } from '@nestjs/common';
import type { OAuthFailure, TokenSet } from '#oauth';
import type { DomainEvent } from '../common/events/domain-event.js';
import type { System } from '../systems/system.entity.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import type { TestStep } from './credential-test.steps.js';
import { CredentialsService } from './credentials.service.js';
import { TokenRenewal } from './token-renewal.service.js';
import {
  type FetchedToken,
  type TokenAdvice,
  TokenRequests,
  type TokenStep,
} from './token-requests.service.js';
import { isConsentSystem } from './token-settings.js';
import { toCredentialError, TokenStore } from './token-store.service.js';

export interface TokenTestResult {
  ok: boolean;
  steps: TestStep[];
  advice: TokenAdvice | null;
  warnings: string[];
}

type Actor = DomainEvent['actor'];

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

  /** `actor`: who tests; a draft's first token is that person's connection. */
  async run(
    system: System,
    credential: Credential,
    freshToken: boolean,
    actor: Actor,
  ): Promise<TokenTestResult> {
    const isStillGood =
      credential.tokenSet !== null &&
      credential.status === 'connected' &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now());
    if (!freshToken && isStillGood) {
      await this.credentials.update(credential.projectId, credential.id, { lastTestedAt: new Date() });
      return { ok: true, steps: [storedTokenStep()], advice: null, warnings: [] };
    }
    if (credential.savedAt === null || (credential.tokenSet === null && isConsentSystem(system))) {
      return this.firstToken(system, credential, actor);
    }
    const renewal = await this.renewal.renew(credential.projectId, credential.id, credential.tokenVersion);
    await this.credentials.update(credential.projectId, credential.id, { lastTestedAt: new Date() });
    if (!renewal.ok) return this.failed(system, credential, renewal.failure, renewal.fetched);
    return good(renewal.fetched);
  }

  /** A draft: its first token makes it a saved connection; without one it stays a draft with the reason. */
  private async firstToken(system: System, credential: Credential, actor: Actor): Promise<TokenTestResult> {
    const { all } = this.service.inputsOf(credential);
    const tokens = this.secrets.openTokenSet<TokenSet>(credential);
    const fetched = await this.requests.fetch(system, { tokens, inputs: all });
    if (fetched.ok) {
      if (await this.store.connect(credential, system, fetched.tokens, actor)) return good(fetched);
      const now = await this.credentials.get(credential.projectId, credential.id);
      return now.tokenSet !== null ? good(fetched) : this.failed(system, credential, CHANGED, fetched);
    }
    const error = toCredentialError(fetched.failure);
    await this.store.noteFailure(credential, error, { lastTestedAt: new Date() });
    return this.failed(system, credential, fetched.failure, fetched);
  }

  /** The steps that failed, and those of other ways that were tried for a fix. */
  private async failed(
    system: System,
    credential: Credential,
    failure: OAuthFailure,
    fetched: FetchedToken | undefined,
  ): Promise<TokenTestResult> {
    const fix = await this.requests.findFix(system, this.service.inputsOf(credential).all, failure);
    const steps = [...stepsOf(fetched, failure), ...fix.steps.map((step) => shownStep(step, step.error))];
    return { ok: false, steps, advice: fix.advice ?? fetched?.advice ?? null, warnings: [] };
  }
}

/** The token is good, but what it was asked with is not what is stored now. */
const CHANGED: OAuthFailure = {
  kind: 'transient',
  code: 'changed',
  message: 'The credential or its system was changed during the test: test it again.',
  status: null,
  retryAfterSeconds: null,
};

const good = (fetched: FetchedToken | undefined): TokenTestResult => ({
  ok: true,
  steps: stepsOf(fetched, null),
  advice: fetched?.advice ?? null,
  warnings: fetched?.warnings ?? [],
});

const shownStep = (step: TokenStep, error: string | null): TestStep => ({
  name: step.name,
  ok: error === null,
  status: step.response?.status ?? null,
  duration_ms: Math.round(step.durationMs),
  request: step.request,
  response: step.response,
  error,
});

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
  const made = (fetched?.steps ?? []).map((step, index, all) =>
    shownStep(step, step.error ?? (failure !== null && index === all.length - 1 ? failure.message : null)),
  );
  if (made.length > 0) return made;
  return [{ ...storedTokenStep(), name: 'Token', ok: failure === null, error: failure?.message ?? null }];
}
