// Failed records until they are settled: listed, resolved by a person, sent again.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import { cursorOf } from '../common/http/list-query.dto.js';
import { encodeCursor, Slice } from '../common/http/page.js';
import type { ProjectScope } from '../common/http/request-context.js';
import { PipesService } from '../pipes/pipes.service.js';
import type { RecordErrorsQuery, RetryErrorsDto } from './dto/record-error.dto.js';
import {
  type ErrorFilter,
  RecordErrorRepository,
  type ErrorSelection,
  type RecordErrorRow,
} from './record-error.repository.js';
import { RunsService, type StartedRetry } from './runs.service.js';

@Injectable()
export class RecordErrorsService {
  constructor(
    private readonly errors: RecordErrorRepository,
    private readonly runs: RunsService,
    private readonly pipes: PipesService,
  ) {}

  async list(projectId: string, pipeId: string, query: RecordErrorsQuery): Promise<Slice<RecordErrorRow>> {
    await this.pipes.find(projectId, pipeId);
    const filter: ErrorFilter = {
      state: query.status ?? null,
      handlerId: query.handler_id ?? null,
      code: query.code ?? null,
      cause: query.cause ?? null,
    };
    if (query.group_by === 'cause')
      return new Slice(await this.errors.causes(projectId, pipeId, filter), 200, null);
    const limit = query.limit ?? 50;
    const after = cursorOf(query, 1)?.[0] ?? null;
    const rows = await this.errors.list(projectId, pipeId, filter, after, limit + 1);
    return Slice.within(rows, Number(rows[0]?.found ?? 0), limit, (row) => encodeCursor([row.id]));
  }

  async resolve(
    projectId: string,
    pipeId: string,
    ids: string[],
    as: 'arrived' | 'ignored',
  ): Promise<number> {
    await this.pipes.find(projectId, pipeId);
    return this.errors.resolve(projectId, pipeId, ids, as);
  }

  /** A new run of these records; a unit whose outcome is unknown is sent again only where it was chosen by name. */
  async retry(scope: ProjectScope, pipeId: string, input: RetryErrorsDto): Promise<StartedRetry> {
    if ((input.error_ids === undefined) === (input.filter === undefined)) {
      throw DomainError.invalidField('error_ids', 'is required, or filter, but not both', 'required');
    }
    const selection: ErrorSelection = {
      ids: input.error_ids ?? null,
      handlerId: input.filter?.handler_id ?? null,
      code: input.filter?.code ?? null,
      cause: input.filter?.cause ?? null,
    };
    const sources = await this.errors.sources(scope.projectId, pipeId, selection);
    if (sources.length === 0) {
      await this.pipes.find(scope.projectId, pipeId);
      throw input.filter
        ? DomainError.invalidField('filter', 'fits no open error whose record is still kept', 'unknown_error')
        : DomainError.invalidField(
            'error_ids',
            'name no open error whose record is still kept',
            'unknown_error',
          );
    }
    return this.runs.startRetry(scope, pipeId, sources);
  }
}
