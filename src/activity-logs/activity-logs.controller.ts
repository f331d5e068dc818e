import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import type { Slice } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import type { ActivityLog } from './activity-log.entity.js';
import { ActivityLogDto, ActivityLogQuery } from './activity-logs.dto.js';
import { ActivityLogsService } from './activity-logs.service.js';

const toDto = (log: ActivityLog): ActivityLogDto => ({
  activity_log_id: log.id,
  actor: log.actor,
  actor_id: log.actorId,
  action: log.action,
  resource_type: log.resourceType,
  resource_id: log.resourceId,
  name: log.name,
  changes: log.changes,
  at: log.at.toISOString(),
});

@ApiTags('Activity logs')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/activity_logs')
export class ActivityLogsController {
  constructor(private readonly logs: ActivityLogsService) {}

  @Project()
  @Answers({ message: 'Activity log.', type: ActivityLogDto, list: 'cursor' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: ActivityLogQuery): Promise<Slice<ActivityLogDto>> {
    return (await this.logs.list(scope.projectId, query)).map(toDto);
  }
}
