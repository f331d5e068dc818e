import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { AppConfig } from '../config/app-config.js';
import {
  CreateTriggerDto,
  FireTimeDto,
  PreviewScheduleDto,
  TriggerDto,
  TriggerIdDto,
  TriggersQuery,
  UpdateTriggerDto,
} from './dto/trigger.dto.js';
import { preview } from './schedule-times.js';
import { toFireTimeDto, toTriggerDto } from './trigger.mapper.js';
import { scheduleOf } from './trigger-settings.js';
import { TriggersService } from './triggers.service.js';

const PREVIEWED = 10;

@ApiTags('Triggers')
@ApiId('project', 'project_id')
@ApiId('pipe')
@Controller('workspace/:project_id/api/pipes/:id/triggers')
export class TriggersController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly config: AppConfig,
  ) {}

  @Project()
  @Answers({ message: 'Triggers.', type: TriggerDto, list: 'page' })
  @Get()
  async list(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Query() query: TriggersQuery,
  ): Promise<Page<TriggerDto>> {
    return (await this.triggers.list(scope.projectId, id, query)).map((shown) =>
      toTriggerDto(this.config.publicUrl, shown),
    );
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'Trigger created.', type: TriggerDto })
  @Post('create')
  async create(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: CreateTriggerDto,
  ): Promise<TriggerDto> {
    return toTriggerDto(this.config.publicUrl, await this.triggers.create(scope, id, body));
  }

  @Project()
  @Answers({ message: 'The next fire times.', type: FireTimeDto, list: 'array' })
  @Post('preview')
  async preview(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: PreviewScheduleDto,
  ): Promise<FireTimeDto[]> {
    await this.triggers.checkPipe(scope.projectId, id);
    return preview(scheduleOf(body, null), new Date(), PREVIEWED).map(toFireTimeDto);
  }

  @Project()
  @ApiId('trigger', 'trigger_id')
  @Answers({ message: 'Trigger updated.', type: TriggerDto })
  @Post('update/:trigger_id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Id('trigger', 'trigger_id') triggerId: string,
    @Body() body: UpdateTriggerDto,
  ): Promise<TriggerDto> {
    return toTriggerDto(this.config.publicUrl, await this.triggers.update(scope, id, triggerId, body));
  }

  @Project()
  @ApiId('trigger', 'trigger_id')
  @Answers({ message: 'Trigger deleted.', type: TriggerIdDto })
  @Post('delete/:trigger_id')
  async delete(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Id('trigger', 'trigger_id') triggerId: string,
  ): Promise<TriggerIdDto> {
    return { trigger_id: (await this.triggers.delete(scope, id, triggerId)).triggerId };
  }
}
