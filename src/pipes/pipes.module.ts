import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApisModule } from '../apis/apis.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FlowsModule } from '../flows/flows.module.js';
import { MappingsModule } from '../mappings/mappings.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { PipeCredential } from './pipe-credential.entity.js';
import { PipeFlowsService } from './pipe-flows.service.js';
import { PipeReadinessService } from './pipe-readiness.service.js';
import { Pipe } from './pipe.entity.js';
import { PipeRepository } from './pipe.repository.js';
import { PipeMappingsController } from './pipe-mappings.controller.js';
import { PipeMappingsService } from './pipe-mappings.service.js';
import { PipesController } from './pipes.controller.js';
import { PipesService } from './pipes.service.js';

/** Pipes: credentials bound to a flow, their mapping nodes, what keeps them from running. */
@Module({
  imports: [
    ApisModule,
    FlowsModule,
    CredentialsModule,
    SystemsModule,
    MappingsModule,
    TypeOrmModule.forFeature([Pipe, PipeCredential]),
  ],
  controllers: [PipesController, PipeMappingsController],
  providers: [PipesService, PipeFlowsService, PipeReadinessService, PipeMappingsService, PipeRepository],
  exports: [PipesService],
})
export class PipesModule {}
