import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ApisModule } from '../apis/apis.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FlowsModule } from '../flows/flows.module.js';
import { PipesModule } from '../pipes/pipes.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { AuthorizerFactory } from './authorizer.factory.js';
import { ApiCallTime } from './api-call-time.entity.js';
import { CredentialLimiter } from './limits/credential-limiter.js';
import { HealthReset } from './limits/health-reset.service.js';
import { CallTimes } from './call-times.js';
import {
  CredentialHealth,
  CredentialInFlight,
  Delivery,
  PipeCursor,
  RecordError,
  RunPageParts,
  RunRecord,
} from './ledger.entity.js';
import { KeptRecordsService } from './kept-records.service.js';
import { PipeRunsController } from './pipe-runs.controller.js';
import { RecordErrorRepository } from './record-error.repository.js';
import { RecordErrorsService } from './record-errors.service.js';
import { RunAlerts } from './run-alerts.js';
import { RunDispatcher } from './run-dispatcher.service.js';
import { RunRetention } from './retention.service.js';
import { Run, RunLease, RunPage, RunProgressRow, RunSnapshotRow, RunWorkerRow } from './run.entity.js';
import { RunExecutor } from './run-executor.service.js';
import { RunQueueRepository } from './run-queue.repository.js';
import { RunClaimRepository } from './run-claim.repository.js';
import { RunEndings } from './run-endings.js';
import { RunSnapshotRepository } from './run-snapshot.repository.js';
import { RunWorkerRepository } from './run-worker.repository.js';
import { RunRepository } from './run.repository.js';
import { RunWorker } from './run-worker.service.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';
import { SnapshotService } from './snapshot.service.js';

const entities = [
  Run,
  RunLease,
  RunWorkerRow,
  RunProgressRow,
  RunPage,
  RunSnapshotRow,
  Delivery,
  PipeCursor,
  RunRecord,
  RunPageParts,
  RecordError,
  CredentialHealth,
  CredentialInFlight,
  ApiCallTime,
];

/** Runs of pipes: the queue's rows, the ledger, the records, and the worker that executes them. */
@Module({
  imports: [
    AlertsModule,
    ApisModule,
    SystemsModule,
    CredentialsModule,
    FlowsModule,
    PipesModule,
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [RunsController, PipeRunsController],
  providers: [
    RunsService,
    RecordErrorsService,
    SnapshotService,
    RunDispatcher,
    RunExecutor,
    RunWorker,
    RunRepository,
    RunEndings,
    RunQueueRepository,
    RunClaimRepository,
    RunWorkerRepository,
    RunSnapshotRepository,
    RunAlerts,
    RecordErrorRepository,
    KeptRecordsService,
    AuthorizerFactory,
    CredentialLimiter,
    HealthReset,
    CallTimes,
    RunRetention,
  ],
  exports: [RunsService],
})
export class RunsModule {}
