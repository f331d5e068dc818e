import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ReadinessService } from './readiness.service.js';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  /** Needs no database. */
  @Public()
  @Answers({ message: 'Alive.' })
  @Get('live')
  live(): void {}

  @Public()
  @Answers({ message: 'Ready.' })
  @Get('ready')
  ready(): Promise<void> {
    return this.readiness.check();
  }
}
