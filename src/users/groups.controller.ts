import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { ApiId } from '../common/http/api-id.decorator.js';
import { Id } from '../common/http/id.js';
import { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import { CurrentUser, type Principal } from '../common/http/request-context.js';
import { Idempotent } from '../common/idempotency/idempotent.decorator.js';
import { CreateGroupDto, GroupDto, GroupIdDto, UpdateGroupDto } from './dto/group.dto.js';
import type { GroupWithMembers } from './group.repository.js';
import { GroupsService } from './groups.service.js';

const toGroupDto = (group: GroupWithMembers, withUsers: boolean): GroupDto => ({
  group_id: group.id,
  group_name: group.groupName,
  ...(withUsers ? { users: group.users } : {}),
});

@ApiTags('People')
@Controller('api/groups')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Instance('member', { allowLimitedTokens: true })
  @Answers({ message: 'Groups.', type: GroupDto, list: 'page' })
  @Get()
  async list(@CurrentUser() user: Principal, @Query() query: ListQuery): Promise<Page<GroupDto>> {
    // A token that is limited to projects is told what every member is told.
    const withUsers = user.role !== 'member' && user.tokenProjectIds === null;
    return (await this.groups.list(query)).map((group) => toGroupDto(group, withUsers));
  }

  @Instance('admin')
  @Idempotent()
  @Answers({ message: 'Group created.', type: GroupDto })
  @Post('create')
  async create(@CurrentUser() user: Principal, @Body() body: CreateGroupDto): Promise<GroupDto> {
    return toGroupDto(await this.groups.create(user, body), true);
  }

  @Instance('admin')
  @ApiId('group')
  @Answers({ message: 'Group updated.', type: GroupDto })
  @Post('update/:id')
  async update(
    @CurrentUser() user: Principal,
    @Id('group') id: string,
    @Body() body: UpdateGroupDto,
  ): Promise<GroupDto> {
    return toGroupDto(await this.groups.update(user, id, body), true);
  }

  @Instance('admin')
  @ApiId('group')
  @Answers({ message: 'Group deleted.', type: GroupIdDto })
  @Post('delete/:id')
  async delete(@CurrentUser() user: Principal, @Id('group') id: string): Promise<GroupIdDto> {
    await this.groups.delete(user, id);
    return { group_id: id };
  }
}
