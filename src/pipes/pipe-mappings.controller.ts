import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { stringifyJson } from '#mapping';
import { Project } from '../common/http/access.decorator.js';
import { Answers, RawAnswer } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { VersionsQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import {
  MappingDiffDto,
  MappingDiffQuery,
  MappingDto,
  MappingNodeDto,
  MappingPreviewDto,
  MappingVersionDocumentDto,
  MappingVersionDto,
  PreviewMappingDto,
  RestoreMappingDto,
  SavedMappingDto,
  SuggestedLinkDto,
  SuggestMappingDto,
  UpdateMappingDto,
} from './dto/mapping.dto.js';
import {
  toMappingDto,
  toMappingNodeDto,
  toMappingPreviewDto,
  toMappingVersionDocumentDto,
  toMappingVersionDto,
} from './pipe-mapping.mapper.js';
import { PipeMappingsService } from './pipe-mappings.service.js';

const ApiHandlerId = () =>
  ApiParam({
    name: 'handler_id',
    description: "The Mapping Handler's word in the flow.",
    schema: { type: 'string', maxLength: 40 },
  });

@ApiTags('Mappings')
@ApiId('project', 'project_id')
@ApiId('pipe')
@Controller('workspace/:project_id/api/pipes/:id/mappings')
export class PipeMappingsController {
  constructor(private readonly mappings: PipeMappingsService) {}

  @Project()
  @Answers({
    message: 'Mapping nodes: one per Mapping Handler of the flow.',
    type: MappingNodeDto,
    list: 'array',
  })
  @Get()
  async list(@Scope() scope: ProjectScope, @Id('pipe') id: string): Promise<MappingNodeDto[]> {
    return (await this.mappings.nodes(scope.projectId, id)).map(toMappingNodeDto);
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'Mapping configuration.', type: MappingDto })
  @Get(':handler_id')
  async get(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
  ): Promise<MappingDto> {
    const node = await this.mappings.get(scope.projectId, id, handlerId);
    return toMappingDto(node, this.mappings.trees(node));
  }

  @Project()
  @ApiHandlerId()
  @RawAnswer()
  @ApiOkResponse({
    description:
      'The document as a file (format mapping/1); `update` with it as `document` imports it again.',
    content: { 'application/json': { schema: { type: 'object' } } },
  })
  @Get(':handler_id/export')
  async export(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.mappings.document(scope.projectId, id, handlerId);
    void reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(handlerId)}"`)
      .send(`${stringifyJson(document, 2)}\n`);
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'Mapping saved. It acts from the next run on.', type: SavedMappingDto })
  @Post(':handler_id/update')
  async update(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Body() body: UpdateMappingDto,
  ): Promise<SavedMappingDto> {
    return { handler_id: handlerId, ...(await this.mappings.update(scope, id, handlerId, body)) };
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'Preview; nothing is stored or sent.', type: MappingPreviewDto })
  @Post(':handler_id/preview')
  async preview(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Body() body: PreviewMappingDto,
  ): Promise<MappingPreviewDto> {
    return toMappingPreviewDto(await this.mappings.preview(scope.projectId, id, handlerId, body));
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'Proposed links.', type: SuggestedLinkDto, list: 'array' })
  @Post(':handler_id/suggest')
  suggest(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Body() body: SuggestMappingDto,
  ): Promise<SuggestedLinkDto[]> {
    return this.mappings.suggest(scope.projectId, id, handlerId, body);
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'Versions, newest first.', type: MappingVersionDto, list: 'page' })
  @Get(':handler_id/versions')
  async versions(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Query() query: VersionsQuery,
  ): Promise<Page<MappingVersionDto>> {
    return (await this.mappings.versions(scope.projectId, id, handlerId, query)).map(toMappingVersionDto);
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'What differs between two versions.', type: MappingDiffDto })
  @Get(':handler_id/versions/diff')
  diff(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Query() query: MappingDiffQuery,
  ): Promise<MappingDiffDto> {
    return this.mappings.diff(scope.projectId, id, handlerId, query);
  }

  @Project()
  @ApiHandlerId()
  @ApiParam({
    name: 'version',
    description: 'Number of the version.',
    schema: { type: 'integer', minimum: 1 },
  })
  @Answers({ message: 'Version with its document.', type: MappingVersionDocumentDto })
  @Get(':handler_id/versions/:version')
  async version(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Param('version') version: string,
  ): Promise<MappingVersionDocumentDto> {
    const found = await this.mappings.version(scope.projectId, id, handlerId, toVersionNumber(version));
    return toMappingVersionDocumentDto(found);
  }

  @Project()
  @ApiHandlerId()
  @Answers({ message: 'The version is the newest again.', type: SavedMappingDto })
  @Post(':handler_id/restore')
  async restore(
    @Scope() scope: ProjectScope,
    @Id('pipe') id: string,
    @Param('handler_id') handlerId: string,
    @Body() body: RestoreMappingDto,
  ): Promise<SavedMappingDto> {
    const saved = await this.mappings.restore(scope, id, handlerId, body.version);
    return { handler_id: handlerId, ...saved };
  }
}

const fileName = (handlerId: string): string => `${handlerId.replace(/[^\w.-]/g, '_')}.mapping.json`;

/** A malformed number reads like an unknown version. */
const toVersionNumber = (text: string): number => (/^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0);
