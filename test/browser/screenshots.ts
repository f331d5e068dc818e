/**
 * `npm run screenshots`: every page in both colour schemes, at 1440, 1024 and 390 px, into screenshots/. Words after
 * `--` narrow it down: a width, a scheme, or the beginning of a page's name (`-- 390 dark run pipe`).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { apiOf } from './support/api.js';
import { walkThePath } from './support/path.js';
import { emptyRoutesOf, outsideRoutesOf, routesOf, type Route } from './support/routes.js';
import { fill } from './support/fill.js';
import { openUi } from './support/ui.js';

const folder = join(process.cwd(), 'screenshots');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const schemes = ['light', 'dark'];
/** An editor measures itself again after a change of the window. */
const DRAWN_MS = 150;
/** A page that is longer than this is cut: the rest is more of the same. */
const tallest = 2200;

const words = process.argv.slice(2);
const chosen = (all: string[]): string[] => {
  const named = all.filter((one) => words.includes(one));
  return named.length > 0 ? named : all;
};
const widths = chosen(sizes.map(({ width }) => String(width)));
const wantedSchemes = chosen(schemes);
const names = words.filter(
  (word) => !schemes.includes(word) && !sizes.some(({ width }) => String(width) === word),
);
const isWanted = ({ name }: Route): boolean =>
  names.length === 0 || names.some((word) => name.startsWith(word));

async function picture(page: Page, routes: Route[]): Promise<void> {
  for (const scheme of wantedSchemes) {
    await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
    for (const { width, height } of sizes.filter((size) => widths.includes(String(size.width)))) {
      await page.setViewportSize({ width, height });
      for (const route of routes.filter(isWanted)) {
        await page.goto(route.url);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
        // a window as high as the page, so that what sticks to the window's edges stands as it is seen
        if (whole > height) {
          await page.setViewportSize({ width, height: Math.min(tallest, whole) });
          await page.waitForTimeout(DRAWN_MS);
        }
        await page.screenshot({ path: join(folder, `${route.name}-${width}-${scheme}.png`) });
        if (whole > height) await page.setViewportSize({ width, height });
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
    const api = await apiOf(place);
    await fill(api, walked);
    await picture(before, outsideRoutesOf(place.url));
    await picture(page, [
      ...routesOf(place.url, walked),
      ...emptyRoutesOf(place.url, await api.post('/api/projects/create', { project_name: 'Empty' })),
    ]);
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
