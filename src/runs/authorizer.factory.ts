// Opens the systems of a run: address, inputs, limits, and who places the credential on its calls.
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { EngineError } from '#engine';
import { AppLogger } from '../common/logging/app-logger.js';
import { CredentialOutages } from '../credentials/credential-outages.service.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import type { Credential } from '../credentials/credential.entity.js';
import { TokenSource } from '../credentials/token-source.service.js';
import { untilUnchanged } from '../database/update-unchanged.js';
import { SystemsService } from '../systems/systems.service.js';
import type { System } from '../systems/system.entity.js';
import type { CredentialLimits } from './limits/credential-limiter.js';
import type { Authorizer } from './run-calls.js';
import { RunDispatcher } from './run-dispatcher.service.js';
import type { RunSnapshot } from './run.types.js';

export interface SystemAccess {
  authorizer: Authorizer;
  /** counted by the credential, or by the system where it needs none */
  limits: CredentialLimits;
  /** to be taken out of everything that is stored; a renewed token adds to them */
  secrets: () => string[];
}

@Injectable()
export class AuthorizerFactory {
  constructor(
    private readonly systems: SystemsService,
    private readonly credentials: CredentialsService,
    private readonly tokens: TokenSource,
    private readonly outages: CredentialOutages,
    private readonly dispatcher: RunDispatcher,
    private readonly logger: AppLogger,
  ) {}

  /** By system id, for all systems that the snapshot calls. Throws EngineError CONFIG where a connection is gone. */
  async open(projectId: string, snapshot: RunSnapshot): Promise<Map<string, SystemAccess>> {
    const { systems, credentials } = await untilUnchanged(() => this.read(projectId, snapshot));
    return new Map(
      systems.map((system) => {
        const credentialId = snapshot.credentials[system.id];
        const credential = credentials.find((each) => each.id === credentialId);
        // nobody can bring it back, so the run would wait for ever
        if (credentialId !== undefined && !credential)
          throw new EngineError(
            'CONFIG',
            `The connection to "${system.systemName}" with which this run was started has been deleted.`,
          );
        return [system.id, this.access(system, credential ?? null)];
      }),
    );
  }

  /** undefined: a system changed meanwhile, and what stands in the credentials may be for another host of it. */
  private async read(
    projectId: string,
    snapshot: RunSnapshot,
  ): Promise<{ systems: System[]; credentials: Credential[] } | undefined> {
    const ids = [...new Set(snapshot.apis.map((api) => api.system_id))];
    const systems = await this.systems.findMany(projectId, ids);
    const credentials = await this.credentials.findMany(projectId, Object.values(snapshot.credentials));
    const now = new Map((await this.systems.findMany(projectId, ids)).map((system) => [system.id, system]));
    return systems.every((system) => isDeepStrictEqual(system, now.get(system.id)))
      ? { systems, credentials }
      : undefined;
  }

  /**
   * Not waited for: what could not be written is only shown, and the runs go by what they know themselves. Once a system
   * answers, those that wait for it are woken.
   */
  noteReachability(
    projectId: string,
    credentialId: string,
    state: 'ok' | 'offline' | null,
    until: Date | null,
  ): void {
    this.outages
      .setReachability(projectId, credentialId, state, until)
      .then(() => (state === 'ok' ? this.dispatcher.wake(credentialId) : undefined))
      .catch((error: unknown) =>
        this.logger.warning('the state of a connection could not be noted', {
          credential: credentialId,
          error: String((error as Error).message),
        }),
      );
  }

  private access(system: System, credential: Credential | null): SystemAccess {
    const inputs = credential ? this.credentials.inputsOf(credential) : { all: {}, secret: [] };
    const opened = this.tokens.open(system, credential, inputs.all);
    const authorizer: Authorizer = {
      target: { baseUrl: system.baseUrl, defaultHeaders: system.defaultHeaders, inputs: inputs.all },
      tokenFailureStatuses: new Set(system.tokenFailureStatusCodes),
      hasCredential: credential !== null && system.authenticationType !== 'none',
      apply: (url, headers) => opened.apply(url, headers),
      renew: (tokenVersion) => opened.renew(tokenVersion),
      refused: async (message, tokenVersion) => {
        if (!credential) return true;
        const { projectId } = system;
        const now = await this.credentials.get(projectId, credential.id);
        const isChanged = !isDeepStrictEqual(this.credentials.inputsOf(now).all, inputs.all);
        if (tokenVersion === 0 && isChanged) return false;
        const secret = tokenVersion === 0 ? now.secretInputs : null;
        const isHeld = await this.outages.setRefused(projectId, now.id, message, tokenVersion, secret);
        if (!isHeld) this.tokens.forget(now.id);
        return isHeld;
      },
    };
    return {
      authorizer,
      limits: {
        credentialId: credential?.id ?? system.id,
        rate: rateOf(system),
        maxInFlight: system.maxConcurrency,
      },
      secrets: () => [...inputs.secret, ...opened.secrets()],
    };
  }
}

/** Without a burst a tenth of a second's requests may come at once. */
function rateOf(system: System): CredentialLimits['rate'] {
  const { rateLimit } = system;
  if (!rateLimit) return null;
  const perSecond = rateLimit.requests / rateLimit.per_seconds;
  return {
    requests: rateLimit.requests,
    perSeconds: rateLimit.per_seconds,
    burst: rateLimit.burst ?? Math.max(1, Math.ceil(perSecond / 10)),
  };
}
