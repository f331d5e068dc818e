// A consent from its start to its result: state, browser binding, callback checks, code exchange.
import { Injectable } from '@nestjs/common';
import {
  beginConsent,
  type CallbackRefusal,
  checkCallback,
  flowCookieName,
  FLOW_LIFETIME_MS,
  hashOf,
  readCallback,
  type TokenGrant,
} from '#oauth';
import { Sealer } from '../common/crypto/sealer.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { AppConfig } from '../config/app-config.js';
import { SystemsService } from '../systems/systems.service.js';
import type { ConsentAttempt } from './consent-attempt.entity.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialRepository } from './credential.repository.js';
import { IssuerMetadata } from './issuer-metadata.service.js';
import { TokenRequests } from './token-requests.service.js';
import { isConsentSystem } from './token-settings.js';
import { toCredentialError, TokenStore } from './token-store.service.js';

export interface StartedConsent {
  attemptId: string;
  authorizationUrl: string;
  expiresAt: Date;
  /** Of the browser that made the call; only it can finish the consent. */
  cookie: { name: string; value: string; path: string; maxAgeSeconds: number; secure: boolean };
}

export interface ConsentResult {
  ok: boolean;
  message: string;
  /** null: nothing is known of such a consent. */
  attemptId: string | null;
  /** The browser's cookie of this consent is of no more use. */
  spentCookie: string | null;
}

export interface AttemptState {
  status: 'pending' | 'succeeded' | 'failed' | 'expired';
  error: string | null;
}

const UNKNOWN = 'This consent is not known, or it was begun more than ten minutes ago. Start it again.';
const USED = 'This consent was already used or replaced by a newer one. Start it again.';

@Injectable()
export class ConsentService {
  constructor(
    private readonly attempts: ConsentAttemptRepository,
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly requests: TokenRequests,
    private readonly store: TokenStore,
    private readonly issuers: IssuerMetadata,
    private readonly sealer: Sealer,
    private readonly config: AppConfig,
    private readonly logger: AppLogger,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('consent_attempts', (limit) => attempts.deleteOld(limit));
  }

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
    const replaced = { code: 'replaced', message: USED, at: new Date().toISOString() };
    await this.attempts.supersede(projectId, credentialId, replaced);
    await this.attempts.insert(projectId, {
      id,
      credentialId,
      userId,
      stateHash: flow.stateHash,
      browserHash: flow.browserHash,
      codeVerifier: flow.codeVerifier && this.sealer.seal(flow.codeVerifier, verifierPlace(projectId, id)),
      redirectUri: flow.redirectUri,
      issuer: settings.issuer,
      issuerRequired,
      expiresAt,
    });
    // A saved connection keeps its state until the new token is there.
    if (credential.savedAt === null)
      await this.credentials.update(projectId, credentialId, { status: 'awaiting_consent' });
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

  /** The callback of a browser. Never throws for what a stranger sent; the message is safe to show. */
  async finish(search: string, cookies: Record<string, string | undefined>): Promise<ConsentResult> {
    const query = readCallback(search);
    if (!query.ok) return { ok: false, message: query.message, attemptId: null, spentCookie: null };
    const stateHash = hashOf(query.state);
    const spentCookie = flowCookieName(stateHash);
    const attempt = await this.attempts.consume(stateHash);
    if (attempt === null) {
      const message = (await this.attempts.isKnown(stateHash)) ? USED : UNKNOWN;
      return { ok: false, message, attemptId: null, spentCookie };
    }
    const { browserHash, issuer, issuerRequired } = attempt;
    const checked = checkCallback(query, {
      browserHash,
      cookie: cookies[spentCookie],
      issuer,
      issuerRequired,
    });
    const result = checked.ok
      ? await this.exchange(attempt, checked.code)
      : await this.refuse(attempt, checked);
    return { ...result, attemptId: attempt.id, spentCookie };
  }

  private async exchange(attempt: ConsentAttempt, code: string): Promise<{ ok: boolean; message: string }> {
    const { projectId, redirectUri } = attempt;
    const credential = await this.credentials.get(projectId, attempt.credentialId);
    const system = await this.systems.get(projectId, credential.systemId);
    const fetched = await this.requests.exchange(system, this.codeGrant(attempt, code, redirectUri));
    if (!fetched.ok) return this.refuse(attempt, fetched.failure);
    await this.store.connect(credential, fetched.tokens);
    await this.attempts.finish(attempt, 'succeeded', null);
    this.logger.info('a consent brought a token', { credential: credential.id, system: system.id });
    const notes = [fetched.advice?.message, ...fetched.warnings].filter((text) => text !== undefined);
    return { ok: true, message: ['The connection works.', ...notes].join(' ') };
  }

  private codeGrant(attempt: ConsentAttempt, code: string, redirectUri: string): TokenGrant {
    const { projectId, id, codeVerifier } = attempt;
    const verifier = codeVerifier && this.sealer.open(codeVerifier, verifierPlace(projectId, id)).reveal();
    return { kind: 'authorization_code', code, redirectUri, codeVerifier: verifier };
  }

  /** The reason in the attempt, for the pop-up, and on the credential, for the page. Tokens stay as they are. */
  private async refuse(
    attempt: ConsentAttempt,
    refusal: Pick<CallbackRefusal, 'code' | 'message'>,
  ): Promise<{ ok: false; message: string }> {
    const error = toCredentialError(refusal);
    const credential = await this.credentials.get(attempt.projectId, attempt.credentialId);
    await this.store.noteFailure(credential, error, credential.savedAt === null ? { status: 'draft' } : {});
    await this.attempts.finish(attempt, 'failed', error);
    this.logger.warning('a consent was refused', { credential: credential.id, reason: refusal.code });
    return { ok: false, message: refusal.message };
  }
}

const verifierPlace = (projectId: string, rowId: string) => ({
  table: 'consent_attempts',
  column: 'code_verifier',
  rowId,
  projectId,
});
