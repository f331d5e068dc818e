// Writes tokens and failures of token requests to credentials, and tells the others.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { judgeRenewalFailure, type OAuthFailure, renewalTimeOf, type TokenSet } from '#oauth';
import { DomainError } from '../common/errors/domain-error.js';
import { type DomainEvent, EventBus } from '../common/events/domain-event.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { nameKeyOf } from '../database/name-taken.js';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { CredentialOutages } from './credential-outages.service.js';
import { CREDENTIAL_CONNECTED, CREDENTIAL_RECONNECT_REQUIRED } from './credential.events.js';
import { CredentialRepository, type CredentialChange } from './credential.repository.js';
import type { CredentialError } from './credential.types.js';
import { TokenRequests } from './token-requests.service.js';
import { isConsentSystem, isPasswordSystem } from './token-settings.js';
import { TokenRepository } from './token.repository.js';

const WRITE_ATTEMPTS = 5;
const MAX_NAMES = 50;

export const toCredentialError = (failure: Pick<OAuthFailure, 'code' | 'message'>): CredentialError => ({
  code: failure.code,
  message: failure.message,
  at: new Date().toISOString(),
});

export const SYSTEM_MOVED = {
  code: 'system_moved',
  message: 'The system moved to another host: connect it again and enter its secrets again.',
};

@Injectable()
export class TokenStore {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly credentials: CredentialRepository,
    private readonly secrets: CredentialSecrets,
    private readonly requests: TokenRequests,
    private readonly systems: SystemsService,
    private readonly outages: CredentialOutages,
    private readonly events: EventBus,
    private readonly logger: AppLogger,
  ) {}

  /**
   * The first or a new token that a person brought by a consent or a test: a draft becomes a saved connection. False,
   * and nothing is stored, when the system moved to another host meanwhile, or what a token was asked with was replaced.
   */
  async connect(
    credential: Credential,
    system: System,
    tokens: TokenSet,
    actor: DomainEvent['actor'],
  ): Promise<boolean> {
    const { projectId, id, tokenVersion } = credential;
    const change = { ...this.tokenColumns(credential, system, tokens), lastTestedAt: new Date() };
    const dropsPassword = isPasswordReplaced(system, tokens);
    // Several may consent to one connection, and each consent stands for itself.
    const where = { projectId, id, ...(isConsentSystem(system) ? {} : { tokenVersion }) };
    let name: string | null = null;
    for (let attempt = 2; ; attempt++) {
      const naming = name === null ? {} : { credentialName: name, nameKey: nameKeyOf(name) };
      try {
        let isWritten = false;
        await this.retried(() =>
          this.systems.ifInPlace(system, async (manager) => {
            isWritten = await this.tokens.replace(manager, where, { ...change, ...naming });
            if (isWritten && dropsPassword) await this.dropPassword(manager, credential);
          }),
        );
        if (!isWritten) return false;
        break;
      } catch (error) {
        // A draft keeps its name free: by now another connection may have it.
        if (!isUniqueViolation(error) || attempt > MAX_NAMES) throw error;
        name = `${credential.credentialName.slice(0, 190)} (${attempt})`;
      }
    }
    const { credentialName } = credential;
    await this.emit(
      CREDENTIAL_CONNECTED,
      { ...credential, credentialName: name ?? credentialName },
      {},
      actor,
    );
    return true;
  }

  /** A renewed token; false when another write came first (then that token is the good one). */
  async renewed(credential: Credential, system: System, owner: string, tokens: TokenSet): Promise<boolean> {
    const { projectId, id, tokenVersion } = credential;
    const change = { ...this.tokenColumns(credential, system, tokens), tokenVersion: tokenVersion + 1 };
    const also = isPasswordReplaced(system, tokens)
      ? (manager: EntityManager) => this.dropPassword(manager, credential)
      : undefined;
    const isWritten = await this.retried(() =>
      this.tokens.settle(projectId, id, { owner, tokenVersion }, change, also),
    );
    if (isWritten && credential.status !== 'connected') await this.emit(CREDENTIAL_CONNECTED, credential);
    return isWritten;
  }

  /** A failed renewal: what it means for the connection. False when another write came first. */
  async renewalFailed(
    credential: Credential,
    system: System,
    owner: string,
    failure: OAuthFailure,
  ): Promise<boolean> {
    const { projectId, id, tokenVersion } = credential;
    const attempt = credential.renewFailures + 1;
    const unknown = credential.unknownFailures + (failure.kind === 'unknown' ? 1 : 0);
    const verdict = this.judge(system, failure, { attempt, unknown });
    const isWritten = await this.tokens.settle(
      projectId,
      id,
      { owner, tokenVersion },
      {
        ...(verdict.status ? { status: verdict.status } : {}),
        renewFailures: attempt,
        unknownFailures: unknown,
        renewAt: verdict.retryInMs === null ? null : new Date(Date.now() + verdict.retryInMs),
        lastError: toCredentialError(failure),
      },
      this.outages.telling(credential, verdict.status, failure.message),
    );
    if (!isWritten) return false;
    this.logger.warning('a token could not be renewed', {
      credential: id,
      error_code: failure.code,
      status: failure.status,
      kind: failure.kind,
    });
    if (verdict.status === 'reconnect_required' && credential.status !== 'reconnect_required') {
      await this.emit(CREDENTIAL_RECONNECT_REQUIRED, credential, { reason: failure.message });
    }
    return true;
  }

  /** A refused consent or a failed test keeps the tokens; the reason stands on the credentials page. */
  async noteFailure(
    credential: Credential,
    error: CredentialError,
    change: CredentialChange = {},
  ): Promise<void> {
    await this.credentials.update(credential.projectId, credential.id, { ...change, lastError: error });
  }

  private judge(system: System, failure: OAuthFailure, count: { attempt: number; unknown: number }) {
    if (system.authenticationType === 'oauth2') {
      return judgeRenewalFailure(this.requests.settingsOf(system), failure, count);
    }
    // A chain of calls has no consent to repeat: its inputs or settings are wrong, or it is a passing fault.
    return judgeRenewalFailure({ grantType: 'client_credentials' }, failure, count);
  }

  private tokenColumns(credential: Credential, system: System, tokens: TokenSet): CredentialChange {
    const secret = this.secrets.openInputs(credential);
    const inputs = { username: String(credential.inputs.username ?? ''), ...secret };
    const dueAt = renewalTimeOf(tokens, this.requests.canFetch(system, { tokens, inputs }));
    return {
      tokenSet: this.secrets.sealTokenSet(credential, tokens),
      status: 'connected',
      expiresAt: tokens.expiresAt === null ? null : new Date(tokens.expiresAt),
      renewAt: dueAt === null ? null : new Date(dueAt),
      renewFailures: 0,
      unknownFailures: 0,
      lastError: null,
    };
  }

  /** In the transaction that wrote the token: of the inputs as they are by now, for others may have become secret. */
  private async dropPassword(manager: EntityManager, { projectId, id }: Credential): Promise<void> {
    const [now] = await this.credentials.findMany(projectId, [id], manager);
    if (!now || now.inputs.store_password === true) return;
    const { password, ...others } = this.secrets.openInputs(now);
    if (password === undefined) return;
    await this.credentials.update(
      projectId,
      id,
      { secretInputs: this.secrets.sealInputs(now, others) },
      manager,
    );
  }

  /** The old refresh token may be dead by now: a write that fails for a moment is tried again. */
  private async retried<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (attempt === WRITE_ATTEMPTS || isUniqueViolation(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
      }
    }
  }

  /** `actor` null: the service itself, by a renewal. */
  private emit(
    type: string,
    credential: Credential,
    details: Record<string, unknown> = {},
    actor: DomainEvent['actor'] = null,
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: credential.projectId,
      resourceType: 'credential',
      resourceId: credential.id,
      resourceName: credential.credentialName,
      actor,
      details,
    });
  }
}

/** The password goes once a refresh token can replace it, unless it is to be kept. */
const isPasswordReplaced = (system: System, tokens: TokenSet): boolean =>
  tokens.refreshToken !== null && isPasswordSystem(system);

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.code === 'name_taken'
    : (error as { driverError?: { code?: string } } | null)?.driverError?.code === '23505';
