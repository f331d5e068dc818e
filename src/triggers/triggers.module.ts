import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FlowsModule } from '../flows/flows.module.js';
import { PipesModule } from '../pipes/pipes.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { HookWaiter } from './hook-waiter.service.js';
import { HooksController } from './hooks.controller.js';
import { HooksService } from './hooks.service.js';
import { Scheduler } from './scheduler.service.js';
import { SourceHandlers } from './source-handlers.service.js';
import { HookEvent, ScheduleSlot, Trigger } from './trigger.entity.js';
import { TriggerRepository } from './trigger.repository.js';
import { TriggersController } from './triggers.controller.js';
import { TriggersService } from './triggers.service.js';

/** What starts runs by itself: schedules and webhooks. */
@Module({
  imports: [
    FlowsModule,
    PipesModule,
    RunsModule,
    TypeOrmModule.forFeature([Trigger, ScheduleSlot, HookEvent]),
  ],
  controllers: [TriggersController, HooksController],
  providers: [TriggersService, HooksService, HookWaiter, Scheduler, SourceHandlers, TriggerRepository],
  exports: [Scheduler],
})
export class TriggersModule {}
