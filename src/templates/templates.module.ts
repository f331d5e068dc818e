import { Module } from '@nestjs/common';
import { ApisModule } from '../apis/apis.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { SampleProjectService } from './sample-project.service.js';
import { SamplesController } from './samples.controller.js';
import { SamplesService } from './samples.service.js';

/** Ready-made projects, and the sample systems for any other. */
@Module({
  imports: [ProjectsModule, SystemsModule, ApisModule],
  controllers: [SamplesController],
  providers: [SampleProjectService, SamplesService],
})
export class TemplatesModule {}
