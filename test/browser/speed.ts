/** `npm run check:ui-speed`: the budgets of the two editors, measured in a real browser; exits with 1 above one of them. */
import { apiOf } from './support/api.js';
import { makeLarge } from './support/large.js';
import { openingTime, percentile, scrollFrames } from './support/measure.js';
import { setUp } from './support/steps.js';
import { openUi } from './support/ui.js';

const FRAME_LIMIT_MS = 50;
const OPENING_LIMIT_MS = 2_000;
const rounds = 3;

async function main(): Promise<boolean> {
  const ui = await openUi();
  try {
    const { page, place } = ui;
    await setUp(page, place);
    const large = await makeLarge(await apiOf(place), {
      sources: 2000,
      destinations: 600,
      links: 500,
      handlers: 200,
    });
    const frames: number[] = [];
    const openings: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(place.url + large.mapping);
      await page.waitForLoadState('networkidle');
      frames.push(...(await scrollFrames(page)));
      openings.push(await openingTime(page, place.url + large.flow));
      await page.waitForLoadState('networkidle');
    }
    const isSmooth = tell(
      '2,000 source fields, frame (95th percentile)',
      percentile(frames, 0.95),
      FRAME_LIMIT_MS,
    );
    tell('2,000 source fields, frame (median)', percentile(frames, 0.5));
    const isSoon = tell('200 handlers, opening (median)', percentile(openings, 0.5), OPENING_LIMIT_MS);
    return isSmooth && isSoon;
  } finally {
    await ui.close();
  }
}

function tell(what: string, ms: number, limit = Infinity): boolean {
  const isWithin = ms < limit;
  const bound = limit === Infinity ? '' : ` of ${limit}${isWithin ? '' : '  TOO SLOW'}`;
  process.stdout.write(`${what.padEnd(48)} ${ms.toFixed(0).padStart(6)} ms${bound}\n`);
  return isWithin;
}

main().then(
  (isWithin) => {
    process.exitCode = isWithin ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
