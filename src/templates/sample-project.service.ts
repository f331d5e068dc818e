// Makes the sample project when the owner asked for it at set-up and the sample systems run.
import { Injectable } from '@nestjs/common';
import { INSTANCE_CLAIMED } from '../auth/auth.events.js';
import { EventBus } from '../common/events/domain-event.js';
import type { Principal, ProjectScope } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SAMPLE_PROJECT_NAME } from './sample-project.js';
import { SamplesService } from './samples.service.js';

@Injectable()
export class SampleProjectService {
  constructor(
    private readonly config: AppConfig,
    private readonly projects: ProjectsService,
    private readonly samples: SamplesService,
    events: EventBus,
  ) {
    events.on(INSTANCE_CLAIMED, async ({ details }) => {
      if (details?.create_sample_project === true && config.environment.sampleSystems)
        await this.create(details.owner as Principal);
    });
  }

  private async create(owner: Principal): Promise<void> {
    const { projectId } = await this.projects.create(owner, {
      project_name: SAMPLE_PROJECT_NAME,
      project_description: 'Orders of the sample shop become sales orders of the sample ERP.',
    });
    const scope: ProjectScope = { projectId, userId: owner.userId, isManager: true, principal: owner };
    await this.samples.add(scope);
  }
}
