/** `node -r ./test/support/register-ts.cjs file.ts`: runs TypeScript of this repository in a process of its own. */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
require('./resolve-ts.cjs');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
