// Inputs that a system makes secret are sealed in all its credentials, in one transaction with the system.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { System } from '../systems/system.entity.js';
import { SystemsService } from '../systems/systems.service.js';
import { inputDefinitions, withNewSecrets } from './credential-inputs.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialSecrets } from './credential-secrets.js';

@Injectable()
export class InputSecrecy {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly secrets: CredentialSecrets,
    systems: SystemsService,
  ) {
    systems.makeSecretWith((manager, system) => this.sealInputs(manager, system));
  }

  private async sealInputs(manager: EntityManager, system: System): Promise<void> {
    const { projectId } = system;
    for (const credential of await this.credentials.lockOfSystem(manager, projectId, system.id)) {
      const stored = { open: credential.inputs, secret: this.secrets.openInputs(credential) };
      const { open, secret } = withNewSecrets(inputDefinitions(system), stored);
      const change = { inputs: open, secretInputs: this.secrets.sealInputs(credential, secret) };
      await this.credentials.update(projectId, credential.id, change, manager);
    }
  }
}
