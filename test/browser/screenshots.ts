/** `npm run screenshots`: every page in both colour schemes, at 1440, 1024 and 390 px, into screenshots/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { walkThePath } from './support/path.js';
import { outsideRoutesOf, routesOf } from './support/routes.js';
import { openUi } from './support/ui.js';

const folder = join(process.cwd(), 'screenshots');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** A page that is longer than this is cut: the rest is more of the same. */
const tallest = 2200;

async function picture(page: Page, routes: { name: string; url: string }[]): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height });
      for (const route of routes) {
        await page.goto(route.url);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
        const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
        await page.screenshot({
          path: join(folder, `${route.name}-${width}-${scheme}.png`),
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(tallest, Math.max(height, whole)) },
        });
      }
    }
  }
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const ui = await openUi();
  try {
    const { page, place, browser } = ui;
    const before = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await before.goto(place.url);
    await picture(before, [{ name: 'setup', url: `${place.url}/setup` }]);
    const walked = await walkThePath(ui);
    await picture(before, outsideRoutesOf(place.url));
    await picture(page, routesOf(place.url, walked));
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
