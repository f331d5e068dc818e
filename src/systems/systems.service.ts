import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AnswerMembers, checkAnswerReading, checkTokenCalls } from '#oauth';
import { OutboundClient } from '#outbound';
import { Sealer } from '../common/crypto/sealer.js';
import type { Secret } from '../common/crypto/secret.js';
import { wholeChanges } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { type Usage, UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import { untilUnchanged } from '../database/update-unchanged.js';
import { mergeAuthentication } from './authentication/authentication-members.js';
import type { DynamicTokenSettings } from './authentication/authentication.types.js';
import { authenticationMembers } from './authentication/pick-members.js';
import { checkTokenAddresses } from './authentication/token-addresses.js';
import type {
  CreateSystemDto,
  RateLimitDto,
  SystemsQuery,
  TestRequestDto,
  UpdateSystemDto,
} from './dto/system.dto.js';
import { isMoved, losesSecrets } from './origin-change.js';
import type { System } from './system.entity.js';
import { SYSTEM_CREATED, SYSTEM_DELETED, SYSTEM_ORIGIN_CHANGED, SYSTEM_UPDATED } from './system.events.js';
import { SystemRepository } from './system.repository.js';

const SECRETS = new Set(['client_secret', 'token_calls']);

export interface SavedSystem {
  system: System;
  movedParams: string[];
}

/** What else changes with a system whose stored secrets must go, in one transaction with it. */
export type SystemMove = (manager: EntityManager, system: System, before: System) => Promise<void>;

@Injectable()
export class SystemsService {
  private readonly moves: SystemMove[] = [];
  private readonly secrecies: SystemMove[] = [];

  constructor(
    private readonly systems: SystemRepository,
    private readonly sealer: Sealer,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
    private readonly client: OutboundClient,
  ) {}

  list(projectId: string, query: SystemsQuery): Promise<Page<System>> {
    return this.systems.list(projectId, query, query.status);
  }

  get(projectId: string, id: string): Promise<System> {
    return this.systems.get(projectId, id);
  }

  findMany(projectId: string, ids: string[]): Promise<System[]> {
    return this.systems.findMany(projectId, ids);
  }

  findByBaseUrl(projectId: string, baseUrl: string): Promise<System[]> {
    return this.systems.findByBaseUrl(projectId, baseUrl);
  }

  moveWith(move: SystemMove): void {
    this.moves.push(move);
  }

  /** What else changes with a system that makes a secret of an input that was none, in one transaction with it. */
  makeSecretWith(change: SystemMove): void {
    this.secrecies.push(change);
  }

  /**
   * One transaction in which a system stays where it is. False, and nothing done, where it moved since it was read as
   * `seen`: what was got for it then must not be stored.
   */
  ifInPlace(seen: System, work: (manager: EntityManager) => Promise<void>): Promise<boolean> {
    return this.systems.whileHeld(seen.projectId, seen.id, async (manager, now) => {
      if (now === null || losesSecrets(seen, now)) return false;
      await work(manager);
      return true;
    });
  }

  /** One transaction in which nobody changes the system; null: it is not of this project. */
  whileHeld<T>(
    projectId: string,
    id: string,
    work: (manager: EntityManager, system: System | null) => Promise<T>,
  ): Promise<T> {
    return this.systems.whileHeld(projectId, id, work);
  }

  /** True where what was got for the system as it is `now` may go where it was when it was `seen`. */
  isInPlace(seen: System, now: System): boolean {
    return !losesSecrets(seen, now);
  }

  /** The client secret, opened where it is sent. */
  clientSecretOf(system: System): Secret | null {
    return system.clientSecret === null ? null : this.sealer.open(system.clientSecret, placeOf(system));
  }

  async create(scope: ProjectScope, input: CreateSystemDto): Promise<SavedSystem> {
    const { settings, movedParams } = mergeAuthentication(
      input.authentication_type,
      {},
      authenticationMembers(input),
    );
    const id = newId();
    const system: Omit<System, 'createdAt' | 'updatedAt' | 'projectId'> = {
      id,
      systemName: input.system_name,
      nameKey: nameKeyOf(input.system_name),
      description: input.description ?? '',
      baseUrl: input.base_url,
      status: input.status ?? 'enabled',
      authenticationType: input.authentication_type,
      authentication: settings,
      clientSecret: this.seal(scope.projectId, id, input.client_secret ?? null),
      credentialInputs: (input.credential_inputs ?? []).map((entry) => ({
        ...entry,
        secret: entry.secret ?? false,
      })),
      testRequest: toTestRequest(input.test_request ?? null),
      defaultHeaders: input.default_headers ?? {},
      rateLimit: toRateLimit(input.rate_limit ?? null),
      maxConcurrency: input.max_concurrency ?? null,
      tokenFailureStatusCodes: input.token_failure_status_codes ?? [401],
    };
    checkSystem(system);
    await checkTokenAddresses(this.client.policy, settings);
    await this.systems.insert(scope.projectId, system);
    await this.emit(SYSTEM_CREATED, scope, system);
    return { system: await this.systems.get(scope.projectId, id), movedParams };
  }

  update(scope: ProjectScope, id: string, input: UpdateSystemDto): Promise<SavedSystem> {
    return untilUnchanged(() => this.tryUpdate(scope, id, input));
  }

  /** undefined: another change came between, and this one is to be thought over again. */
  private async tryUpdate(
    scope: ProjectScope,
    id: string,
    input: UpdateSystemDto,
  ): Promise<SavedSystem | undefined> {
    const before = await this.systems.get(scope.projectId, id);
    const type = input.authentication_type ?? before.authenticationType;
    const isSameType = type === before.authenticationType;
    const stored = isSameType ? (before.authentication as Record<string, unknown>) : {};
    const { settings, movedParams } = mergeAuthentication(type, stored, authenticationMembers(input));
    const keptSecret = isSameType ? before.clientSecret : null;
    const after: System = {
      ...before,
      systemName: input.system_name ?? before.systemName,
      nameKey: nameKeyOf(input.system_name ?? before.systemName),
      description: input.description ?? before.description,
      baseUrl: input.base_url ?? before.baseUrl,
      status: input.status ?? before.status,
      authenticationType: type,
      authentication: settings,
      clientSecret:
        input.client_secret === undefined ? keptSecret : this.seal(scope.projectId, id, input.client_secret),
      credentialInputs:
        input.credential_inputs?.map((entry) => ({ ...entry, secret: entry.secret ?? false })) ??
        before.credentialInputs,
      testRequest: input.test_request === undefined ? before.testRequest : toTestRequest(input.test_request),
      defaultHeaders: input.default_headers ?? before.defaultHeaders,
      rateLimit: input.rate_limit === undefined ? before.rateLimit : toRateLimit(input.rate_limit),
      maxConcurrency: input.max_concurrency === undefined ? before.maxConcurrency : input.max_concurrency,
      tokenFailureStatusCodes: input.token_failure_status_codes ?? before.tokenFailureStatusCodes,
    };
    checkSystem(after);
    await checkTokenAddresses(this.client.policy, settings);
    if (isMoved(before, after)) await this.checkMove(scope.projectId, before, input);
    const {
      id: _id,
      projectId: _projectId,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      ...columns
    } = after;
    const mustDrop = losesSecrets(before, after);
    const isWritten = await this.systems.update(before, columns, async (manager) => {
      if (hasNewSecret(before, after))
        for (const change of this.secrecies) await change(manager, after, before);
      if (mustDrop) for (const move of this.moves) await move(manager, after, before);
    });
    if (!isWritten) return undefined;
    if (mustDrop) await this.emit(SYSTEM_ORIGIN_CHANGED, scope, after);
    await this.emit(
      SYSTEM_UPDATED,
      scope,
      after,
      wholeChanges(wireMembers(before), wireMembers(after), SECRETS),
    );
    return { system: await this.systems.get(scope.projectId, id), movedParams };
  }

  async delete(scope: ProjectScope, id: string): Promise<{ systemId: string }> {
    const system = await this.systems.get(scope.projectId, id);
    const question = { projectId: scope.projectId, resourceType: 'system', resourceId: id };
    await this.usages.refuseIfUsed(question);
    await this.usages.stop(question);
    await this.systems.delete(scope.projectId, id);
    await this.emit(SYSTEM_DELETED, scope, system);
    return { systemId: id };
  }

  async usagesOf(projectId: string, id: string, query: ListQuery): Promise<Page<Usage>> {
    await this.systems.get(projectId, id);
    return this.usages.list({ projectId, resourceType: 'system', resourceId: id }, query);
  }

  /** Stored secrets never go to a new host: the secret must come again, and the person must agree to the disconnect. */
  private async checkMove(projectId: string, before: System, input: UpdateSystemDto): Promise<void> {
    const hasSecret = before.clientSecret !== null;
    const usages = await this.usages.usages({ projectId, resourceType: 'system', resourceId: before.id });
    const hasCredentials = usages.some((usage) => usage.resource_type === 'credential');
    // Nobody loses a connection, but drafts may hold what was typed for the old host.
    if (!hasSecret && !hasCredentials) return;
    const isSecretGiven = !hasSecret || input.client_secret !== undefined;
    if (isSecretGiven && input.confirm_disconnect === true) return;
    throw new DomainError(
      'invalid',
      'secret_required',
      'The system moves to another origin. Send the client secret again and "confirm_disconnect": true; the tokens of its credentials are dropped then.',
      [
        ...(isSecretGiven
          ? []
          : [
              {
                field: 'client_secret',
                code: 'secret_required',
                message: 'must be sent again: a stored secret never goes to a new host',
              },
            ]),
        ...(input.confirm_disconnect === true
          ? []
          : [
              {
                field: 'confirm_disconnect',
                code: 'required',
                message: 'must be true: the tokens of the credentials of this system are dropped',
              },
            ]),
      ],
    );
  }

  private seal(projectId: string, id: string, secret: string | null): string | null {
    return secret === null || secret.trim() === ''
      ? null
      : this.sealer.seal(secret, placeOf({ projectId, id }));
  }

  private emit(
    type: string,
    scope: ProjectScope,
    system: Pick<System, 'id' | 'systemName'>,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'system',
      resourceId: system.id,
      resourceName: system.systemName,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

/** An input whose values were open is a secret now. */
function hasNewSecret(before: System, after: System): boolean {
  const open = new Set(before.credentialInputs.filter(({ secret }) => !secret).map(({ name }) => name));
  return after.credentialInputs.some(({ name, secret }) => secret && open.has(name));
}

const placeOf = (system: Pick<System, 'id' | 'projectId'>) => ({
  table: 'systems',
  column: 'client_secret',
  rowId: system.id,
  projectId: system.projectId,
});

const toTestRequest = (input: TestRequestDto | null) =>
  input && {
    method: input.method ?? 'GET',
    path: input.path,
    expected_statuses: input.expected_statuses ?? [],
  };

const toRateLimit = (input: RateLimitDto | null) =>
  input && { requests: input.requests, per_seconds: input.per_seconds, burst: input.burst ?? null };

/** What a single member cannot tell. */
function checkSystem(system: Omit<System, 'createdAt' | 'updatedAt' | 'projectId'>): void {
  const settings = system.authentication as { grant_type?: string };
  if (system.authenticationType !== 'oauth2' && system.clientSecret !== null) {
    throw DomainError.invalidField(
      'client_secret',
      `does not belong to the authentication type "${system.authenticationType}"`,
      'not_applicable',
    );
  }
  if (settings.grant_type === 'client_credentials' && system.clientSecret === null) {
    throw DomainError.invalidField(
      'client_secret',
      'is required for the grant type "client_credentials"',
      'required',
    );
  }
  const names = system.credentialInputs.map((input) => input.name);
  if (system.authenticationType === 'dynamic_token') {
    const { token_calls: calls } = system.authentication as DynamicTokenSettings;
    const problems = checkTokenCalls(calls, new Set(names));
    if (problems.length > 0) throw DomainError.invalid(problems);
  }
  const expiresInPath = (system.authentication as { expires_in_path?: string | null }).expires_in_path;
  if (expiresInPath && checkAnswerReading({ token_path: expiresInPath }).length > 0)
    throw DomainError.invalidField(
      'expires_in_path',
      'must be a path such as expires_in or data.ttl',
      'invalid',
    );
  const wrong = checkAnswerReading(system.authentication as AnswerMembers);
  if (wrong.length > 0) throw DomainError.invalid(wrong);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0)
    throw DomainError.invalidField(`credential_inputs[${twice}].name`, 'is there twice', 'duplicate');
}

const wireMembers = (system: System): Record<string, unknown> => ({
  system_name: system.systemName,
  description: system.description,
  base_url: system.baseUrl,
  status: system.status,
  authentication_type: system.authenticationType,
  credential_inputs: system.credentialInputs,
  test_request: system.testRequest,
  default_headers: system.defaultHeaders,
  rate_limit: system.rateLimit,
  max_concurrency: system.maxConcurrency,
  token_failure_status_codes: system.tokenFailureStatusCodes,
  // sealed, and never shown: whether it changed
  client_secret: system.clientSecret,
  ...system.authentication,
});
