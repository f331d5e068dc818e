// Ends consents: callback checks in their order, the code exchange, and the reason where it is refused.
import { Injectable } from '@nestjs/common';
import {
  type CallbackQuery,
  type CallbackRefusal,
  checkCallback,
  flowCookieName,
  hashOf,
  readCallback,
  type TokenGrant,
} from '#oauth';
import { endsWithin } from '../common/ends-within.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { SystemsService } from '../systems/systems.service.js';
import type { ConsentAttempt } from './consent-attempt.entity.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialRepository } from './credential.repository.js';
import { DisconnectService } from './disconnect.service.js';
import { TokenRequests } from './token-requests.service.js';
import { SYSTEM_MOVED, toCredentialError, TokenStore } from './token-store.service.js';

export interface ConsentResult {
  ok: boolean;
  message: string;
  /** null: nothing is known of such a consent. */
  attemptId: string | null;
  /** The browser's cookie of this consent is of no more use. */
  spentCookie: string | null;
  /** There is nothing to read but that it went well. */
  closes: boolean;
}

type Outcome = Pick<ConsentResult, 'closes' | 'message' | 'ok'>;

const UNKNOWN = 'This consent is not known, or it was begun more than ten minutes ago. Start it again.';
const NO_ACCESS = {
  code: 'no_access',
  message: 'The person who began this consent may not work in this project any more.',
};
const SPENT = {
  use: 'This consent was already used. Start it again.',
  time: 'This consent was begun more than ten minutes ago. Start it again.',
};
const DELETED = { code: 'deleted', message: 'The connection was deleted before its consent came back.' };
const BROKEN_OFF = {
  code: 'internal_error',
  message: 'The service could not finish this consent just now. Start it again.',
};
/** As long as a page waits for tokens that nobody keeps to be revoked; a slower one is still asked. */
const REVOCATION_WAIT_MS = 2_000;

@Injectable()
export class ConsentCallbackService {
  constructor(
    private readonly attempts: ConsentAttemptRepository,
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly requests: TokenRequests,
    private readonly store: TokenStore,
    private readonly disconnects: DisconnectService,
    private readonly logger: AppLogger,
  ) {}

  /** The callback of a browser. Never throws for what a stranger sent; the message is safe to show. */
  async finish(search: string, cookies: Record<string, string | undefined>): Promise<ConsentResult> {
    const query = readCallback(search);
    if (!query.ok)
      return { ok: false, message: query.message, attemptId: null, spentCookie: null, closes: false };
    const stateHash = hashOf(query.state);
    const spentCookie = flowCookieName(stateHash);
    const attempt = await this.attempts.consume(stateHash);
    if (attempt === null) {
      const spentBy = await this.attempts.spentBy(stateHash);
      const message = spentBy === null ? UNKNOWN : SPENT[spentBy];
      return { ok: false, message, attemptId: null, spentCookie, closes: false };
    }
    try {
      const outcome = await this.judge(attempt, query, cookies[spentCookie]);
      return { ...outcome, attemptId: attempt.id, spentCookie };
    } catch (error) {
      // The page that waits learns of it, where the database can still be told.
      await this.attempts.finish(attempt, 'failed', toCredentialError(BROKEN_OFF)).catch(() => undefined);
      throw error;
    }
  }

  /** What the page says where `finish` threw: the cause stands in the log. */
  brokenOff(error: unknown): ConsentResult {
    this.logger.errorOf('a consent could not be finished', error);
    return { ok: false, message: BROKEN_OFF.message, attemptId: null, spentCookie: null, closes: false };
  }

  private judge(attempt: ConsentAttempt, query: CallbackQuery, cookie: string | undefined): Promise<Outcome> {
    const { browserHash, issuer, issuerRequired } = attempt;
    const checked = checkCallback(query, { browserHash, cookie, issuer, issuerRequired });
    return checked.ok ? this.exchange(attempt, checked.code) : this.refuse(attempt, checked);
  }

  private async exchange(attempt: ConsentAttempt, code: string): Promise<Outcome> {
    const { projectId } = attempt;
    // Ten minutes may lie between the two, and access ends at once.
    const actor = await this.attempts.personOf(attempt);
    if (actor === null) return this.refuse(attempt, NO_ACCESS);
    const credential = await this.credentials.find(projectId, attempt.credentialId);
    if (credential === null) return this.refuse(attempt, DELETED);
    const system = await this.systems.get(projectId, credential.systemId);
    // After the system was read: when it moves, the consents under way fail with it, and their codes stay here.
    const { status, error } = await this.attempts.get(projectId, attempt.id);
    if (status !== 'pending') return this.refuse(attempt, error ?? SYSTEM_MOVED);
    const fetched = await this.requests.exchange(system, this.codeGrant(attempt, code));
    if (!fetched.ok) return this.refuse(attempt, fetched.failure);
    if (!(await this.store.connect(credential, system, fetched.tokens, actor))) {
      const revoked = this.disconnects.revokeTokens(system, credential.id, fetched.tokens);
      await endsWithin(revoked, REVOCATION_WAIT_MS);
      return this.refuse(attempt, SYSTEM_MOVED);
    }
    await this.attempts.finish(attempt, 'succeeded', null);
    this.logger.info('a consent brought a token', { credential: credential.id, system: system.id });
    const notes = [fetched.advice?.message, ...fetched.warnings].filter((text) => text !== undefined);
    const message = ['The connection works.', ...notes].join(' ');
    return { ok: true, message, closes: notes.length === 0 };
  }

  private codeGrant(attempt: ConsentAttempt, code: string): TokenGrant {
    const { redirectUri } = attempt;
    return { kind: 'authorization_code', code, redirectUri, codeVerifier: this.attempts.verifierOf(attempt) };
  }

  /** The reason in the attempt, for the pop-up, and on the credential, for the page. Tokens stay as they are. */
  private async refuse(
    attempt: ConsentAttempt,
    refusal: Pick<CallbackRefusal, 'code' | 'message'>,
  ): Promise<Outcome> {
    const { projectId, credentialId } = attempt;
    const credential = await this.credentials.find(projectId, credentialId);
    const { code, message } = credential === null ? DELETED : refusal;
    const error = toCredentialError({ code, message });
    if (credential !== null) {
      await this.store.noteFailure(credential, error);
      await this.credentials.updateDraft(projectId, credentialId, { status: 'draft' });
      await this.attempts.finish(attempt, 'failed', error);
    }
    this.logger.warning('a consent was refused', { credential: credentialId, reason: code });
    return { ok: false, message, closes: false };
  }
}
