/**
 * `npm run check:ui-size`: what a browser loads for the first page and for each page of the built admin UI, brotli
 * compressed, against the budgets: 350 kB for the first page, 500 kB for any.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';

const FIRST_LIMIT_KB = 350;
const ANY_LIMIT_KB = 500;
const manifestFile = inRoot('dist', 'admin', '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error('The admin UI is not built: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** A chunk with all that it imports at once, and their styles; fonts only the two Latin files that a page draws with. */
function filesOf(key, seen = new Set(), files = new Set()) {
  if (seen.has(key)) return files;
  seen.add(key);
  const chunk = manifest[key];
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const other of chunk.imports ?? []) filesOf(other, seen, files);
  return files;
}
const size = (file) => {
  const place = inRoot('dist', 'admin', file);
  return statSync(existsSync(`${place}.br`) ? `${place}.br` : place).size;
};
const fonts = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => /(inter-latin-wght-normal|jetbrains-mono-latin-400-normal).*\.woff2$/.test(file));
const sum = (files) => [...files].reduce((total, file) => total + size(file), 0) / 1000;

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const first = new Set([...filesOf(entry), ...fonts]);
const pages = Object.keys(manifest).filter(
  (key) => /^src\/pages\//.test(key) && manifest[key].isDynamicEntry,
);
const rows = [['first page', sum(first), FIRST_LIMIT_KB]];
for (const key of pages) {
  const files = new Set([...first, ...filesOf(key)]);
  // What a page shows as soon as it is open counts too.
  for (const lazy of manifest[key].dynamicImports ?? []) for (const file of filesOf(lazy)) files.add(file);
  rows.push([key.replace('src/pages/', '').replace('.tsx', ''), sum(files), ANY_LIMIT_KB]);
}
let failed = 0;
for (const [name, kilobytes, limit] of rows) {
  const isOver = kilobytes > limit;
  if (isOver) failed += 1;
  console.log(
    `${name.padEnd(28)} ${kilobytes.toFixed(0).padStart(5)} kB of ${limit}${isOver ? '  TOO LARGE' : ''}`,
  );
}
process.exit(failed === 0 ? 0 : 1);
