import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SystemsModule } from '../systems/systems.module.js';
import { CredentialSecrets } from './credential-secrets.js';
import { Credential } from './credential.entity.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';

/** Connections to systems: their inputs, tokens and states. */
@Module({
  imports: [SystemsModule, TypeOrmModule.forFeature([Credential])],
  controllers: [CredentialsController],
  providers: [CredentialsService, CredentialRepository, CredentialSecrets],
  exports: [CredentialsService],
})
export class CredentialsModule {}
