// Which API Call Handlers of a flow a webhook's body may stand for: those that no mapping fills.
import { Injectable } from '@nestjs/common';
import { FlowsService } from '../flows/flows.service.js';
import { sourceHandlerIds } from '../flows/source-handlers.builder.js';

@Injectable()
export class SourceHandlers {
  constructor(private readonly flows: FlowsService) {}

  async of(projectId: string, flowId: string): Promise<Set<string>> {
    const published = await this.flows.publishedVersion(projectId, flowId);
    const handlers = published?.handlers ?? (await this.flows.find(projectId, flowId))?.handlers ?? [];
    return sourceHandlerIds(handlers);
  }
}
