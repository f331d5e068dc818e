import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import type { Page } from '../common/http/page.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import {
  CreateUserDto,
  InvitedUserDto,
  UpdateUserDto,
  UserDto,
  UserIdDto,
  UserListQuery,
} from './dto/user.dto.js';
import { InvitationsService } from './invitations.service.js';
import { PeopleService } from './people.service.js';
import { toInvitedUserDto, toUserDto } from './user.mapper.js';

@ApiTags('People')
@Controller('api/users')
export class UsersController {
  constructor(
    private readonly people: PeopleService,
    private readonly invitations: InvitationsService,
  ) {}

  @Instance('admin')
  @Answers({ message: 'People.', type: UserDto, list: 'page' })
  @Get()
  async list(@Query() query: UserListQuery): Promise<Page<UserDto>> {
    const page = await this.people.list(query);
    const ends = await this.invitations.ends(page.items.map((user) => user.id));
    return page.map((user) => toUserDto(user, ends.get(user.id) ?? null));
  }

  @Instance('admin')
  @Idempotent()
  @Answers({ message: 'Person invited. The link works once, for 7 days.', type: InvitedUserDto })
  @Post('create')
  async create(@CurrentUser() user: Principal, @Body() body: CreateUserDto): Promise<InvitedUserDto> {
    const made = await this.people.create(user, body);
    return toInvitedUserDto(made.user, made.sent);
  }

  @Instance('admin')
  @ApiId('user')
  @Answers({ message: 'Person invited again; the older link has ended.', type: InvitedUserDto })
  @Post('invite/:id')
  async invite(@CurrentUser() user: Principal, @Id('user') id: string): Promise<InvitedUserDto> {
    const made = await this.people.inviteAgain(user, id);
    return toInvitedUserDto(made.user, made.sent);
  }

  @Instance('admin')
  @ApiId('user')
  @Answers({ message: 'Person updated.', type: UserDto })
  @Post('update/:id')
  async update(
    @CurrentUser() principal: Principal,
    @Id('user') id: string,
    @Body() body: UpdateUserDto,
  ): Promise<UserDto> {
    const user = await this.people.update(principal, id, body);
    return toUserDto(user, (await this.invitations.ends([id])).get(id) ?? null);
  }

  @Instance('admin')
  @ApiId('user')
  @Answers({ message: 'Person deleted.', type: UserIdDto })
  @Post('delete/:id')
  async delete(@CurrentUser() user: Principal, @Id('user') id: string): Promise<UserIdDto> {
    await this.people.delete(user, id);
    return { user_id: id };
  }
}
