import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Alert } from './alert.entity.js';
import { AlertRepository } from './alert.repository.js';
import { AlertSender } from './alert-sender.js';
import { AlertsService } from './alerts.service.js';

/** Alerts about failed runs and broken connections: an outbox, and who sends it. */
@Module({
  imports: [TypeOrmModule.forFeature([Alert])],
  providers: [AlertsService, AlertRepository, AlertSender],
  exports: [AlertsService],
})
export class AlertsModule {}
