// Writes or checks openapi.json: `node dist/src/openapi.js --write | --check`. Needs no database.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { KeyRing } from './common/crypto/key-ring.js';
import { AppConfig } from './config/app-config.js';
import { makeMasterKeys } from './config/instance-files.js';
import { parseEnvironment } from './config/environment.js';
import { createApp } from './create-app.js';
import { openApiDocument } from './openapi-document.js';

const FILE = 'openapi.json';

async function main(): Promise<void> {
  const environment = parseEnvironment({ LOG_LEVEL: 'error' });
  const app = await createApp(new AppConfig(environment, KeyRing.parse(makeMasterKeys()), '', ''));
  const text = `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(FILE, text);
  else if (readFileSync(FILE, 'utf8') !== text) {
    process.stderr.write('openapi.json is stale: run npm run openapi:write\n');
    process.exit(1);
  }
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
