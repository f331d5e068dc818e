import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Instance } from '../common/http/access.decorator.js';
import { RawAnswer } from '../common/http/answer.decorator.js';
import { MetricsService } from './metrics.service.js';

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Instance('admin', { metricsToken: true })
  @RawAnswer()
  @ApiOkResponse({
    description: 'Figures in the text format of Prometheus.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  @Get()
  async text(@Res() reply: FastifyReply): Promise<void> {
    const text = await this.metrics.text();
    void reply.type(this.metrics.contentType).send(text);
  }
}
