// A connection that goes out of order: its state changes once, and with it, in one transaction, its owner is told.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AlertsService } from '../alerts/alerts.service.js';
import { EventBus } from '../common/events/domain-event.js';
import { newId } from '../common/http/id.js';
import { SystemsService } from '../systems/systems.service.js';
import { Credential } from './credential.entity.js';
import { CREDENTIAL_RECONNECT_REQUIRED } from './credential.events.js';
import { CredentialRepository } from './credential.repository.js';
import type { CredentialStatus, Reachability } from './credential.types.js';
import { needsOwner } from './token-settings.js';

const OFFLINE_REASON = 'call after call failed. Its pipes wait and go on by themselves once it answers.';

@Injectable()
export class CredentialOutages {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly alerts: AlertsService,
    private readonly events: EventBus,
  ) {}

  /**
   * Kept by the runs: whether the system behind it answers (null: as it was), and until when no call is made. Told when it
   * goes offline.
   */
  async setReachability(
    projectId: string,
    id: string,
    reachability: Reachability | null,
    blockedUntil: Date | null,
  ): Promise<void> {
    if (reachability === 'offline') {
      const isNew = await this.credentials.updateIf(
        { projectId, id, reachability: 'ok' },
        { reachability, blockedUntil },
        // by the same connection: a second one, waited for while this one is held, may never come
        async (manager) =>
          this.raise(
            manager,
            await manager.findOneByOrFail(Credential, { projectId, id }),
            'offline',
            OFFLINE_REASON,
          ),
      );
      if (isNew) return;
    }
    await this.credentials.update(projectId, id, {
      ...(reachability !== null && { reachability }),
      blockedUntil,
    });
  }

  /**
   * The system refuses it for good: a grant of a person needs its owner, the other types another value. Told once. False
   * when the refused token (0: a type without one), or the secret inputs of a type without one, are not what is stored
   * now: that may be good.
   */
  async setRefused(
    projectId: string,
    id: string,
    message: string,
    tokenVersion: number,
    secretInputs: string | null = null,
  ): Promise<boolean> {
    const credential = await this.credentials.get(projectId, id);
    const system = await this.systems.get(projectId, credential.systemId);
    const status = needsOwner(system) ? 'reconnect_required' : 'failed';
    const lastError = { code: 'refused', message, at: new Date().toISOString() };
    const used = {
      ...(tokenVersion > 0 && { tokenVersion }),
      ...(secretInputs !== null && { secretInputs }),
    };
    const isNew = await this.credentials.updateIf(
      { projectId, id, status: 'connected', ...used },
      { status, lastError },
      (manager) => this.raise(manager, credential, status, message),
    );
    if (!isNew) {
      const now = await this.credentials.get(projectId, id);
      if (now.status !== 'connected') return true;
      return tokenVersion > 0
        ? now.tokenVersion === tokenVersion
        : secretInputs === null || now.secretInputs === secretInputs;
    }
    if (status === 'failed') return true;
    const { credentialName: resourceName } = credential;
    const about = { projectId, resourceType: 'credential', resourceId: id, resourceName, actor: null };
    await this.events.emit({ ...about, type: CREDENTIAL_RECONNECT_REQUIRED, details: { reason: message } });
    return true;
  }

  /** What is to be done in the transaction that writes this status; undefined: nobody is to be told. */
  telling(
    before: Credential,
    status: CredentialStatus | null,
    reason: string,
  ): ((manager: EntityManager) => Promise<void>) | undefined {
    const isOutage = status === 'failed' || status === 'reconnect_required';
    if (!isOutage || before.status !== 'connected') return undefined;
    return (manager) => this.raise(manager, before, status, reason);
  }

  private raise(
    manager: EntityManager,
    { projectId, id, credentialName }: Credential,
    state: 'offline' | 'failed' | 'reconnect_required',
    reason: string,
  ): Promise<void> {
    return this.alerts.raise(manager, projectId, `credential:${id}:${newId()}`, {
      kind: `credential_${state}`,
      credential: { credential_id: id, credential_name: credentialName, reason },
    });
  }
}
