import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'data/**',
      'libs/sdk/src/generated/**',
      // Written by TypeORM.
      'src/database/migrations/**',
      'coverage/**',
      '**/*.cjs',
      '**/*.mjs',
      '**/*.mts',
      'apps/admin/public/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // The product reaches other systems through #outbound only (SSRF guard, limits, redaction).
    files: ['src/**/*.ts', 'libs/{oauth,engine,mapping}/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['undici', 'http', 'https', 'node:http', 'node:https', 'axios', 'node-fetch'].map(
            (name) => ({ name, message: 'Outbound calls go through #outbound.', allowTypeImports: true }),
          ),
        },
      ],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Outbound calls go through #outbound.' }],
    },
  },
  {
    files: [
      '**/*.spec.ts',
      'test/**/*.ts',
      'apps/demo/**/*.ts',
      'apps/sample-systems/**/*.ts',
      'bench/**/*.ts',
    ],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'off',
    },
  },
);
