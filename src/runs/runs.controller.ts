import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Project } from '../common/http/access.decorator.js';
import { Answers, RawAnswer } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { WithMessage } from '../common/http/envelope.interceptor.js';
import { Id } from '../common/http/id.js';
import type { Slice } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import {
  RetryRunDto,
  RunDto,
  RunRecordDto,
  RunRecordsQuery,
  RunsQuery,
  RunStatsDto,
  StartedRunDto,
  StatsQuery,
} from './dto/run.dto.js';
import { streamProgress } from './run-progress-stream.js';
import { retryWords } from './retry-sources.js';
import { toRunDto, toRunRecordDto, toRunStatsDto, toStarted } from './run.mapper.js';
import { RunsService } from './runs.service.js';

@ApiTags('Runs')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/runs')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Project()
  @Answers({ message: 'Runs, newest first.', type: RunDto, list: 'cursor' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: RunsQuery): Promise<Slice<RunDto>> {
    return (await this.runs.list(scope.projectId, query)).map(toRunDto);
  }

  @Project()
  @Answers({ message: 'Runs per hour.', type: RunStatsDto })
  @Get('stats')
  async stats(@Scope() scope: ProjectScope, @Query() query: StatsQuery): Promise<RunStatsDto> {
    return toRunStatsDto(await this.runs.stats(scope.projectId, query));
  }

  @Project()
  @ApiId('run')
  @Answers({ message: 'Run.', type: RunDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('run') id: string): Promise<RunDto> {
    return toRunDto(await this.runs.get(scope.projectId, id));
  }

  @Project()
  @ApiId('run')
  @Answers({ message: 'Records of the run.', type: RunRecordDto, list: 'cursor' })
  @Get(':id/records')
  async records(
    @Scope() scope: ProjectScope,
    @Id('run') id: string,
    @Query() query: RunRecordsQuery,
  ): Promise<Slice<RunRecordDto>> {
    return (await this.runs.records(scope.projectId, id, query)).map(toRunRecordDto);
  }

  @Project()
  @ApiId('run')
  @RawAnswer()
  @ApiResponse({
    status: 200,
    description: 'Server-sent events: `progress` with the run whenever it changes, `end` when it has ended.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @Get(':id/events')
  async events(
    @Scope() scope: ProjectScope,
    @Id('run') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const load = async (): Promise<RunDto> => toRunDto(await this.runs.get(scope.projectId, id));
    await streamProgress(reply, await load(), load);
  }

  @Project()
  @ApiId('run')
  @Answers({ message: 'The run is asked to end.', type: StartedRunDto })
  @Post('cancel/:id')
  async cancel(@Scope() scope: ProjectScope, @Id('run') id: string): Promise<WithMessage<StartedRunDto>> {
    const cancelled = await this.runs.cancel(scope, id);
    return new WithMessage(
      toStarted(cancelled),
      cancelled.hadEnded ? 'The run had ended already.' : 'The run is asked to end.',
    );
  }

  @Project()
  @ApiId('run')
  @Answers({ message: 'Retry started.', type: StartedRunDto })
  @Post('retry/:id')
  async retry(
    @Scope() scope: ProjectScope,
    @Id('run') id: string,
    @Body() body: RetryRunDto,
  ): Promise<WithMessage<StartedRunDto>> {
    const started = await this.runs.retry(scope, id, body.record_keys ?? null);
    return new WithMessage(toStarted(started), retryWords(started));
  }
}
