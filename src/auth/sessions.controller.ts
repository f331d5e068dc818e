import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError } from '../common/errors/domain-error.js';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { Id } from '../common/http/id.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { toSessionDto } from './auth.mapper.js';
import { AuthRepository } from './auth.repository.js';
import { SessionDto, SessionIdDto } from './dto/auth.dto.js';

@ApiTags('Sign-in')
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: AuthRepository) {}

  @Instance()
  @Answers({ message: 'Where you are signed in.', type: SessionDto, list: 'array' })
  @Get()
  async list(@CurrentUser() user: Principal): Promise<SessionDto[]> {
    return (await this.sessions.listSessions(user.userId)).map((session) =>
      toSessionDto(session, user.sessionId),
    );
  }

  @Instance()
  @Answers({ message: 'Session ended.', type: SessionIdDto })
  @Post('delete/:id')
  async delete(@CurrentUser() user: Principal, @Id('session') id: string): Promise<SessionIdDto> {
    if (!(await this.sessions.deleteSessionOf(user.userId, id))) throw DomainError.notFound('session');
    return { session_id: id };
  }

  @Instance()
  @Answers({ message: 'Signed out everywhere.' })
  @Post('delete_all')
  async deleteAll(@CurrentUser() user: Principal): Promise<void> {
    await this.sessions.deleteSessionsOf(user.userId);
  }
}
