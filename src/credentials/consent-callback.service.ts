// Ends consents: callback checks in their order, the code exchange, and the reason where it is refused.
import { Injectable } from '@nestjs/common';
import {
  type CallbackRefusal,
  checkCallback,
  flowCookieName,
  hashOf,
  readCallback,
  type TokenGrant,
} from '#oauth';
import { AppLogger } from '../common/logging/app-logger.js';
import { SystemsService } from '../systems/systems.service.js';
import type { ConsentAttempt } from './consent-attempt.entity.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialRepository } from './credential.repository.js';
import { TokenRequests } from './token-requests.service.js';
import { SYSTEM_MOVED, toCredentialError, TokenStore } from './token-store.service.js';

export interface ConsentResult {
  ok: boolean;
  message: string;
  /** null: nothing is known of such a consent. */
  attemptId: string | null;
  /** The browser's cookie of this consent is of no more use. */
  spentCookie: string | null;
}

const UNKNOWN = 'This consent is not known, or it was begun more than ten minutes ago. Start it again.';
const NO_ACCESS = {
  code: 'no_access',
  message: 'The person who began this consent may not work in this project any more.',
};
const USED = 'This consent was already used. Start it again.';

@Injectable()
export class ConsentCallbackService {
  constructor(
    private readonly attempts: ConsentAttemptRepository,
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly requests: TokenRequests,
    private readonly store: TokenStore,
    private readonly logger: AppLogger,
  ) {}

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
    const { projectId } = attempt;
    // Ten minutes may lie between the two, and access ends at once.
    const actor = await this.attempts.personOf(attempt);
    if (actor === null) return this.refuse(attempt, NO_ACCESS);
    const credential = await this.credentials.get(projectId, attempt.credentialId);
    const system = await this.systems.get(projectId, credential.systemId);
    // After the system was read: when it moves, the consents under way fail with it, and their codes stay here.
    const { status, error } = await this.attempts.get(projectId, attempt.id);
    if (status !== 'pending') return this.refuse(attempt, error ?? SYSTEM_MOVED);
    const fetched = await this.requests.exchange(system, this.codeGrant(attempt, code));
    if (!fetched.ok) return this.refuse(attempt, fetched.failure);
    if (!(await this.store.connect(credential, system, fetched.tokens, actor)))
      return this.refuse(attempt, SYSTEM_MOVED);
    await this.attempts.finish(attempt, 'succeeded', null);
    this.logger.info('a consent brought a token', { credential: credential.id, system: system.id });
    const notes = [fetched.advice?.message, ...fetched.warnings].filter((text) => text !== undefined);
    return { ok: true, message: ['The connection works.', ...notes].join(' ') };
  }

  private codeGrant(attempt: ConsentAttempt, code: string): TokenGrant {
    const { redirectUri } = attempt;
    return { kind: 'authorization_code', code, redirectUri, codeVerifier: this.attempts.verifierOf(attempt) };
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
