// Ends connections: tokens are revoked after a deletion, and dropped when a system moves to another host.
import { Injectable } from '@nestjs/common';
import type { TokenSet } from '#oauth';
import { type DomainEvent, EventBus } from '../common/events/domain-event.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { SYSTEM_ORIGIN_CHANGED } from '../systems/system.events.js';
import { SystemsService } from '../systems/systems.service.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import { TokenRequests } from './token-requests.service.js';
import { hasToken, isConsentSystem } from './token-settings.js';
import { TokenSource } from './token-source.service.js';

@Injectable()
export class DisconnectService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly secrets: CredentialSecrets,
    private readonly requests: TokenRequests,
    private readonly source: TokenSource,
    private readonly logger: AppLogger,
    events: EventBus,
  ) {
    events.on(SYSTEM_ORIGIN_CHANGED, (event) => this.dropSecrets(event));
  }

  /** Best effort, with what the deleted row held: a system that is away never keeps a credential from being deleted. */
  async revoke(credential: Credential): Promise<void> {
    this.source.forget(credential.id);
    try {
      const tokens = this.secrets.openTokenSet<TokenSet>(credential);
      if (tokens === null) return;
      const system = await this.systems.get(credential.projectId, credential.systemId);
      for (const { code, status } of await this.requests.revoke(system, tokens))
        this.logger.warning('a token could not be revoked', { credential: credential.id, code, status });
    } catch (error) {
      this.logger.errorOf('a token could not be revoked', error, { credential: credential.id });
    }
  }

  /** Stored secrets never go to a new host: tokens and secret inputs of the system's credentials go. */
  private async dropSecrets({ projectId, resourceId }: DomainEvent): Promise<void> {
    if (projectId === null) return;
    const system = await this.systems.get(projectId, resourceId);
    for (const credential of await this.credentials.findBySystem(projectId, resourceId)) {
      this.source.forget(credential.id);
      if (credential.tokenSet === null && credential.secretInputs === null && !hasToken(system)) continue;
      const isAutomatic = hasToken(system) && !isConsentSystem(system) && credential.secretInputs === null;
      await this.credentials.update(projectId, credential.id, {
        tokenSet: null,
        secretInputs: null,
        tokenVersion: credential.tokenVersion + 1,
        expiresAt: null,
        renewAt: null,
        renewFailures: 0,
        unknownFailures: 0,
        ...(credential.savedAt === null || isAutomatic
          ? {}
          : {
              status: isConsentSystem(system) ? 'reconnect_required' : 'failed',
              lastError: {
                code: 'system_moved',
                message: 'The system moved to another host: connect it again and enter its secrets again.',
                at: new Date().toISOString(),
              },
            }),
      });
    }
  }
}
