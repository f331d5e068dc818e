import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance } from '../../common/http/access.decorator.js';
import { Answers } from '../../common/http/answer.decorator.js';
import type { Slice } from '../../common/http/page.js';
import { SecurityLogDto, SecurityLogQuery } from './security-log.dto.js';
import type { SecurityLog } from './security-log.entity.js';
import { SecurityLogService } from './security-log.service.js';

const toDto = (log: SecurityLog): SecurityLogDto => ({
  security_log_id: log.id,
  at: log.at.toISOString(),
  action: log.action,
  email: log.email,
  user_id: log.userId,
  actor: log.actor,
  address: log.address,
  details: log.details,
});

@ApiTags('People')
@Controller('api/security_logs')
export class SecurityLogController {
  constructor(private readonly logs: SecurityLogService) {}

  @Instance('owner')
  @Answers({ message: 'Security log.', type: SecurityLogDto, list: 'cursor' })
  @Get()
  async list(@Query() query: SecurityLogQuery): Promise<Slice<SecurityLogDto>> {
    return (await this.logs.list(query)).map(toDto);
  }
}
