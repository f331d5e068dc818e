import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SystemsModule } from '../systems/systems.module.js';
import { CallbackController } from './callback.controller.js';
import { ConsentAttempt } from './consent-attempt.entity.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { ConsentCallbackService } from './consent-callback.service.js';
import { ConsentService } from './consent.service.js';
import { CredentialCleanup } from './credential-cleanup.js';
import { CredentialSecrets } from './credential-secrets.js';
import { CredentialTestService } from './credential-test.service.js';
import { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialOutages } from './credential-outages.service.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';
import { DisconnectService } from './disconnect.service.js';
import { InputSecrecy } from './input-secrecy.service.js';
import { IssuerMetadata } from './issuer-metadata.service.js';
import { ProjectRevocations } from './project-revocations.service.js';
import { RenewalJob } from './renewal-job.service.js';
import { TestCall } from './test-call.service.js';
import { TokenTest } from './token-test.service.js';
import { TokenRenewal } from './token-renewal.service.js';
import { TokenRequests } from './token-requests.service.js';
import { TokenRepository } from './token.repository.js';
import { TokenSource } from './token-source.service.js';
import { TokenStore } from './token-store.service.js';

/** Connections to systems: their inputs, consents, tokens and states. */
@Module({
  imports: [
    AlertsModule,
    ProjectsModule,
    SystemsModule,
    TypeOrmModule.forFeature([Credential, ConsentAttempt]),
  ],
  controllers: [CredentialsController, CallbackController],
  providers: [
    CredentialsService,
    CredentialTestService,
    ConsentService,
    ConsentCallbackService,
    CredentialCleanup,
    TestCall,
    TokenTest,
    DisconnectService,
    InputSecrecy,
    IssuerMetadata,
    ProjectRevocations,
    RenewalJob,
    TokenRenewal,
    TokenRequests,
    TokenSource,
    TokenStore,
    CredentialOutages,
    CredentialRepository,
    ConsentAttemptRepository,
    TokenRepository,
    CredentialSecrets,
  ],
  exports: [CredentialsService, CredentialOutages, TokenSource],
})
export class CredentialsModule {}
