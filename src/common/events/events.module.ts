import { Global, Module } from '@nestjs/common';
import { EventBus } from './domain-event.js';

/** Typed in-process events. */
@Global()
@Module({ providers: [EventBus], exports: [EventBus] })
export class EventsModule {}
