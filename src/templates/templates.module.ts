import { Module } from '@nestjs/common';
import { ApisModule } from '../apis/apis.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { SampleProjectService } from './sample-project.service.js';

/** Ready-made projects. */
@Module({ imports: [ProjectsModule, SystemsModule, ApisModule], providers: [SampleProjectService] })
export class TemplatesModule {}
