import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { WithMessage } from '../common/http/envelope.interceptor.js';
import { Id } from '../common/http/id.js';
import type { Slice } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import {
  RecordErrorDto,
  RecordErrorsQuery,
  ResolvedErrorsDto,
  ResolveErrorsDto,
  RetryErrorsDto,
} from './dto/record-error.dto.js';
import { RunIdDto, RunPipeDto, StartedRunDto } from './dto/run.dto.js';
import { RecordErrorsService } from './record-errors.service.js';
import { retryWords } from './retry-sources.js';
import { toRecordErrorDto, toStarted } from './run.mapper.js';
import { RunsService } from './runs.service.js';

/** The routes of a pipe that are about its runs. */
@ApiTags('Runs')
@ApiId('project', 'project_id')
@ApiId('pipe')
@Controller('workspace/:project_id/api/pipes')
export class PipeRunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly errors: RecordErrorsService,
  ) {}

  @Project()
  @Idempotent()
  @Answers({ message: 'Run started.', type: StartedRunDto })
  @Post('run/:id')
  async run(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: RunPipeDto,
  ): Promise<StartedRunDto> {
    return toStarted(await this.runs.runPipe(scope, id, body));
  }

  @Project()
  @Answers({ message: 'Reconciliation started.', type: RunIdDto })
  @Post('reconcile/:id')
  async reconcile(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<RunIdDto> {
    return { run_id: (await this.runs.reconcile(scope, id)).runId };
  }

  @Project()
  @Answers({ message: 'Failed records.', type: RecordErrorDto, list: 'cursor' })
  @Get(':id/errors')
  async list(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Query() query: RecordErrorsQuery,
  ): Promise<Slice<RecordErrorDto>> {
    return (await this.errors.list(scope.projectId, id, query)).map(toRecordErrorDto);
  }

  @Project()
  @Answers({ message: 'Errors resolved.', type: ResolvedErrorsDto })
  @Post(':id/errors/resolve')
  async resolve(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: ResolveErrorsDto,
  ): Promise<ResolvedErrorsDto> {
    return { resolved: await this.errors.resolve(scope.projectId, id, body.error_ids, body.as) };
  }

  @Project()
  @Answers({ message: 'Retry started.', type: StartedRunDto })
  @Post(':id/errors/retry')
  async retry(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: RetryErrorsDto,
  ): Promise<WithMessage<StartedRunDto>> {
    const started = await this.errors.retry(scope, id, body);
    return new WithMessage(toStarted(started), retryWords(started));
  }
}
