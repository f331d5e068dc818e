// Tests a credential and tells step by step what was sent, what came back, and one fix where the cause is known.
import { Injectable } from '@nestjs/common';
import type { OAuthFailure, TokenSet } from '#oauth';
import { OutboundClient, OutboundError } from '#outbound';
import { SystemsService } from '../systems/systems.service.js';
import type { System } from '../systems/system.entity.js';
import { CredentialUnusableError } from './credential-authorizer.types.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import { shownCall, shownAnswer, type TestStep } from './credential-test.steps.js';
import { CredentialsService } from './credentials.service.js';
import { TokenRenewal } from './token-renewal.service.js';
import { type FetchedToken, type TokenAdvice, TokenRequests } from './token-requests.service.js';
import { hasToken, isConsentSystem } from './token-settings.js';
import { TokenSource } from './token-source.service.js';
import { toCredentialError, TokenStore } from './token-store.service.js';

export interface TestOutcome {
  /** null: there is nothing to test. */
  ok: boolean | null;
  steps: TestStep[];
  advice: TokenAdvice | null;
  expiresAt: Date | null;
}

const CALL_TIMEOUTS = { connectMs: 5_000, headersMs: 15_000, bodyIdleMs: 15_000, totalMs: 30_000 };
const MAX_BYTES = 1024 * 1024;
const NOTHING: TokenAdvice = {
  message: 'There is nothing to test: set a test request on the system.',
  change: null,
};

@Injectable()
export class CredentialTestService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly service: CredentialsService,
    private readonly systems: SystemsService,
    private readonly secrets: CredentialSecrets,
    private readonly requests: TokenRequests,
    private readonly renewal: TokenRenewal,
    private readonly store: TokenStore,
    private readonly source: TokenSource,
    private readonly client: OutboundClient,
  ) {}

  async test(projectId: string, id: string, freshToken: boolean): Promise<TestOutcome> {
    const credential = await this.credentials.get(projectId, id);
    const system = await this.systems.get(projectId, credential.systemId);
    if (!hasToken(system)) return this.testFixed(system, credential);
    const steps: TestStep[] = [];
    const token = await this.tokenStep(system, credential, freshToken);
    steps.push(...token.steps);
    this.source.forget(id);
    const after = await this.credentials.get(projectId, id);
    if (token.ok && system.testRequest) steps.push(await this.callStep(system, after));
    return { ok: token.ok, steps, advice: token.advice, expiresAt: after.expiresAt };
  }

  /** Types with nothing to generate: the test request decides. */
  private async testFixed(system: System, credential: Credential): Promise<TestOutcome> {
    if (!system.testRequest) return { ok: null, steps: [], advice: NOTHING, expiresAt: null };
    const step = await this.callStep(system, credential);
    const error =
      step.error === null ? null : toCredentialError({ code: 'test_failed', message: step.error });
    await this.credentials.update(credential.projectId, credential.id, {
      status: step.ok ? 'connected' : 'failed',
      lastTestedAt: new Date(),
      lastError: error,
    });
    return { ok: step.ok, steps: [step], advice: null, expiresAt: null };
  }

  private async tokenStep(
    system: System,
    credential: Credential,
    freshToken: boolean,
  ): Promise<{ ok: boolean; steps: TestStep[]; advice: TokenAdvice | null }> {
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
  private async firstToken(system: System, credential: Credential) {
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

  private async callStep(system: System, credential: Credential): Promise<TestStep> {
    const {
      method,
      path,
      expected_statuses: expected,
    } = system.testRequest as NonNullable<System['testRequest']>;
    const { all, secret } = this.service.inputsOf(credential);
    const authorizer = this.source.open(system, credential, all);
    const url = `${system.baseUrl.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
    const step = { name: 'Test request', request: shownCall(method, url, system.defaultHeaders) };
    const started = performance.now();
    const failed = (error: string): TestStep => ({
      ...step,
      ok: false,
      status: null,
      duration_ms: Math.round(performance.now() - started),
      response: null,
      error,
    });
    try {
      if (new URL(url).origin !== new URL(system.baseUrl).origin)
        return failed('The path leaves the origin of the system.');
      const { url: address, headers } = await authorizer.apply(url, system.defaultHeaders);
      const answer = await this.client.request({
        method,
        url: address,
        headers,
        timeouts: CALL_TIMEOUTS,
        maxBytes: MAX_BYTES,
      });
      const isExpected =
        expected.length > 0 ? expected.includes(answer.status) : answer.status >= 200 && answer.status < 300;
      return {
        ...step,
        ok: isExpected,
        status: answer.status,
        duration_ms: Math.round(answer.durationMs),
        response: shownAnswer(answer, [...secret, ...authorizer.secrets()]),
        error: isExpected ? null : `The test request answered HTTP ${answer.status}.`,
      };
    } catch (error) {
      if (error instanceof OutboundError || error instanceof CredentialUnusableError)
        return failed(error.message);
      throw error;
    }
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
