import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { ApiDefinition } from './api-definition.entity.js';
import { ApiCallerService } from './api-caller.service.js';
import { ApiRepository } from './api.repository.js';
import { ApisController } from './apis.controller.js';
import { ApisService } from './apis.service.js';
import { TryItService } from './try-it.service.js';

/** The API manager: definitions, samples, try-it. */
@Module({
  imports: [SystemsModule, CredentialsModule, TypeOrmModule.forFeature([ApiDefinition])],
  controllers: [ApisController],
  providers: [ApisService, ApiCallerService, TryItService, ApiRepository],
  exports: [ApisService],
})
export class ApisModule {}
