import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MappingConfiguration } from './mapping-configuration.entity.js';
import { MappingVersion } from './mapping-version.entity.js';
import { MappingReferenceController } from './mapping-reference.controller.js';
import { MappingRepository } from './mapping.repository.js';
import { MappingsService } from './mappings.service.js';

/** Mapping configurations: store, check, preview, suggest. */
@Module({
  imports: [TypeOrmModule.forFeature([MappingConfiguration, MappingVersion])],
  controllers: [MappingReferenceController],
  providers: [MappingsService, MappingRepository],
  exports: [MappingsService],
})
export class MappingsModule {}
