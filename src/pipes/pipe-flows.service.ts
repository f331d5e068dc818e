// Fits flow and credentials together.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { FlowPlannerService } from '../flows/flow-planner.service.js';
import { FlowsService } from '../flows/flows.service.js';
import type { Handler } from '../flows/flow.types.js';
import type { PipeCredentials } from './pipe.repository.js';

/** Fitting flow and credentials together (source document 2.4: selectable flows are those that call the system). */
@Injectable()
export class PipeFlowsService {
  constructor(
    private readonly flows: FlowsService,
    private readonly planner: FlowPlannerService,
    private readonly credentials: CredentialsService,
  ) {}

  /** One credential per system that the flow calls: systemId → credentialId. */
  async chosen(projectId: string, flowId: string, credentialIds: string[]): Promise<PipeCredentials> {
    const handlers = await this.handlers(projectId, flowId);
    const called = new Set(await this.planner.systemIds(projectId, handlers));
    const rows = await this.credentials.findMany(projectId, credentialIds);
    const chosen: PipeCredentials = new Map();
    credentialIds.forEach((sent, index) => {
      const field = `credential_ids[${index}]`;
      const credential = rows.find((row) => row.id === sent.toLowerCase());
      if (!credential)
        throw DomainError.invalidField(field, 'is not a credential of this project', 'unknown_credential');
      if (credential.savedAt === null)
        throw DomainError.invalidField(
          field,
          'is a draft: it has no token yet. Connect it first',
          'credential_not_connected',
        );
      if (!called.has(credential.systemId))
        throw DomainError.invalidField(
          field,
          'belongs to a system that the flow does not call',
          'system_not_called',
        );
      if (chosen.has(credential.systemId))
        throw DomainError.invalidField(
          field,
          'is the second credential for the same system',
          'duplicate_system',
        );
      chosen.set(credential.systemId, credential.id);
    });
    return chosen;
  }

  async mappingHandlerIds(projectId: string, flowId: string): Promise<string[]> {
    return (await this.handlers(projectId, flowId)).flatMap((handler) =>
      handler.kind === 'mapping' ? [handler.handler_id] : [],
    );
  }

  /** What a pipe of the flow runs; the draft while it was never published. */
  async handlers(projectId: string, flowId: string): Promise<Handler[]> {
    const flow = await this.flows.find(projectId, flowId);
    if (!flow) throw DomainError.invalidField('flow_id', 'is not a flow of this project', 'unknown_flow');
    return (await this.flows.publishedVersion(projectId, flowId))?.handlers ?? flow.handlers;
  }
}
