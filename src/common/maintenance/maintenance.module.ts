import { Global, Module } from '@nestjs/common';
import { MaintenanceRegistry } from './maintenance-registry.js';

/** Retention, for every feature whose tables grow. */
@Global()
@Module({ providers: [MaintenanceRegistry], exports: [MaintenanceRegistry] })
export class MaintenanceModule {}
