import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupMember } from './group-member.entity.js';
import { Group } from './group.entity.js';
import { GroupRepository } from './group.repository.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UsersService } from './users.service.js';

/** People, groups, invitations. */
@Module({
  imports: [TypeOrmModule.forFeature([User, Group, GroupMember])],
  providers: [UsersService, UserRepository, GroupRepository],
  exports: [UsersService],
})
export class UsersModule {}
