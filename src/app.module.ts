// The only file that lists the feature modules. Tiers: each may know only those above it (docs/architecture.md).
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AdminUiModule } from './admin-ui/admin-ui.module.js';
import { ActivityLogsModule } from './activity-logs/activity-logs.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { ApisModule } from './apis/apis.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BearerGuard } from './auth/bearer.guard.js';
import { SetupGuard } from './auth/setup.guard.js';
import { CryptoModule } from './common/crypto/crypto.module.js';
import { EventsModule } from './common/events/events.module.js';
import { AccessScan } from './common/http/access-scan.js';
import { EnvelopeInterceptor } from './common/http/envelope.interceptor.js';
import { RateLimitGuard } from './common/http/rate-limit.guard.js';
import { ReadableBodyGuard } from './common/http/readable-body.guard.js';
import { FailureFilter } from './common/http/failure.filter.js';
import { IdempotencyInterceptor } from './common/idempotency/idempotency.interceptor.js';
import { IdempotencyModule } from './common/idempotency/idempotency.module.js';
import { InstanceModule } from './common/instance/instance.module.js';
import { LoggingModule } from './common/logging/logging.module.js';
import { OutboundModule } from './common/outbound/outbound.module.js';
import { MailModule } from './common/mail/mail.module.js';
import { MaintenanceModule } from './common/maintenance/maintenance.module.js';
import { UsageModule } from './common/usage/usage.module.js';
import type { AppConfig } from './config/app-config.js';
import { ConfigModule } from './config/config.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DocsModule } from './docs/docs.module.js';
import { FlowsModule } from './flows/flows.module.js';
import { HealthModule } from './health/health.module.js';
import { MappingsModule } from './mappings/mappings.module.js';
import { PipesModule } from './pipes/pipes.module.js';
import { ProjectAccessGuard } from './projects/project-access.guard.js';
import { ProjectsModule } from './projects/projects.module.js';
import { QueueModule } from './queue/queue.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SystemsModule } from './systems/systems.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TriggersModule } from './triggers/triggers.module.js';
import { UsersModule } from './users/users.module.js';

const base = [
  LoggingModule,
  DatabaseModule,
  CryptoModule,
  OutboundModule,
  EventsModule,
  UsageModule,
  MailModule,
  MaintenanceModule,
  InstanceModule,
  IdempotencyModule,
  QueueModule,
  DiscoveryModule,
];
const features = [
  UsersModule,
  AuthModule,
  ProjectsModule,
  AlertsModule,
  SystemsModule,
  CredentialsModule,
  ApisModule,
  FlowsModule,
  MappingsModule,
  PipesModule,
  RunsModule,
  TriggersModule,
  TemplatesModule,
  ActivityLogsModule,
  HealthModule,
  DocsModule,
  AdminUiModule,
];

@Module({})
export class AppModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.forRoot(config), ...base, ...features],
      providers: [
        AccessScan,
        // In this order: who calls, inside which project, then what was sent.
        { provide: APP_GUARD, useExisting: BearerGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useExisting: ProjectAccessGuard },
        { provide: APP_GUARD, useExisting: SetupGuard },
        { provide: APP_GUARD, useClass: ReadableBodyGuard },
        // The outer one first: stored answers are whole envelopes.
        { provide: APP_INTERCEPTOR, useExisting: IdempotencyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_FILTER, useClass: FailureFilter },
      ],
    };
  }
}
