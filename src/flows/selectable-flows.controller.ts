import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { DomainError } from '../common/errors/domain-error.js';
import { isId } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { SelectableFlowDto } from './dto/flow.dto.js';
import { SelectableFlowsQuery } from './dto/selectable-flows.query.js';
import { toSelectableFlowDto } from './flow.mapper.js';
import { FlowsService } from './flows.service.js';

@ApiTags('Flows')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/flows/selectable')
export class SelectableFlowsController {
  constructor(
    private readonly flows: FlowsService,
    private readonly credentials: CredentialsService,
  ) {}

  @Project()
  @Answers({
    message: 'Flows that call the systems of these credentials.',
    type: SelectableFlowDto,
    list: 'page',
  })
  @Get()
  async list(
    @Scope() scope: ProjectScope,
    @Query() query: SelectableFlowsQuery,
  ): Promise<Page<SelectableFlowDto>> {
    const systemIds = await this.systemIds(scope.projectId, query.credential_ids);
    return (await this.flows.selectable(scope.projectId, systemIds, query)).map(toSelectableFlowDto);
  }

  private async systemIds(projectId: string, text: string): Promise<string[]> {
    const ids = [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))];
    const credentials = ids.every(isId) ? await this.credentials.findMany(projectId, ids) : [];
    const missing = ids.filter((id) => !credentials.some((credential) => credential.id === id));
    if (missing.length > 0)
      throw DomainError.invalidField(
        'credential_ids',
        `"${missing[0]}" is not a credential of this project`,
        'unknown_credential',
      );
    return [...new Set(credentials.map((credential) => credential.systemId))];
  }
}
