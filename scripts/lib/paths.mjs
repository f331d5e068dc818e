/** The repository's folder, and paths below it. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const inRoot = (...parts) => join(root, ...parts);
/** The JavaScript file of a tool in node_modules, run with `node`: no shell, the same on every system. */
export const tool = {
  jest: () => inRoot('node_modules', 'jest', 'bin', 'jest.js'),
  tsc: () => inRoot('node_modules', 'typescript', 'bin', 'tsc'),
  vite: () => inRoot('node_modules', 'vite', 'bin', 'vite.js'),
  prettier: () => inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs'),
  eslint: () => inRoot('node_modules', 'eslint', 'bin', 'eslint.js'),
  depcruise: () => inRoot('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
  knip: () => inRoot('node_modules', 'knip', 'bin', 'knip.js'),
  typeorm: () => inRoot('node_modules', 'typeorm', 'cli.js'),
  openapiTs: () => inRoot('node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js'),
};
