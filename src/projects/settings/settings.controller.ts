import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Project } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import { ApiId } from '../../common/http/api-id.decorator.js';
import { type ProjectScope, Scope } from '../../common/http/request-context.js';
import { settingsChangeSchema, settingsSchema } from './settings.schema.js';
import { SettingsService } from './settings.service.js';

@ApiTags('Project settings')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Project()
  @Answers({ message: 'Project settings.', schema: settingsSchema })
  @Get()
  get(@Scope() scope: ProjectScope): Promise<Record<string, unknown>> {
    return this.settings.get(scope.projectId);
  }

  @Project()
  @ApiBody({
    description: 'Key/value pairs, one per setting; all are changed or none.',
    schema: settingsChangeSchema,
  })
  @Answers({ message: 'Project settings updated.', schema: settingsSchema })
  @Post('update')
  update(
    @Scope() scope: ProjectScope,
    @Body() body: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    return this.settings.update(scope, body);
  }
}
