import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { NameListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { UsageDto } from '../common/usage/usage.dto.js';
import type { Usage } from '../common/usage/usage-registry.js';
import { toApiDto } from './api.mapper.js';
import { ApisService } from './apis.service.js';
import { CheckedPagingDto, CheckPagingDto, TriedCallDto, TryApiDto } from './dto/try-it.dto.js';
import { TryItService } from './try-it.service.js';
import { ApiDto, ApiIdDto, ApisQuery, CreateApiDto, UpdateApiDto } from './dto/api.dto.js';

@ApiTags('APIs')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/apis')
export class ApisController {
  constructor(
    private readonly apis: ApisService,
    private readonly tries: TryItService,
  ) {}

  @Project()
  @Answers({ message: 'APIs.', type: ApiDto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: ApisQuery): Promise<Page<ApiDto>> {
    return (await this.apis.list(scope.projectId, query)).map(toApiDto);
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'What uses the API.', type: UsageDto, list: 'page' })
  @Get('usages/:id')
  usages(
    @Scope() scope: ProjectScope,
    @Id('API') id: string,
    @Query() query: NameListQuery,
  ): Promise<Page<Usage>> {
    return this.apis.usagesOf(scope.projectId, id, query);
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'API.', type: ApiDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('API') id: string): Promise<ApiDto> {
    return toApiDto(await this.apis.get(scope.projectId, id));
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'API created.', type: ApiDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: CreateApiDto): Promise<ApiDto> {
    return toApiDto(await this.apis.create(scope, body));
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'API updated.', type: ApiDto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('API') id: string,
    @Body() body: UpdateApiDto,
  ): Promise<ApiDto> {
    return toApiDto(await this.apis.update(scope, id, body));
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'Called; the answer of the system is in `response`.', type: TriedCallDto })
  @Post('test/:id')
  test(@Scope() scope: ProjectScope, @Id('API') id: string, @Body() body: TryApiDto): Promise<TriedCallDto> {
    return this.tries.tryIt(scope, id, body);
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'Paging checked.', type: CheckedPagingDto })
  @Post('check_paging/:id')
  checkPaging(
    @Scope() scope: ProjectScope,
    @Id('API') id: string,
    @Body() body: CheckPagingDto,
  ): Promise<CheckedPagingDto> {
    return this.tries.checkPaging(scope, id, body);
  }

  @Project()
  @ApiId('API')
  @Answers({ message: 'API deleted.', type: ApiIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('API') id: string): Promise<ApiIdDto> {
    return { api_id: (await this.apis.delete(scope, id)).apiId };
  }
}
