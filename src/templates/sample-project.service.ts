// Makes the sample project when the owner asked for it at set-up and the sample systems run.
import { Injectable } from '@nestjs/common';
import { ApisService } from '../apis/apis.service.js';
import { INSTANCE_CLAIMED } from '../auth/auth.events.js';
import { EventBus } from '../common/events/domain-event.js';
import type { Principal, ProjectScope } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { ProjectsService } from '../projects/projects.service.js';
import { SystemsService } from '../systems/systems.service.js';
import {
  createSalesOrder,
  listOrders,
  SAMPLE_PROJECT_NAME,
  sampleErp,
  sampleShop,
} from './sample-project.js';

@Injectable()
export class SampleProjectService {
  constructor(
    private readonly config: AppConfig,
    private readonly projects: ProjectsService,
    private readonly systems: SystemsService,
    private readonly apis: ApisService,
    events: EventBus,
  ) {
    events.on(INSTANCE_CLAIMED, async ({ details }) => {
      if (details?.create_sample_project === true && config.environment.sampleSystems)
        await this.create(details.owner as Principal);
    });
  }

  private async create(owner: Principal): Promise<void> {
    const { sampleShopPort, sampleErpPort } = this.config.environment;
    const { projectId } = await this.projects.create(owner, {
      project_name: SAMPLE_PROJECT_NAME,
      project_description: 'Orders of the sample shop become sales orders of the sample ERP.',
    });
    const scope: ProjectScope = { projectId, userId: owner.userId, isManager: true, principal: owner };
    const { system: shop } = await this.systems.create(scope, sampleShop(sampleShopPort));
    const { system: erp } = await this.systems.create(scope, sampleErp(sampleErpPort));
    await this.apis.create(scope, listOrders(shop.id));
    await this.apis.create(scope, createSalesOrder(erp.id));
  }
}
