// Ends connections: tokens are revoked after a deletion, and dropped when a system moves to another host.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TokenSet } from '#oauth';
import { type DomainEvent, EventBus } from '../common/events/domain-event.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { SYSTEM_ORIGIN_CHANGED } from '../systems/system.events.js';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { type CredentialChange, CredentialRepository } from './credential.repository.js';
import type { CredentialError } from './credential.types.js';
import { TokenRequests } from './token-requests.service.js';
import { hasToken, isConsentSystem, isPasswordSystem } from './token-settings.js';
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
    systems.moveWith((manager, system) => this.dropSecrets(manager, system));
    events.on(SYSTEM_ORIGIN_CHANGED, (event) => this.forgetAll(event));
  }

  /** Best effort, with what the deleted row held: a system that is away never keeps a credential from being deleted. */
  async revoke(system: System, credential: Credential): Promise<void> {
    this.source.forget(credential.id);
    try {
      const tokens = this.secrets.openTokenSet<TokenSet>(credential);
      if (tokens === null) return;
      for (const { code, status } of await this.requests.revoke(system, tokens))
        this.logger.warning('a token could not be revoked', { credential: credential.id, code, status });
    } catch (error) {
      this.logger.errorOf('a token could not be revoked', error, { credential: credential.id });
    }
  }

  /** Stored secrets never go to a new host: tokens and secret inputs go with the move, and so do consents under way. */
  private async dropSecrets(manager: EntityManager, system: System): Promise<void> {
    const { projectId } = system;
    const error = toCredentialError(SYSTEM_MOVED);
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

/** A connection that held nothing of a person, or gets its token by itself, goes on as it was. */
function stateAfterMove(
  system: System,
  { savedAt, tokenSet, secretInputs }: Credential,
  lastError: CredentialError,
): Pick<CredentialChange, 'lastError' | 'status'> {
  if (savedAt === null) return { status: 'draft' };
  if (isConsentSystem(system)) return { status: 'reconnect_required', lastError };
  const isAutomatic = hasToken(system) && !isPasswordSystem(system);
  const isUntouched = secretInputs === null && (tokenSet === null || isAutomatic);
  return isUntouched ? {} : { status: 'failed', lastError };
}
