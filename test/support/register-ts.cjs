/** `node -r ./test/support/register-ts.cjs file.ts`: runs TypeScript of this repository in a process of its own. */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');
require('./resolve-ts.cjs');

/** By text, so that many processes started one after the other translate each file once. */
const cache = join(resolve(__dirname, '..', '..'), 'node_modules', '.cache', 'register-ts');
mkdirSync(cache, { recursive: true });

function translate(text, filename) {
  const name = createHash('sha256').update(`${version}\n${filename}\n${text}`).digest('hex');
  const file = join(cache, name);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // not yet translated
  }
  const options = { filename, module: { type: 'commonjs' }, sourceMaps: 'inline' };
  const { code } = transformSync(text, options);
  // renamed when it is whole: others may be reading
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
}

require.extensions['.ts'] = (module, filename) => {
  module._compile(translate(readFileSync(filename, 'utf8'), filename), filename);
};
