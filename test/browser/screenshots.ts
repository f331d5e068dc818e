/** `npm run screenshots`: every page in both colour schemes, at 1440 and 390 px, into screenshots/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { walkThePath } from './support/path.js';
import { routesOf } from './support/routes.js';
import { openUi } from './support/ui.js';

const folder = join(process.cwd(), 'screenshots');
const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
];

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const ui = await openUi();
  try {
    const { page } = ui;
    const walked = await walkThePath(ui);
    for (const scheme of ['light', 'dark']) {
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
      for (const { name, width, height } of sizes) {
        await page.setViewportSize({ width, height });
        for (const route of routesOf(ui.place.url, walked)) {
          await page.goto(route.url);
          await page.locator('h1').first().waitFor();
          await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
          await page.screenshot({ path: join(folder, `${route.name}-${name}-${scheme}.png`) });
        }
      }
    }
  } finally {
    await ui.close();
  }
}

main().then(
  () => process.stdout.write(`Written to ${folder}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
