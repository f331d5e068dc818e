import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { Project } from './project.entity.js';
import { ProjectAccessGuard } from './project-access.guard.js';
import { ProjectGroup, ProjectUser } from './project-access.entity.js';
import { ProjectRepository } from './project.repository.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';

/** Projects, who may see them, and their settings. */
@Module({
  imports: [UsersModule, TypeOrmModule.forFeature([Project, ProjectUser, ProjectGroup])],
  controllers: [ProjectsController, SettingsController],
  providers: [ProjectsService, SettingsService, ProjectRepository, ProjectAccessGuard],
  exports: [ProjectsService, SettingsService, ProjectAccessGuard],
})
export class ProjectsModule {}
