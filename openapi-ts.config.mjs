/** How the TypeScript client is generated from openapi.json: see scripts/openapi-write.mjs. */
export default {
  input: './openapi.json',
  output: { path: 'libs/sdk/src/generated', module: { extension: '.js' }, clean: true },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', { name: '@hey-api/client-fetch', throwOnError: false }],
};
