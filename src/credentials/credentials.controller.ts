import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Project } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { NameListQuery, pageOfAll } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { type ProjectScope, Scope } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { UsageDto } from '../common/usage/usage.dto.js';
import type { Usage } from '../common/usage/usage-registry.js';
import { ConsentService } from './consent.service.js';
import type { Credential } from './credential.entity.js';
import { toCredentialDto, toCredentialTestDto } from './credential.mapper.js';
import { CredentialTestService } from './credential-test.service.js';
import { CredentialsService } from './credentials.service.js';
import {
  ConsentAttemptDto,
  CreateCredentialDto,
  CredentialDto,
  CredentialIdDto,
  CredentialsQuery,
  CredentialTestDto,
  StartedConsentDto,
  TestCredentialDto,
  UpdateCredentialDto,
} from './dto/credential.dto.js';

@ApiTags('Credentials')
@ApiId('project', 'project_id')
@Controller('workspace/:project_id/api/credentials')
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly consents: ConsentService,
    private readonly tests: CredentialTestService,
  ) {}

  @Project()
  @Answers({ message: 'Credentials.', type: CredentialDto, list: 'page' })
  @Get()
  async list(@Scope() scope: ProjectScope, @Query() query: CredentialsQuery): Promise<Page<CredentialDto>> {
    return (await this.credentials.list(scope.projectId, query)).map((credential) => this.dto(credential));
  }

  @Project()
  @ApiId('credential')
  @Answers({ message: 'What uses the credential.', type: UsageDto, list: 'page' })
  @Get('usages/:id')
  async usages(
    @Scope() scope: ProjectScope,
    @Id('credential') id: string,
    @Query() query: NameListQuery,
  ): Promise<Page<Usage>> {
    await this.credentials.get(scope.projectId, id);
    return pageOfAll(await this.credentials.usagesOf(scope.projectId, id), query, ({ name }) => name);
  }

  @Project()
  @ApiId('attempt', 'attempt_id')
  @Answers({ message: 'State of the consent.', type: ConsentAttemptDto })
  @Get('attempts/:attempt_id')
  attempt(@Scope() scope: ProjectScope, @Id('attempt', 'attempt_id') id: string): Promise<ConsentAttemptDto> {
    return this.consents.state(scope.projectId, id);
  }

  @Project()
  @ApiId('credential')
  @Answers({ message: 'Credential.', type: CredentialDto })
  @Get(':id')
  async get(@Scope() scope: ProjectScope, @Id('credential') id: string): Promise<CredentialDto> {
    return this.dto(
      await this.credentials.get(scope.projectId, id),
      await this.credentials.usagesOf(scope.projectId, id),
    );
  }

  @Project()
  @Idempotent()
  @Answers({ message: 'Credential created.', type: CredentialDto })
  @Post('create')
  async create(@Scope() scope: ProjectScope, @Body() body: CreateCredentialDto): Promise<CredentialDto> {
    return this.dto(await this.credentials.create(scope, body));
  }

  @Project()
  @ApiId('credential')
  @Answers({ message: 'Credential updated.', type: CredentialDto })
  @Post('update/:id')
  async update(
    @Scope() scope: ProjectScope,
    @Id('credential') id: string,
    @Body() body: UpdateCredentialDto,
  ): Promise<CredentialDto> {
    return this.dto(await this.credentials.update(scope, id, body));
  }

  @Project()
  @ApiId('credential')
  @Answers({ message: 'Credential deleted.', type: CredentialIdDto })
  @Post('delete/:id')
  async delete(@Scope() scope: ProjectScope, @Id('credential') id: string): Promise<CredentialIdDto> {
    return { credential_id: (await this.credentials.delete(scope, id)).credentialId };
  }

  @Project()
  @ApiId('credential')
  @Answers({ message: 'Credential tested.', type: CredentialTestDto })
  @Post('test/:id')
  async test(
    @Scope() scope: ProjectScope,
    @Id('credential') id: string,
    @Body() body: TestCredentialDto,
  ): Promise<CredentialTestDto> {
    return toCredentialTestDto(await this.tests.test(scope, id, body.fresh_token ?? false));
  }

  /** Sets the cookie that binds the consent to this browser. */
  @Project()
  @ApiId('credential')
  @Answers({ message: 'Consent started.', type: StartedConsentDto })
  @Post('authorize/:id')
  async authorize(
    @Scope() scope: ProjectScope,
    @Id('credential') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedConsentDto> {
    const { attemptId, authorizationUrl, expiresAt, cookie } = await this.consents.start(scope, id);
    const { name, value, path, secure, maxAgeSeconds: maxAge } = cookie;
    // Lax: the callback is a navigation that another site begins.
    void reply.setCookie(name, value, { path, secure, maxAge, httpOnly: true, sameSite: 'lax' });
    return {
      attempt_id: attemptId,
      authorization_url: authorizationUrl,
      expires_at: expiresAt.toISOString(),
    };
  }

  private dto(credential: Credential, usedBy?: Usage[]): CredentialDto {
    return toCredentialDto(credential, this.credentials.secretNames(credential), usedBy);
  }
}
