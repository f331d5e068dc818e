import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { ReadinessService } from './readiness.service.js';

/** Liveness, readiness, metrics. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [ReadinessService, MetricsService],
})
export class HealthModule {}
