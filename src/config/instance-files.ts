// What a first start makes in DATA_DIR (0600) when the environment does not give it: master keys and set-up token.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a secret file of the data folder, or makes it with `make()`. `isNew` tells that it was made now. */
export function readOrCreateSecretFile(
  dataDir: string,
  name: string,
  make: () => string,
): { value: string; isNew: boolean } {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    try {
      // `wx`: of two processes that start at once, one writes and the other reads what it wrote.
      writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
      return { value: readFileSync(file, 'utf8').trim(), isNew: true };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  return { value: readFileSync(file, 'utf8').trim(), isNew: false };
}

export const MASTER_KEYS_FILE = 'master-keys';
export const SETUP_TOKEN_FILE = 'setup-token';

export const makeMasterKeys = (): string => `k1:${randomBytes(32).toString('base64')}`;
export const makeSetupToken = (): string => randomBytes(18).toString('base64url');
