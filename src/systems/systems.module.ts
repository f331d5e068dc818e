import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PreviewController } from './preview/preview.controller.js';
import { ProvidersController } from './providers/providers.controller.js';
import { System } from './system.entity.js';
import { SystemRepository } from './system.repository.js';
import { SystemsController } from './systems.controller.js';
import { SystemsService } from './systems.service.js';

/** Private systems and their authentication settings. */
@Module({
  imports: [TypeOrmModule.forFeature([System])],
  controllers: [PreviewController, ProvidersController, SystemsController],
  providers: [SystemsService, SystemRepository],
  exports: [SystemsService],
})
export class SystemsModule {}
