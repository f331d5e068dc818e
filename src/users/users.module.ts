import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountLink } from './account-link.entity.js';
import { AccountLinksService } from './account-links.service.js';
import { GroupMember } from './group-member.entity.js';
import { Group } from './group.entity.js';
import { GroupRepository } from './group.repository.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';
import { InvitationsService } from './invitations.service.js';
import { PeopleService } from './people.service.js';
import { SecurityLogController } from './security-log/security-log.controller.js';
import { SecurityLog } from './security-log/security-log.entity.js';
import { SecurityLogService } from './security-log/security-log.service.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** People, groups, invitations, the security log. */
@Module({
  imports: [TypeOrmModule.forFeature([User, Group, GroupMember, AccountLink, SecurityLog])],
  controllers: [UsersController, GroupsController, SecurityLogController],
  providers: [
    UsersService,
    PeopleService,
    GroupsService,
    InvitationsService,
    AccountLinksService,
    SecurityLogService,
    UserRepository,
    GroupRepository,
  ],
  exports: [UsersService, AccountLinksService, SecurityLogService],
})
export class UsersModule {}
