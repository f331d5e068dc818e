// Old drafts and consents go by the common clean-up.
import { Injectable } from '@nestjs/common';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { ConsentAttemptRepository } from './consent-attempt.repository.js';
import { CredentialRepository } from './credential.repository.js';

@Injectable()
export class CredentialCleanup {
  constructor(
    maintenance: MaintenanceRegistry,
    attempts: ConsentAttemptRepository,
    credentials: CredentialRepository,
  ) {
    maintenance.clean('consent_attempts', (limit) => attempts.deleteOld(limit));
    maintenance.clean('credential drafts', (limit) => credentials.deleteOldDrafts(limit));
  }
}
