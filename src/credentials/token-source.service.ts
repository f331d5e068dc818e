// Tokens at hand for calls: cached in memory, renewed when due, checked against the row every few seconds.
import { Injectable } from '@nestjs/common';
import {
  authorizationOf,
  authorize,
  type Authorization,
  basicAuthorization,
  TokenFormatError,
  type TokenSet,
} from '#oauth';
import { headerProblem } from '#outbound';
import { EventBus } from '../common/events/domain-event.js';
import { isDatabaseAway } from '../database/database-away.js';
import type { ApiKeySettings } from '../systems/authentication/authentication.types.js';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import {
  type AuthorizedRequest,
  type CredentialAuthorizer,
  CredentialUnusableError,
} from './credential-authorizer.types.js';
import { CredentialSecrets } from './credential-secrets.js';
import {
  CREDENTIAL_CONNECTED,
  CREDENTIAL_RECONNECT_REQUIRED,
  CREDENTIAL_UPDATED,
} from './credential.events.js';
import type { Credential } from './credential.entity.js';
import { hasToken, placementOf } from './token-settings.js';
import { failureOf, TokenRenewal } from './token-renewal.service.js';
import { TokenRepository } from './token.repository.js';

/** A token at hand. Times are epoch milliseconds. */
interface AtHand {
  authorization: Authorization;
  /** The settings of the system under which the authorization was written. */
  placement: string;
  tokenVersion: number;
  secrets: string[];
  /** Until then neither the clock nor the row can say otherwise. */
  freshUntil: number;
  /** Infinity: it is not known to end */
  endsAt: number;
}

/** How long a row is believed: a token replaced by another process is seen after this. */
const RECHECK_MS = 5_000;
/** While the row cannot be read, a token that has not ended is used on; looked at again after this. */
const RECHECK_AWAY_MS = 1_000;
const MAX_CACHED = 10_000;

@Injectable()
export class TokenSource {
  private readonly atHand = new Map<string, AtHand>();
  private readonly loading = new Map<string, Promise<AtHand>>();

  constructor(
    private readonly tokens: TokenRepository,
    private readonly secrets: CredentialSecrets,
    private readonly renewal: TokenRenewal,
    private readonly systems: SystemsService,
    events: EventBus,
  ) {
    for (const type of [CREDENTIAL_CONNECTED, CREDENTIAL_RECONNECT_REQUIRED, CREDENTIAL_UPDATED]) {
      events.on(type, ({ resourceId }) => this.forget(resourceId));
    }
  }

  /** For the calls of a run or a test to `system`; null as credential: calls without authorization. */
  open(system: System, credential: Credential | null, inputs: Record<string, string>): CredentialAuthorizer {
    const placed = placer();
    if (credential === null || !hasToken(system)) {
      const fixed = credential === null ? null : fixedAuthorization(system, inputs);
      return {
        apply: (url, headers) => placed(url, headers, fixed, 0),
        renew: async () => false,
        secrets: () => (fixed ? secretsIn(fixed) : []),
      };
    }
    const { id } = credential;
    // With the address: a token at hand from before a move, in whatever process, never goes to the new one.
    const placement = JSON.stringify([system.baseUrl, placementOf(system)]);
    // Tokens of before a renewal too: answers on their way may still hold them.
    const seen = new Set<string>();
    let lastVersion = -1;
    return {
      apply: (url, headers) => {
        const place = ({ authorization, tokenVersion, secrets }: AtHand): AuthorizedRequest => {
          if (tokenVersion !== lastVersion) for (const secret of secrets) seen.add(secret);
          lastVersion = tokenVersion;
          return placed(url, headers, authorization, tokenVersion);
        };
        const known = this.known(id, placement);
        return known ? place(known) : this.current(system, placement, id).then(place);
      },
      renew: (tokenVersion) => this.renewRefused(system, id, tokenVersion),
      secrets: () => [...seen],
    };
  }

  /** After a change of the credential or its system. */
  forget(credentialId: string): void {
    this.atHand.delete(credentialId);
  }

  /** Why the stored token cannot be put on calls as the system's settings say; null when it can. */
  faultOf(system: System, credential: Credential): string | null {
    const tokens = this.secrets.openTokenSet<TokenSet>(credential);
    if (tokens === null) return null;
    const { placement, tokenPath } = placementOf(system);
    try {
      const { in: place, name, value } = authorizationOf(tokens, placement, tokenPath);
      return place === 'header' ? headerProblem(name, value) : null;
    } catch (error) {
      if (error instanceof TokenFormatError) return error.message;
      throw error;
    }
  }

  /** The authorization of these settings, while it needs no look at the row. */
  private known(id: string, placement: string): AtHand | null {
    const known = this.atHand.get(id);
    return known?.placement === placement && Date.now() < known.freshUntil ? known : null;
  }

  private async current(system: System, placement: string, id: string): Promise<AtHand> {
    const known = this.atHand.get(id);
    // A run with older settings and one with newer ones do not share an authorization, only the renewal under it.
    const key = `${id} ${placement}`;
    const running = this.loading.get(key);
    if (running) return running;
    const loading = this.load(system, placement, id)
      .catch((error: unknown) => {
        const now = Date.now();
        if (!isDatabaseAway(error) || known?.placement !== placement || known.endsAt <= now) throw error;
        known.freshUntil = Math.min(now + RECHECK_AWAY_MS, known.endsAt);
        return known;
      })
      .finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  private async load(system: System, placement: string, id: string): Promise<AtHand> {
    let credential = await this.find(system, id);
    if (credential.status === 'reconnect_required') throw unusable(failureOf(credential));
    if (isRenewalDue(credential)) {
      const renewal = await this.renewal.renew(system.projectId, id, credential.tokenVersion);
      credential = await this.find(system, id);
      if (!renewal.ok && !isUsable(credential)) throw unusable(renewal.failure);
    }
    if (!isUsable(credential)) throw unusable(failureOf(credential));
    return this.keep(system, placement, credential);
  }

  private keep(system: System, settings: string, credential: Credential): AtHand {
    const tokens = this.secrets.openTokenSet<TokenSet>(credential) as TokenSet;
    const { placement, tokenPath } = placementOf(system);
    const authorization = withFormatErrors(() => authorizationOf(tokens, placement, tokenPath));
    const end = Math.min(
      credential.renewAt?.getTime() ?? Infinity,
      credential.expiresAt?.getTime() ?? Infinity,
    );
    const now = Date.now();
    // While a failed renewal waits for its next try, the old token is used until it ends.
    const freshUntil = Math.min(now + RECHECK_MS, end > now ? end : now);
    const secrets = [tokens.accessToken, tokens.refreshToken ?? '', ...secretsIn(authorization)].filter(
      Boolean,
    );
    const { tokenVersion } = credential;
    const endsAt = credential.expiresAt?.getTime() ?? Infinity;
    const entry = { authorization, placement: settings, tokenVersion, secrets, freshUntil, endsAt };
    if (this.atHand.size >= MAX_CACHED) this.atHand.clear();
    this.atHand.set(credential.id, entry);
    return entry;
  }

  private async renewRefused(system: System, id: string, tokenVersion: number): Promise<boolean> {
    this.forget(id);
    const credential = await this.find(system, id);
    // Somebody else renewed it meanwhile: that token has not been tried.
    if (credential.tokenVersion !== tokenVersion && credential.status === 'connected') return true;
    if (credential.status === 'reconnect_required' || isWaiting(credential))
      throw unusable(failureOf(credential));
    const renewal = await this.renewal.renew(system.projectId, id, credential.tokenVersion, true);
    // A token endpoint that is away for a moment does not make the connection a refused one.
    if (!renewal.ok) throw unusable(renewal.failure);
    return true;
  }

  /** `seen`: the system as the caller knows it; whoever began before a move gets no token that was issued after it. */
  private async find(seen: System, id: string): Promise<Credential> {
    const found = await this.tokens.findWithSystem(seen.projectId, id);
    if (found?.credential.savedAt == null)
      throw new CredentialUnusableError('configuration', 'The credential is not connected.');
    if (!this.systems.isInPlace(seen, found.system))
      throw new CredentialUnusableError('moved', 'The system has moved to another host meanwhile.');
    return found.credential;
  }
}

/** Failed before and its next try is still to come. */
const isWaiting = (credential: Credential): boolean =>
  credential.renewFailures > 0 && credential.renewAt !== null && credential.renewAt.getTime() > Date.now();

function isRenewalDue(credential: Credential): boolean {
  if (isWaiting(credential)) return false;
  const now = Date.now();
  if (credential.tokenSet === null) return true;
  const times = [credential.renewAt, credential.expiresAt].filter((time) => time !== null);
  return times.some((time) => time.getTime() <= now);
}

const isUsable = (credential: Credential): boolean =>
  credential.tokenSet !== null &&
  credential.status !== 'reconnect_required' &&
  (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now());

function unusable({ kind, message }: { kind: string; message: string }): CredentialUnusableError {
  const known = kind === 'reconnect' || kind === 'configuration' ? kind : 'transient';
  return new CredentialUnusableError(known, message);
}

function withFormatErrors<T>(format: () => T): T {
  try {
    return format();
  } catch (error) {
    if (error instanceof TokenFormatError) throw new CredentialUnusableError('configuration', error.message);
    throw error;
  }
}

type Headers = Record<string, string>;

/** The same call with the same authorization, as a run makes them one after the other, is put together once. */
function placer(): (
  url: string,
  headers: Headers,
  authorization: Authorization | null,
  tokenVersion: number,
) => AuthorizedRequest {
  let asked: unknown[] = [];
  let last: AuthorizedRequest | null = null;
  return (...call) => {
    if (last && call.every((part, at) => part === asked[at])) return last;
    const [url, headers, authorization, tokenVersion] = call;
    asked = call;
    const request = authorization
      ? authorize<{ url: string; headers: Headers }>({ url, headers }, authorization)
      : { url, headers };
    return (last = { ...request, tokenVersion });
  };
}

const secretsIn = ({ value }: Authorization): string[] => [value, value.replace(/^(Basic|Bearer) /, '')];

/** What the types without a token write on each call; null: nothing. */
function fixedAuthorization(system: System, inputs: Record<string, string>): Authorization | null {
  switch (system.authenticationType) {
    case 'basic': {
      const value = basicAuthorization(inputs.username ?? '', inputs.password ?? '', 'raw');
      return { in: 'header', name: 'Authorization', value };
    }
    case 'bearer_token':
      return { in: 'header', name: 'Authorization', value: `Bearer ${inputs.token ?? ''}` };
    case 'api_key': {
      const { api_key_in: place, api_key_name: name } = system.authentication as ApiKeySettings;
      return { in: place, name, value: inputs.api_key ?? '' };
    }
    default:
      return null;
  }
}
