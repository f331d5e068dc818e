import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InstanceFact } from './instance-fact.entity.js';
import { InstanceFactsRepository } from './instance-facts.repository.js';

/** Facts about this instance as a whole. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([InstanceFact])],
  providers: [InstanceFactsRepository],
  exports: [InstanceFactsRepository],
})
export class InstanceModule {}
