import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { ActivityLog } from './activity-log.entity.js';
import { ActivityLogRepository } from './activity-log.repository.js';
import { ActivityLogsController } from './activity-logs.controller.js';
import { ActivityLogsService } from './activity-logs.service.js';

/** Who did what in a project. It listens to events; nobody imports it. */
@Module({
  imports: [ProjectsModule, TypeOrmModule.forFeature([ActivityLog])],
  controllers: [ActivityLogsController],
  providers: [ActivityLogsService, ActivityLogRepository],
})
export class ActivityLogsModule {}
