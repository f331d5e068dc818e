/** Removes a data folder, and its database where that lies outside (see src/database/embedded/cluster-location.ts). */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function removeDataDir(dataDir) {
  const location = join(dataDir, 'postgres-location');
  const outside = existsSync(location) ? readFileSync(location, 'utf8').trim() : '';
  // Only what names this very folder as its owner.
  const owner =
    outside && existsSync(join(outside, 'data-dir'))
      ? readFileSync(join(outside, 'data-dir'), 'utf8').trim()
      : '';
  if (owner === dataDir) rmSync(outside, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
