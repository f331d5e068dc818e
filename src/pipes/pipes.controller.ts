import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { CreatePipeDto, PipeDto, PipeIdDto, PipesQuery, UpdatePipeDto } from './dto/pipe.dto.js';
import { toPipeDto } from './pipe.mapper.js';
import { PipesService } from './pipes.service.js';

@ApiTags('Pipes')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/pipes')
export class PipesController {
  constructor(private readonly pipes: PipesService) {}

  @Project()
  @Answers({ message: 'Pipes.', type: PipeDto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: PipesQuery): Promise<Page<PipeDto>> {
    return (await this.pipes.list(scope.projectId, query)).map(toPipeDto);
  }

  @Project()
  @ApiId('pipe')
  @Answers({ message: 'Pipe.', type: PipeDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<PipeDto> {
    return toPipeDto(await this.pipes.get(scope.projectId, id));
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'Pipe created.', type: PipeDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: CreatePipeDto): Promise<PipeDto> {
    return toPipeDto(await this.pipes.create(scope, body));
  }

  @Project()
  @ApiId('pipe')
  @Answers({ message: 'Pipe updated.', type: PipeDto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Body() body: UpdatePipeDto,
  ): Promise<PipeDto> {
    return toPipeDto(await this.pipes.update(scope, id, body));
  }

  @Project()
  @ApiId('pipe')
  @Answers({ message: 'Pipe enabled.', type: PipeDto })
  @Post('enable/:id')
  async enable(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<PipeDto> {
    return toPipeDto(await this.pipes.enable(scope, id));
  }

  @Project()
  @ApiId('pipe')
  @Answers({ message: 'Pipe disabled.', type: PipeDto })
  @Post('disable/:id')
  async disable(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<PipeDto> {
    return toPipeDto(await this.pipes.disable(scope, id));
  }

  @Project()
  @ApiId('pipe')
  @Answers({ message: 'Pipe deleted.', type: PipeIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<PipeIdDto> {
    return { pipe_id: (await this.pipes.delete(scope, id)).pipeId };
  }
}
