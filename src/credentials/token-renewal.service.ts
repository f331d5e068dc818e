// Renews a token once however many ask: one promise per credential here, one lease per credential everywhere.
import { Injectable } from '@nestjs/common';
import type { OAuthFailure, TokenSet } from '#oauth';
import { newId } from '../common/http/id.js';
import { SystemsService } from '../systems/systems.service.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import { type FetchedToken, TokenRequests } from './token-requests.service.js';
import { TokenStore } from './token-store.service.js';
import { TokenRepository } from './token.repository.js';

const POLL_MS = 200;
const MAX_WAIT_MS = 30_000;

/** `fetched` is there when this process made the request itself. */
export type Renewal = { fetched?: FetchedToken } & ({ ok: true } | { ok: false; failure: OAuthFailure });

const WAITED_TOO_LONG: OAuthFailure = {
  kind: 'transient',
  code: 'renewal_in_progress',
  message: 'Another process renews the token and has not finished in time.',
  status: null,
  retryAfterSeconds: null,
};
const GONE: OAuthFailure = {
  ...WAITED_TOO_LONG,
  kind: 'configuration',
  code: 'gone',
  message: 'The credential does not exist any more.',
};

@Injectable()
export class TokenRenewal {
  private readonly owner = newId();
  private readonly running = new Map<string, Promise<Renewal>>();

  constructor(
    private readonly tokens: TokenRepository,
    private readonly store: TokenStore,
    private readonly requests: TokenRequests,
    private readonly systems: SystemsService,
    private readonly secrets: CredentialSecrets,
  ) {}

  /**
   * Replaces the token of `tokenVersion`; done already when the stored one is newer. `isRefused`: the system does not
   * take it any more, whatever its end says.
   */
  renew(projectId: string, id: string, tokenVersion: number, isRefused = false): Promise<Renewal> {
    const known = this.running.get(id);
    if (known) return known;
    const renewal = this.run(projectId, id, tokenVersion, isRefused).finally(() => this.running.delete(id));
    this.running.set(id, renewal);
    return renewal;
  }

  private async run(
    projectId: string,
    id: string,
    tokenVersion: number,
    isRefused: boolean,
  ): Promise<Renewal> {
    // Each lease has its own name: one that ran out can't be settled by the same process later.
    const owner = `${this.owner}:${newId()}`;
    const until = Date.now() + MAX_WAIT_MS;
    let failuresBefore: number | null = null;
    while (Date.now() < until) {
      const seen = await this.tokens.find(projectId, id);
      if (seen === null) return { ok: false, failure: GONE };
      if (seen.tokenVersion !== tokenVersion) {
        // other inputs have taken the token away: one for them is fetched
        if (seen.tokenSet !== null || seen.status !== 'connected') return { ok: true };
        tokenVersion = seen.tokenVersion;
        failuresBefore = null;
      }
      // The other process may have failed and let go: its verdict stands.
      if (failuresBefore !== null && seen.leaseOwner === null && seen.renewFailures > failuresBefore)
        return { ok: false, failure: failureOf(seen) };
      failuresBefore ??= seen.renewFailures;
      if (await this.tokens.lease(projectId, id, owner, seen)) {
        const renewal = await this.renewHeld(seen, owner, isRefused);
        if (renewal !== 'changed') return renewal;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return { ok: false, failure: WAITED_TOO_LONG };
  }

  /** `changed`: other inputs came in between; the lease is given back, and the credential is looked at again. */
  private async renewHeld(seen: Credential, owner: string, isRefused: boolean): Promise<Renewal | 'changed'> {
    const { projectId, id, tokenVersion } = seen;
    try {
      // The system first: secrets that are read after it were never dropped because it moved there.
      const system = await this.systems.get(projectId, seen.systemId);
      const credential = await this.tokens.find(projectId, id);
      if (credential === null) return { ok: false, failure: GONE };
      if (credential.tokenVersion !== tokenVersion) {
        await this.tokens.settle(projectId, id, { owner, tokenVersion: credential.tokenVersion }, {});
        return 'changed';
      }
      const inputs = this.inputsOf(credential);
      const given = { tokens: this.secrets.openTokenSet<TokenSet>(credential), inputs };
      const fetched = await this.requests.fetch(system, given);
      // Nothing could be sent: a token that is still good stays in use until its end.
      if (!fetched.ok && fetched.steps.length === 0 && isLive(credential) && !isRefused) {
        await this.tokens.settle(projectId, id, { owner, tokenVersion }, {});
        return { ok: false, failure: fetched.failure, fetched };
      }
      const isWritten = fetched.ok
        ? await this.store.renewed(credential, system, owner, fetched.tokens)
        : await this.store.renewalFailed(credential, system, owner, fetched.failure);
      // Another write came first (a new consent): its token is the good one.
      if (!isWritten || fetched.ok) return { ok: true, fetched };
      return { ok: false, failure: fetched.failure, fetched };
    } catch (error) {
      await this.tokens.settle(projectId, id, { owner, tokenVersion }, {}).catch(() => false);
      throw error;
    }
  }

  private inputsOf(credential: Credential): Record<string, string> {
    const open = Object.entries(credential.inputs).map(([name, value]) => [name, String(value)]);
    return { ...Object.fromEntries(open), ...this.secrets.openInputs(credential) } as Record<string, string>;
  }
}

const isLive = ({ tokenSet, status, expiresAt }: Credential): boolean =>
  tokenSet !== null && status === 'connected' && (expiresAt === null || expiresAt.getTime() > Date.now());

/** The stored reason of a credential that cannot be used, as a failure. */
export function failureOf(credential: Credential): OAuthFailure {
  const { lastError, status } = credential;
  return {
    kind: status === 'reconnect_required' ? 'reconnect' : status === 'failed' ? 'configuration' : 'transient',
    code: lastError?.code ?? 'not_connected',
    message: lastError?.message ?? 'The credential is not connected.',
    status: null,
    retryAfterSeconds: null,
  };
}
