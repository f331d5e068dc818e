import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Project } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import { ApiId } from '../../common/http/api-id.decorator.js';
import { WithMessage } from '../../common/http/envelope.interceptor.js';
import { type ProjectScope, Scope } from '../../common/http/request-context.js';
import { Mailer } from '../../common/mail/mailer.js';
import { settingsChangeSchema, settingsSchema } from './settings.schema.js';
import { SettingsService } from './settings.service.js';

const UPDATED = 'Project settings updated.';
const NO_MAIL = `${UPDATED} No alert is mailed to alerts___email_addresses until the operator sets SMTP_URL.`;

@ApiTags('Project settings')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/settings')
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
  ) {}

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
  @Answers({ message: UPDATED, schema: settingsSchema })
  @Post('update')
  async update(
    @Scope() scope: ProjectScope,
    @Body() body: Record<string, unknown>,
  ): Promise<Record<string, unknown> | WithMessage<Record<string, unknown>>> {
    const settings = await this.settings.update(scope, body);
    return this.lacksMail(settings) ? new WithMessage(settings, NO_MAIL) : settings;
  }

  /** Alerts to these addresses would reach nobody. */
  private lacksMail({ alerts___email_addresses: addresses }: Record<string, unknown>): boolean {
    return !this.mailer.isOn && (addresses as string[]).length > 0;
  }
}
