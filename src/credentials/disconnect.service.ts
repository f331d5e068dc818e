// Ends connections: tokens are revoked after a deletion, and dropped when a system moves to another host.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TokenSet } from '#oauth';
import { type DomainEvent, EventBus } from '../common/events/domain-event.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { SYSTEM_ORIGIN_CHANGED, SYSTEM_UPDATED } from '../systems/system.events.js';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { inputDefinitions } from './credential-inputs.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { type CredentialChange, CredentialRepository } from './credential.repository.js';
import type { CredentialError } from './credential.types.js';
import { TokenRequests } from './token-requests.service.js';
import { hasToken, isConsentSystem } from './token-settings.js';
import { TokenSource } from './token-source.service.js';
import { SYSTEM_MOVED, toCredentialError } from './token-store.service.js';
import { withoutToken } from './without-token.js';

@Injectable()
export class DisconnectService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly attempts: ConsentAttemptRepository,
    private readonly secrets: CredentialSecrets,
    private readonly requests: TokenRequests,
    private readonly source: TokenSource,
    private readonly logger: AppLogger,
    systems: SystemsService,
    events: EventBus,
  ) {
    systems.moveWith((manager, system, before) => this.dropSecrets(manager, system, before));
    // What failed by its settings may work with the changed ones.
    events.on(SYSTEM_UPDATED, async ({ projectId, resourceId }) => {
      if (projectId !== null) await credentials.retryNow(projectId, resourceId);
    });
    events.on(SYSTEM_ORIGIN_CHANGED, (event) => this.forgetAll(event));
  }

  /**
   * Best effort, with what the deleted row held: a system that is away never keeps a credential from being deleted.
   * False where it was away.
   */
  async revoke(system: System, credential: Credential): Promise<boolean> {
    this.source.forget(credential.id);
    return this.logged(credential.id, async () => {
      const tokens = this.secrets.openTokenSet<TokenSet>(credential);
      return tokens === null || this.requestRevocation(system, credential.id, tokens);
    });
  }

  /** Best effort, for tokens that were never stored. */
  async revokeTokens(system: System, credentialId: string, tokens: TokenSet): Promise<void> {
    await this.logged(credentialId, () => this.requestRevocation(system, credentialId, tokens));
  }

  private async requestRevocation(system: System, credential: string, tokens: TokenSet): Promise<boolean> {
    const failures = await this.requests.revoke(system, tokens);
    for (const { code, status } of failures)
      this.logger.warning('a token could not be revoked', { credential, error_code: code, status });
    return failures.every(({ kind }) => kind !== 'transient');
  }

  private async logged(credential: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      this.logger.errorOf('a token could not be revoked', error, { credential });
      return true;
    }
  }

  /** Stored secrets never go to a new host: tokens and secret inputs go with the move, and so do consents under way. */
  private async dropSecrets(manager: EntityManager, system: System, before: System): Promise<void> {
    const { projectId } = system;
    const isOfType = system.authenticationType === before.authenticationType;
    const error = toCredentialError(isOfType ? SYSTEM_MOVED : SYSTEM_CHANGED);
    // They waited for a token, and there is none to wait for.
    if (!hasToken(system)) await this.credentials.deleteDraftsOf(projectId, system.id, manager);
    const credentials = await this.credentials.lockOfSystem(manager, projectId, system.id);
    for (const credential of credentials) {
      const change = {
        ...withoutToken(credential),
        secretInputs: null,
        ...stateAfterMove(system, credential, error),
      };
      await this.credentials.update(projectId, credential.id, change, manager);
    }
    const ids = credentials.map(({ id }) => id);
    await this.attempts.failPending(manager, projectId, ids, error);
  }

  private async forgetAll({ projectId, resourceId }: DomainEvent): Promise<void> {
    if (projectId === null) return;
    for (const { id } of await this.credentials.findBySystem(projectId, resourceId)) this.source.forget(id);
  }
}

/** A connection to which a person has nothing to bring goes on as it was. */
function stateAfterMove(
  system: System,
  { savedAt, status, inputs, secretInputs }: Credential,
  lastError: CredentialError,
): Pick<CredentialChange, 'lastError' | 'status'> {
  if (savedAt === null) return { status: 'draft' };
  if (isConsentSystem(system)) return { status: 'reconnect_required', lastError };
  const isLacking = inputDefinitions(system).some(({ name, secret, required }) =>
    secret ? required || secretInputs !== null : required && !Object.hasOwn(inputs, name),
  );
  if (isLacking) return { status: 'failed', lastError };
  // Of a token that is fetched without a person it is not known yet whether it comes.
  return hasToken(system) && status !== 'reconnect_required' ? {} : { status: 'connected', lastError: null };
}

const SYSTEM_CHANGED = {
  code: 'system_changed',
  message: 'The authentication type of the system was changed: connect it again and enter its inputs again.',
};
