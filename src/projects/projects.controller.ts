import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance, Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { CurrentUser, type Principal, type ProjectScope, Scope } from '../common/http/request-context.js';
import {
  CreateProjectDto,
  DeleteProjectDto,
  ProjectDto,
  ProjectIdDto,
  UpdateProjectDto,
} from './dto/project.dto.js';
import { toProjectDto } from './project.mapper.js';
import { ProjectsService } from './projects.service.js';

@ApiTags('Projects')
@Controller('api/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Instance('member', { allowLimitedTokens: true })
  @Answers({ message: 'Projects.', type: ProjectDto, list: 'page' })
  @Get()
  async list(@CurrentUser() user: Principal, @Query() query: ListQuery): Promise<Page<ProjectDto>> {
    return (await this.projects.list(user, query)).map(toProjectDto);
  }

  @Project('id')
  @ApiId('project')
  @Answers({ message: 'Project.', type: ProjectDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope): Promise<ProjectDto> {
    return toProjectDto(await this.projects.get(scope.projectId));
  }

  @Instance()
  @Idempotent()
  @Answers({ message: 'Project created.', type: ProjectIdDto })
  @Post('create')
  async create(@CurrentUser() user: Principal, @Body() body: CreateProjectDto): Promise<ProjectIdDto> {
    return { project_id: (await this.projects.create(user, body)).projectId };
  }

  @Project('id')
  @ApiId('project')
  @Answers({ message: 'Project updated.', type: ProjectIdDto })
  @Post('update/:id')
  async update(@Scope() scope: ProjectScope, @Body() body: UpdateProjectDto): Promise<ProjectIdDto> {
    return { project_id: (await this.projects.update(scope, body)).projectId };
  }

  @Project('id', 'manager')
  @ApiId('project')
  @Answers({ message: 'Project deleted.', type: ProjectIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Body() body: DeleteProjectDto): Promise<ProjectIdDto> {
    return { project_id: (await this.projects.delete(scope, body.project_name)).projectId };
  }
}
