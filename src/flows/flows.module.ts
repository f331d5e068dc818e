import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApisModule } from '../apis/apis.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { FlowApi } from './flow-api.entity.js';
import { FlowPlannerService } from './flow-planner.service.js';
import { FlowVersion } from './flow-version.entity.js';
import { Flow } from './flow.entity.js';
import { FlowRepository } from './flow.repository.js';
import { FlowsController } from './flows.controller.js';
import { FlowsService } from './flows.service.js';
import { SelectableFlowsController } from './selectable-flows.controller.js';

/** Flows: handlers, their checks, published versions. */
@Module({
  imports: [
    ApisModule,
    CredentialsModule,
    SystemsModule,
    TypeOrmModule.forFeature([Flow, FlowVersion, FlowApi]),
  ],
  // The fixed path `flows/selectable` before `flows/:id`.
  controllers: [SelectableFlowsController, FlowsController],
  providers: [FlowsService, FlowPlannerService, FlowRepository],
  exports: [FlowsService, FlowPlannerService],
})
export class FlowsModule {}
