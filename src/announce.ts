// What a person sees in the terminal after the start.
import path from 'node:path';
import { SETUP_TOKEN_FILE } from './config/instance-files.js';
import type { Instance } from './instance.js';

export function announce({ config, isSetupTokenNew }: Instance, address: string): void {
  const lines = [`pipewright listening on ${address}, open ${config.publicUrl}`];
  if (isSetupTokenNew) {
    lines.push(
      `Set-up token (claims the owner account, also in ${path.join(config.environment.dataDir, SETUP_TOKEN_FILE)}): ${config.setupToken}`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
