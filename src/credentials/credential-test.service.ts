// Tests a credential and tells step by step what was sent, what came back, and one fix where the cause is known.
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { EventBus } from '../common/events/domain-event.js';
import type { ProjectScope } from '../common/http/request-context.js';
import type { System } from '../systems/system.entity.js';
import type { Credential } from './credential.entity.js';
import { CREDENTIAL_ANSWERED, CREDENTIAL_CONNECTED } from './credential.events.js';
import { CredentialRepository } from './credential.repository.js';
import type { TestStep } from './credential-test.steps.js';
import { CredentialsService } from './credentials.service.js';
import { TestCall } from './test-call.service.js';
import type { TokenAdvice } from './token-requests.service.js';
import { hasToken } from './token-settings.js';
import { TokenSource } from './token-source.service.js';
import { toCredentialError } from './token-store.service.js';
import { TokenTest } from './token-test.service.js';

export interface TestOutcome {
  /** null: there is nothing to test. */
  ok: boolean | null;
  steps: TestStep[];
  advice: TokenAdvice | null;
  /** What a token that was generated does not do. */
  warnings: string[];
  expiresAt: Date | null;
}

const NOTHING: TokenAdvice = {
  message: 'There is nothing to test: set a test request on the system.',
  change: null,
};

/** The token is there, but calls cannot carry it as the Authorization Format says. */
const failedPlacement = (error: string): TestStep => ({
  name: 'Authorization Format',
  ok: false,
  status: null,
  duration_ms: 0,
  request: null,
  response: null,
  error,
});

/** A token that was generated is no fault of the test, but one that the system refuses is to be looked at. */
function adviceOf({ status }: TestStep, isNew: boolean): TokenAdvice | null {
  if (status === 403)
    return {
      message: 'The system knows the token but does not allow the test request: check the scope.',
      change: null,
    };
  if (status !== 401) return null;
  return {
    message: isNew
      ? 'The system refuses the token that was just generated: check where it is put (Add Authorization Data to, Authorization Format), the scope and the audience.'
      : 'The system refuses the stored token: test with a fresh one.',
    change: null,
  };
}

@Injectable()
export class CredentialTestService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly service: CredentialsService,
    private readonly tokens: TokenTest,
    private readonly call: TestCall,
    private readonly source: TokenSource,
    private readonly events: EventBus,
  ) {}

  async test(scope: ProjectScope, id: string, freshToken: boolean): Promise<TestOutcome> {
    const { projectId } = scope;
    const { system, credential } = await this.service.withSystem(projectId, id);
    if (!hasToken(system)) return this.testFixed(system, credential);
    const steps: TestStep[] = [];
    const actor = { userId: scope.userId, name: scope.principal.name };
    const token = await this.tokens.run(system, credential, freshToken, actor);
    steps.push(...token.steps);
    this.source.forget(id);
    const after = await this.credentials.get(projectId, id);
    const unplaced = token.ok ? this.source.faultOf(system, after) : null;
    if (unplaced !== null) steps.push(failedPlacement(unplaced));
    const { ok, warnings } = token;
    let { advice } = token;
    if (ok && unplaced === null && system.testRequest) {
      const step = await this.call.run(system, after);
      steps.push(step);
      if (step.ok) await this.emit(CREDENTIAL_ANSWERED, after);
      else
        advice ??= adviceOf(
          step,
          token.steps.some(({ request }) => request !== null),
        );
    }
    return { ok, steps, advice, warnings, expiresAt: after.expiresAt };
  }

  /** Types with nothing to generate: the test request decides. */
  private async testFixed(system: System, credential: Credential): Promise<TestOutcome> {
    if (!system.testRequest) return { ok: null, steps: [], advice: NOTHING, warnings: [], expiresAt: null };
    const step = await this.call.run(system, credential);
    const error =
      step.error === null ? null : toCredentialError({ code: 'test_failed', message: step.error });
    const { projectId, id, secretInputs } = credential;
    // Other secrets may have come meanwhile, or these went: nothing was learned about what is stored now.
    const isCurrent = await this.credentials.updateIf(
      { projectId, id, secretInputs: secretInputs ?? IsNull() },
      { status: step.ok ? 'connected' : 'failed', lastTestedAt: new Date(), lastError: error },
    );
    if (step.ok && isCurrent)
      await this.emit(
        credential.status === 'connected' ? CREDENTIAL_ANSWERED : CREDENTIAL_CONNECTED,
        credential,
      );
    return { ok: step.ok, steps: [step], advice: null, warnings: [], expiresAt: null };
  }

  private emit(type: string, { projectId, id, credentialName: resourceName }: Credential): Promise<void> {
    const about = { projectId, resourceType: 'credential', resourceId: id, resourceName, actor: null };
    return this.events.emit({ ...about, type });
  }
}
