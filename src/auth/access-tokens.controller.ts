import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { AccessTokensService } from './access-tokens.service.js';
import { toAccessTokenDto } from './auth.mapper.js';
import {
  AccessTokenDto,
  AccessTokenIdDto,
  AccessTokensQuery,
  CreateAccessTokenDto,
  CreatedAccessTokenDto,
} from './dto/access-token.dto.js';

@ApiTags('Access tokens')
@Controller('api/access_tokens')
export class AccessTokensController {
  constructor(private readonly tokens: AccessTokensService) {}

  @Instance()
  @Answers({ message: 'Your access tokens.', type: AccessTokenDto, list: 'page' })
  @Get()
  async list(
    @CurrentUser() user: Principal,
    @Query() query: AccessTokensQuery,
  ): Promise<Page<AccessTokenDto>> {
    return (await this.tokens.list(user, query)).map(toAccessTokenDto);
  }

  @Instance()
  @Idempotent()
  @Answers({ message: 'Access token created. It is shown only now.', type: CreatedAccessTokenDto })
  @Post('create')
  async create(
    @CurrentUser() user: Principal,
    @Body() body: CreateAccessTokenDto,
  ): Promise<CreatedAccessTokenDto> {
    const { tokenId, accessToken } = await this.tokens.create(user, body);
    return { token_id: tokenId, access_token: accessToken };
  }

  @Instance()
  @ApiId('access token')
  @Answers({ message: 'Access token revoked.', type: AccessTokenIdDto })
  @Post('delete/:id')
  async delete(@CurrentUser() user: Principal, @Id('access token') id: string): Promise<AccessTokenIdDto> {
    return { token_id: (await this.tokens.delete(user, id)).tokenId };
  }
}
