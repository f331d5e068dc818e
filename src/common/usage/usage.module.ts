import { Global, Module } from '@nestjs/common';
import { UsageRegistry } from './usage-registry.js';

/** The registry of who uses what. */
@Global()
@Module({ providers: [UsageRegistry], exports: [UsageRegistry] })
export class UsageModule {}
