/** Builds the admin UI into dist/admin; `apps/admin` is the root, so index.html and public/ stand here. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = join(here, '../../dist/admin');
const { version } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8')) as { version: string };

/** Writes .br and .gz beside every text file, so that the server never compresses on the fly. */
function preCompressed(): Plugin {
  return {
    name: 'pre-compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        const file = join(outDir, entry);
        if (!/\.(js|css|svg|json)$/.test(file) || !statSync(file).isFile()) continue;
        const source = readFileSync(file);
        if (source.length < 1024) continue;
        writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        );
      }
    },
  };
}

export default defineConfig({
  root: here,
  html: { cspNonce: '__CSP_NONCE__' },
  define: { __APP_VERSION__: JSON.stringify(version) },
  resolve: { alias: { '#sdk': join(here, '../../libs/sdk/src/index.ts') } },
  plugins: [react(), preCompressed()],
  build: { outDir, emptyOutDir: true, manifest: true, chunkSizeWarningLimit: 1200, assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    proxy: { '/api/': 'http://127.0.0.1:3000', '/workspace/': 'http://127.0.0.1:3000' },
  },
});
