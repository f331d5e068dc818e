import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { WithMessage } from '../common/http/envelope.interceptor.js';
import { Id } from '../common/http/id.js';
import { NameListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { UsageDto } from '../common/usage/usage.dto.js';
import type { Usage } from '../common/usage/usage-registry.js';
import { AppConfig } from '../config/app-config.js';
import { CreateSystemDto, SystemDto, SystemIdDto, SystemsQuery, UpdateSystemDto } from './dto/system.dto.js';
import { toSystemDto } from './system.mapper.js';
import { type SavedSystem, SystemsService } from './systems.service.js';

@ApiTags('Systems')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/systems')
export class SystemsController {
  constructor(
    private readonly systems: SystemsService,
    private readonly config: AppConfig,
  ) {}

  @Project()
  @Answers({ message: 'Systems.', type: SystemDto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: SystemsQuery): Promise<Page<SystemDto>> {
    return (await this.systems.list(scope.projectId, query)).map((system) =>
      toSystemDto(system, this.config.redirectUrl),
    );
  }

  @Project()
  @ApiId('system')
  @Answers({ message: 'What uses the system.', type: UsageDto, list: 'page' })
  @Get('usages/:id')
  usages(
    @Scope() scope: ProjectScope,
    @Id('system') id: string,
    @Query() query: NameListQuery,
  ): Promise<Page<Usage>> {
    return this.systems.usagesOf(scope.projectId, id, query);
  }

  @Project()
  @ApiId('system')
  @Answers({ message: 'System.', type: SystemDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('system') id: string): Promise<SystemDto> {
    return toSystemDto(await this.systems.get(scope.projectId, id), this.config.redirectUrl);
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'System created.', type: SystemDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: CreateSystemDto): Promise<WithMessage<SystemDto>> {
    return this.answer(await this.systems.create(scope, body), 'System created.');
  }

  @Project()
  @ApiId('system')
  @Answers({ message: 'System updated.', type: SystemDto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('system') id: string,
    @Body() body: UpdateSystemDto,
  ): Promise<WithMessage<SystemDto>> {
    return this.answer(await this.systems.update(scope, id, body), 'System updated.');
  }

  @Project()
  @ApiId('system')
  @Answers({ message: 'System deleted.', type: SystemIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('system') id: string): Promise<SystemIdDto> {
    return { system_id: (await this.systems.delete(scope, id)).systemId };
  }

  /** Says so when query parameters were taken out of the Authorization URL. */
  private answer({ system, movedParams }: SavedSystem, message: string): WithMessage<SystemDto> {
    const moved =
      movedParams.length > 0
        ? ` The query parameters ${movedParams.join(', ')} were taken out of the Authorization URL; those that may be sent are in extra_authorize_params.`
        : '';
    return new WithMessage(toSystemDto(system, this.config.redirectUrl), message + moved);
  }
}
