import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../common/errors/domain-error.js';
import { Public } from '../common/http/access.decorator.js';
import { RawAnswer } from '../common/http/answer.decorator.js';
import { type DocsFile, DocsService } from './docs.service.js';

/** The page's scripts come from here only; Swagger UI writes styles into its elements. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

@ApiTags('Reference')
@Controller('api')
export class DocsController {
  constructor(private readonly docs: DocsService) {}

  @Public()
  @RawAnswer()
  @ApiOkResponse({
    description: 'This document.',
    content: { 'application/json': { schema: { type: 'object' } } },
  })
  @Get('openapi.json')
  document(@Res() reply: FastifyReply): void {
    void reply.type('application/json; charset=utf-8').send(this.docs.document());
  }

  @Public()
  @RawAnswer()
  @ApiOkResponse({
    description: 'The reference page.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @Get('docs')
  page(@Res() reply: FastifyReply): void {
    this.send(reply, this.docs.page());
  }

  @Public()
  @RawAnswer()
  @ApiParam({ name: 'file', description: 'A file that the page loads.', schema: { type: 'string' } })
  @ApiOkResponse({ description: 'The file.', content: { 'text/css': { schema: { type: 'string' } } } })
  @Get('docs/:file')
  file(@Param('file') name: string, @Res() reply: FastifyReply): void {
    const file = this.docs.find(name);
    if (!file) throw DomainError.notFound('file');
    this.send(reply, file);
  }

  private send(reply: FastifyReply, { type, content }: DocsFile): void {
    void reply.type(type).header('content-security-policy', PAGE_POLICY).send(content);
  }
}
