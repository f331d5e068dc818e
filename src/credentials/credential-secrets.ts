// Sealing of a credential's secrets, bound to their row.
import { Injectable } from '@nestjs/common';
import { Sealer } from '../common/crypto/sealer.js';
import type { Credential } from './credential.entity.js';

type Row = Pick<Credential, 'id' | 'projectId'>;

@Injectable()
export class CredentialSecrets {
  constructor(private readonly sealer: Sealer) {}

  sealInputs(row: Row, inputs: Record<string, string>): string | null {
    return Object.keys(inputs).length === 0
      ? null
      : this.sealer.seal(JSON.stringify(inputs), place(row, 'secret_inputs'));
  }

  openInputs(credential: Row & Pick<Credential, 'secretInputs'>): Record<string, string> {
    if (credential.secretInputs === null) return {};
    return JSON.parse(
      this.sealer.open(credential.secretInputs, place(credential, 'secret_inputs')).reveal(),
    ) as Record<string, string>;
  }

  sealTokenSet(row: Row, tokenSet: object): string {
    return this.sealer.seal(JSON.stringify(tokenSet), place(row, 'token_set'));
  }

  /** null: there is none. */
  openTokenSet<T>(credential: Row & Pick<Credential, 'tokenSet'>): T | null {
    if (credential.tokenSet === null) return null;
    return JSON.parse(this.sealer.open(credential.tokenSet, place(credential, 'token_set')).reveal()) as T;
  }
}

const place = (row: Row, column: string) => ({
  table: 'credentials',
  column,
  rowId: row.id,
  projectId: row.projectId,
});
