import { Injectable } from '@nestjs/common';
import { endsWithin } from '../common/ends-within.js';
import { wholeChanges } from '../common/events/changes.js';
import { EventBus, type FieldChange } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { type Usage, UsageRegistry } from '../common/usage/usage-registry.js';
import { nameKeyOf } from '../database/name-taken.js';
import { untilUnchanged } from '../database/update-unchanged.js';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import { DisconnectService } from './disconnect.service.js';
import { hasToken, isConsentSystem } from './token-settings.js';
import { inputDefinitions, mergeInputs } from './credential-inputs.js';
import { CredentialSecrets } from './credential-secrets.js';
import type { Credential } from './credential.entity.js';
import {
  CREDENTIAL_CONNECTED,
  CREDENTIAL_CREATED,
  CREDENTIAL_DELETED,
  CREDENTIAL_UPDATED,
} from './credential.events.js';
import { type CredentialChange, CredentialRepository } from './credential.repository.js';
import type { CreateCredentialDto, CredentialsQuery, UpdateCredentialDto } from './dto/credential.dto.js';
import { withoutToken } from './without-token.js';

/** As long as a deletion waits for the other side to revoke its tokens; a slower one is still asked, behind the answer. */
const REVOCATION_WAIT_MS = 2_000;

@Injectable()
export class CredentialsService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly systems: SystemsService,
    private readonly secrets: CredentialSecrets,
    private readonly disconnects: DisconnectService,
    private readonly usages: UsageRegistry,
    private readonly events: EventBus,
  ) {
    usages.answer(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType !== 'system') return [];
      const rows = await this.credentials.findBySystem(projectId, resourceId);
      // A draft is in no list and goes within a day: it keeps nothing from being deleted.
      return rows
        .filter((row) => row.savedAt !== null)
        .map((row) => ({
          resource_type: 'credential',
          resource_id: row.id,
          name: row.credentialName,
        }));
    });
    usages.stopWith(async ({ projectId, resourceType, resourceId }) => {
      if (resourceType === 'system') await this.credentials.deleteDraftsOf(projectId, resourceId);
    });
  }

  list(projectId: string, query: CredentialsQuery): Promise<Page<Credential>> {
    return this.credentials.list(projectId, query, {
      systemId: query.system_id,
      includeDrafts: query.include_drafts ?? false,
    });
  }

  get(projectId: string, id: string): Promise<Credential> {
    return this.credentials.get(projectId, id);
  }

  /** The system, and then the credential: secrets read after it were never dropped because it moved there. */
  async withSystem(projectId: string, id: string): Promise<{ system: System; credential: Credential }> {
    const { systemId } = await this.credentials.get(projectId, id);
    const system = await this.systems.get(projectId, systemId);
    return { system, credential: await this.credentials.get(projectId, id) };
  }

  findMany(projectId: string, ids: string[]): Promise<Credential[]> {
    return this.credentials.findMany(projectId, ids);
  }

  usagesOf(projectId: string, id: string): Promise<Usage[]> {
    return this.usages.usages({ projectId, resourceType: 'credential', resourceId: id });
  }

  secretNames(credential: Credential): string[] {
    return Object.keys(this.secrets.openInputs(credential));
  }

  /** All inputs, secret ones opened: only for calls to its own system. */
  inputsOf(credential: Credential): { all: Record<string, string>; secret: string[] } {
    const secret = this.secrets.openInputs(credential);
    const open = Object.fromEntries(
      Object.entries(credential.inputs).map(([name, value]) => [name, String(value)]),
    );
    return { all: { ...open, ...secret }, secret: Object.values(secret) };
  }

  async create(scope: ProjectScope, input: CreateCredentialDto): Promise<Credential> {
    const { projectId } = scope;
    const id = newId();
    // An input that the system makes secret meanwhile would be stored in the open.
    await this.systems.whileHeld(projectId, input.system_id, async (manager, system) => {
      if (!system)
        throw DomainError.invalidField('system_id', 'is not a system of this project', 'unknown_system');
      const inputs = mergeInputs(inputDefinitions(system), { open: {}, secret: {} }, input.inputs ?? {});
      // Types with nothing to generate are saved at once; OAuth 2.0 and token chains wait for their first token.
      const credential = {
        id,
        systemId: system.id,
        credentialName: input.credential_name,
        nameKey: nameKeyOf(input.credential_name),
        status: hasToken(system) ? 'draft' : 'connected',
        savedAt: hasToken(system) ? null : new Date(),
        inputs: inputs.open,
        secretInputs: this.secrets.sealInputs({ id, projectId }, inputs.secret),
      } as const;
      await this.credentials.insert(projectId, credential, manager);
    });
    const credential = await this.credentials.get(scope.projectId, id);
    await this.emit(CREDENTIAL_CREATED, scope, credential);
    return credential;
  }

  update(scope: ProjectScope, id: string, input: UpdateCredentialDto): Promise<Credential> {
    return untilUnchanged(() => this.tryUpdate(scope, id, input));
  }

  /** undefined: another write came between, and this one is to be thought over again. */
  private async tryUpdate(
    scope: ProjectScope,
    id: string,
    input: UpdateCredentialDto,
  ): Promise<Credential | undefined> {
    const { system, credential: before } = await this.withSystem(scope.projectId, id);
    const { credential_name: name } = input;
    const change: CredentialChange =
      name === undefined ? {} : { credentialName: name, nameKey: nameKeyOf(name) };
    // Where nobody consents, other inputs are all that a refused connection can be given.
    const isRefused = before.status === 'failed' || before.status === 'reconnect_required';
    const given = Object.keys(input.inputs ?? {}).length > 0 ? input.inputs : undefined;
    const isMended = given !== undefined && isRefused && !isConsentSystem(system);
    if (given !== undefined) {
      const stored = { open: before.inputs, secret: this.secrets.openInputs(before) };
      const inputs = mergeInputs(inputDefinitions(system), stored, given);
      change.inputs = inputs.open;
      change.secretInputs = this.secrets.sealInputs(before, inputs.secret);
      // Other inputs are another account: its token comes with the next use. A consent's token stays.
      if (hasToken(system) && !isConsentSystem(system)) Object.assign(change, withoutToken(before));
      if (isMended) Object.assign(change, MENDED, { renewAt: hasToken(system) ? new Date() : null });
    }
    if (!(await this.credentials.updateUnchanged(before, change))) return undefined;
    const credential = await this.credentials.get(scope.projectId, id);
    await this.emit(CREDENTIAL_UPDATED, scope, credential, this.changes(before, credential));
    if (isMended) await this.emit(CREDENTIAL_CONNECTED, scope, credential);
    return credential;
  }

  async delete(scope: ProjectScope, id: string): Promise<{ credentialId: string }> {
    const { system, credential } = await this.withSystem(scope.projectId, id);
    await this.usages.refuseIfUsed({
      projectId: scope.projectId,
      resourceType: 'credential',
      resourceId: id,
    });
    await this.credentials.delete(scope.projectId, id);
    await endsWithin(this.disconnects.revoke(system, credential), REVOCATION_WAIT_MS);
    await this.emit(CREDENTIAL_DELETED, scope, credential);
    return { credentialId: id };
  }

  /** Open inputs with their values, secret ones as "changed". */
  private changes(before: Credential, after: Credential): FieldChange[] {
    const secret = [...this.secretNames(before), ...this.secretNames(after)];
    const [earlier, now] = [this.wireMembers(before), this.wireMembers(after)];
    return wholeChanges(earlier, now, new Set(secret.map((name) => `inputs.${name}`)));
  }

  private wireMembers(credential: Credential): Record<string, unknown> {
    const inputs = Object.entries({ ...credential.inputs, ...this.secrets.openInputs(credential) });
    return {
      credential_name: credential.credentialName,
      ...Object.fromEntries(inputs.map(([name, value]) => [`inputs.${name}`, value])),
    };
  }

  private emit(
    type: string,
    scope: ProjectScope,
    credential: Credential,
    changes?: FieldChange[],
  ): Promise<void> {
    return this.events.emit({
      type,
      projectId: scope.projectId,
      resourceType: 'credential',
      resourceId: credential.id,
      resourceName: credential.credentialName,
      actor: { userId: scope.userId, name: scope.principal.name },
      changes,
    });
  }
}

const MENDED = { status: 'connected', lastError: null } as const;
