import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { toSessionDto } from './auth.mapper.js';
import { SessionDto, SessionIdDto, SessionsQuery } from './dto/auth.dto.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Sign-in')
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Instance()
  @Answers({ message: 'Where you are signed in.', type: SessionDto, list: 'page' })
  @Get()
  async list(@CurrentUser() user: Principal, @Query() query: SessionsQuery): Promise<Page<SessionDto>> {
    return (await this.sessions.list(user, query)).map((session) => toSessionDto(session, user.sessionId));
  }

  @Instance()
  @ApiId('session')
  @Answers({ message: 'Session ended.', type: SessionIdDto })
  @Post('delete/:id')
  async delete(@CurrentUser() user: Principal, @Id('session') id: string): Promise<SessionIdDto> {
    await this.sessions.delete(user, id);
    return { session_id: id };
  }

  @Instance()
  @Answers({ message: 'Signed out everywhere.' })
  @Post('delete_all')
  async deleteAll(@CurrentUser() user: Principal): Promise<void> {
    await this.sessions.deleteAll(user);
  }
}
