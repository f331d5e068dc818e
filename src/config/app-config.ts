// What the running service is configured with: the environment plus what the start made or found in DATA_DIR.
import type { KeyRing } from '../common/crypto/key-ring.js';
import type { Environment } from './environment.js';

export class AppConfig {
  constructor(
    readonly environment: Environment,
    readonly keyRing: KeyRing,
    /** Where PostgreSQL is, embedded or not. */
    readonly databaseUrl: string,
    /** Claims the owner account while there is no user. */
    readonly setupToken: string,
  ) {}

  get publicUrl(): string {
    return this.environment.publicUrl;
  }

  /** The one redirect URL, shown and sent: request headers never build it. */
  get redirectUrl(): string {
    return `${this.environment.publicUrl}/oauth/callback`;
  }

  has(role: 'api' | 'worker'): boolean {
    return this.environment.roles.includes(role);
  }
}
