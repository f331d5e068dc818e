// Opens an instance: keys and set-up token of the data folder, the database (embedded or not), its schema.
import { KeyRing } from './common/crypto/key-ring.js';
import { AppLogger } from './common/logging/app-logger.js';
import { AppConfig } from './config/app-config.js';
import type { Environment } from './config/environment.js';
import {
  makeMasterKeys,
  makeSetupToken,
  MASTER_KEYS_FILE,
  readOrCreateSecretFile,
  SETUP_TOKEN_FILE,
} from './config/instance-files.js';
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { checkMasterKey } from './database/key-check.js';
import { migrateDatabase } from './database/migrate.js';
import { migrateQueue } from './queue/migrate-queue.js';

export interface Instance {
  config: AppConfig;
  /** The set-up token was made by this start: say it once. */
  isSetupTokenNew: boolean;
  /** Lets go of the embedded server; call it last. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** false: also where the key ring does not fit the database. */
  checksKeys: boolean;
}

export async function openInstance(
  environment: Environment,
  logger = new AppLogger(environment.logLevel),
  { checksKeys }: OpenOptions = { checksKeys: true },
): Promise<Instance> {
  const keys = environment.masterKeys
    ? { value: environment.masterKeys, isNew: false }
    : readOrCreateSecretFile(environment.dataDir, MASTER_KEYS_FILE, makeMasterKeys);
  const keyRing = KeyRing.parse(keys.value);
  if (keys.isNew)
    logger.warning('master keys made: back this file up, without it no stored secret can be read', {
      file: MASTER_KEYS_FILE,
    });
  const setupToken = environment.setupToken
    ? { value: environment.setupToken, isNew: false }
    : readOrCreateSecretFile(environment.dataDir, SETUP_TOKEN_FILE, makeSetupToken);

  const embedded = environment.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: environment.dataDir,
        logger: { info: (message) => logger.info(message), warn: (message) => logger.warning(message) },
      });
  const databaseUrl = environment.databaseUrl ?? embedded!.connectionUrl;
  try {
    await migrateDatabase(databaseUrl, environment.queueUrl ? undefined : migrateQueue);
    if (checksKeys) await checkMasterKey(databaseUrl, keyRing);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  return {
    config: new AppConfig(environment, keyRing, databaseUrl, setupToken.value),
    isSetupTokenNew: setupToken.isNew,
    close: async () => embedded?.stop(),
  };
}
