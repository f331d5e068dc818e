import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { ListQuery, NameListQuery, VersionsQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { UsageDto } from '../common/usage/usage.dto.js';
import type { Usage } from '../common/usage/usage-registry.js';
import {
  CreateFlowDto,
  FlowDto,
  FlowIdDto,
  FlowVersionDto,
  RestoreFlowDto,
  UpdateFlowDto,
} from './dto/flow.dto.js';
import { toFlowDto, toFlowVersionDto } from './flow.mapper.js';
import { FlowsService } from './flows.service.js';

@ApiTags('Flows')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/flows')
export class FlowsController {
  constructor(private readonly flows: FlowsService) {}

  @Project()
  @Answers({ message: 'Flows.', type: FlowDto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: ListQuery): Promise<Page<FlowDto>> {
    return (await this.flows.list(scope.projectId, query)).map(toFlowDto);
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'What uses the flow.', type: UsageDto, list: 'page' })
  @Get('usages/:id')
  usages(
    @Scope() scope: ProjectScope,
    @Id('flow') id: string,
    @Query() query: NameListQuery,
  ): Promise<Page<Usage>> {
    return this.flows.usagesOf(scope.projectId, id, query);
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'Flow.', type: FlowDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('flow') id: string): Promise<FlowDto> {
    return toFlowDto(await this.flows.get(scope.projectId, id));
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'Published versions, newest first.', type: FlowVersionDto, list: 'page' })
  @Get(':id/versions')
  async versions(
    @Scope() scope: ProjectScope,
    @Id('flow') id: string,
    @Query() query: VersionsQuery,
  ): Promise<Page<FlowVersionDto>> {
    return (await this.flows.versions(scope.projectId, id, query)).map(toFlowVersionDto);
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'Flow created.', type: FlowDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: CreateFlowDto): Promise<FlowDto> {
    return toFlowDto(await this.flows.create(scope, body));
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'Flow updated.', type: FlowDto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('flow') id: string,
    @Body() body: UpdateFlowDto,
  ): Promise<FlowDto> {
    return toFlowDto(await this.flows.update(scope, id, body));
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'Flow published.', type: FlowDto })
  @Post('publish/:id')
  async publish(@Scope() scope: ProjectScope, @Id('flow') id: string): Promise<FlowDto> {
    return toFlowDto(await this.flows.publish(scope, id));
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'The version is the draft now.', type: FlowDto })
  @Post('restore/:id')
  async restore(
    @Scope() scope: ProjectScope,
    @Id('flow') id: string,
    @Body() body: RestoreFlowDto,
  ): Promise<FlowDto> {
    return toFlowDto(await this.flows.restore(scope, id, body.version));
  }

  @Project()
  @ApiId('flow')
  @Answers({ message: 'Flow deleted.', type: FlowIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('flow') id: string): Promise<FlowIdDto> {
    return { flow_id: (await this.flows.delete(scope, id)).flowId };
  }
}
