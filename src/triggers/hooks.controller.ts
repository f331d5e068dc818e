import { Controller, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/http/access.decorator.js';
import { Answers, RawAnswer } from '../common/http/answer.decorator.js';
import { successEnvelope, type SuccessEnvelope } from '../common/http/envelope.interceptor.js';
import { DomainError } from '../common/errors/domain-error.js';
import { HookAnswerDto } from './dto/trigger.dto.js';
import { HookWaiter } from './hook-waiter.service.js';
import { HooksService } from './hooks.service.js';

/** Calls of webhooks: open, as each proves itself by its own signature or token. */
@ApiTags('Webhooks')
@Controller('hooks')
export class HooksController {
  constructor(
    private readonly hooks: HooksService,
    private readonly waiter: HookWaiter,
  ) {}

  @Public()
  @RawAnswer()
  @Answers({ message: 'Accepted.', type: HookAnswerDto, status: 202 })
  @ApiParam({ name: 'hook_key', description: 'Part of the webhook’s address.', schema: { type: 'string' } })
  @ApiQuery({
    name: 'wait',
    required: false,
    description: '`true`: up to 30 seconds for the end of the run, which is then answered with 200.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  })
  @Post(':hook_key')
  async take(
    @Param('hook_key') hookKey: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessEnvelope> {
    const isWaiting = waits(query.wait);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const result = await this.hooks.take(hookKey, { headers: textHeaders(request), query, body });
    const end = isWaiting ? await this.waiter.endOf(result) : null;
    reply.status(end ? 200 : 202);
    return end
      ? successEnvelope(200, 'The run has ended.', end)
      : successEnvelope(202, 'Accepted.', { run_id: result.runId, duplicate: result.isDuplicate });
  }
}

/** Before anything is begun: who misspells it would wait for nothing. */
function waits(value: unknown): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw DomainError.invalidField('wait', 'must be `true` or `false`', 'not_allowed');
  return value === 'true';
}

function textHeaders(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
