import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SystemsModule } from '../systems/systems.module.js';
import { ApiDefinition } from './api-definition.entity.js';
import { ApiRepository } from './api.repository.js';
import { ApisController } from './apis.controller.js';
import { ApisService } from './apis.service.js';

/** The API manager: definitions, samples, try-it. */
@Module({
  imports: [SystemsModule, TypeOrmModule.forFeature([ApiDefinition])],
  controllers: [ApisController],
  providers: [ApisService, ApiRepository],
  exports: [ApisService],
})
export class ApisModule {}
