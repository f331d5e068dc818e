// Begins consents: state, browser binding, authorization URL; tells how they stand.
import { Injectable } from '@nestjs/common';
import { beginConsent, FLOW_LIFETIME_MS } from '#oauth';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { SystemsService } from '../systems/systems.service.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialRepository } from './credential.repository.js';
import { IssuerMetadata } from './issuer-metadata.service.js';
import { TokenRequests } from './token-requests.service.js';
import { isConsentSystem } from './token-settings.js';

export interface StartedConsent {
  attemptId: string;
  authorizationUrl: string;
  expiresAt: Date;
  /** Of the browser that made the call; only it can finish the consent. */
  cookie: { name: string; value: string; path: string; maxAgeSeconds: number; secure: boolean };
}

export interface AttemptState {
  status: 'pending' | 'succeeded' | 'failed' | 'expired';
  error: string | null;
}

@Injectable()
export class ConsentService {
  constructor(
    private readonly attempts: ConsentAttemptRepository,
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly requests: TokenRequests,
    private readonly issuers: IssuerMetadata,
    private readonly config: AppConfig,
  ) {}

  async start(scope: ProjectScope, credentialId: string): Promise<StartedConsent> {
    const { projectId, userId } = scope;
    const credential = await this.credentials.get(projectId, credentialId);
    const system = await this.systems.get(projectId, credential.systemId);
    if (!isConsentSystem(system)) {
      throw DomainError.invalid(
        [],
        'The system of this credential needs no consent: test the credential instead.',
      );
    }
    const { redirectUrl } = this.config;
    const settings = this.requests.settingsOf(system);
    const flow = beginConsent(settings, redirectUrl);
    const issuerRequired = settings.issuer !== null && (await this.issuers.announcesIssuer(settings.issuer));
    const id = newId();
    const expiresAt = new Date(Date.now() + FLOW_LIFETIME_MS);
    const attempt = {
      id,
      credentialId,
      userId,
      stateHash: flow.stateHash,
      browserHash: flow.browserHash,
      codeVerifier: flow.codeVerifier,
      redirectUri: flow.redirectUri,
      issuer: settings.issuer,
      issuerRequired,
      expiresAt,
    };
    const isBegun = await this.systems.ifInPlace(system, async (manager) => {
      await this.attempts.insert(manager, projectId, attempt);
      // A saved connection keeps its state until the new token is there.
      await this.credentials.updateDraft(projectId, credentialId, { status: 'awaiting_consent' }, manager);
    });
    if (!isBegun)
      throw DomainError.conflict(
        'version_conflict',
        'The system moved to another host just now. Start the consent again.',
      );
    return {
      attemptId: id,
      authorizationUrl: flow.authorizationUrl,
      expiresAt,
      cookie: {
        name: flow.cookieName,
        value: flow.browserSecret,
        path: new URL(redirectUrl).pathname,
        maxAgeSeconds: FLOW_LIFETIME_MS / 1000,
        secure: redirectUrl.startsWith('https:'),
      },
    };
  }

  async state(projectId: string, attemptId: string): Promise<AttemptState> {
    const { status, error, expiresAt } = await this.attempts.get(projectId, attemptId);
    if (status === 'pending' && expiresAt.getTime() < Date.now()) return { status: 'expired', error: null };
    return { status, error: error?.message ?? null };
  }
}
