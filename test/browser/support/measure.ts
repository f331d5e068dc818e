/** How smoothly a tree scrolls and how soon a flow is there, in a real browser. */
import type { Page } from 'playwright-core';

/** The whole source tree is scrolled through in this many frames. */
const frames = 240;

/** Milliseconds of each frame while the source tree of the open mapping is scrolled from top to bottom. */
export async function scrollFrames(page: Page): Promise<number[]> {
  await page.getByRole('tree').first().locator('[role="treeitem"]').first().waitFor();
  return page.evaluate(`(async () => {
    const tree = document.querySelector('[role="tree"]');
    const end = tree.scrollHeight - tree.clientHeight;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const times = [];
    let last = await frame();
    for (let step = 1; step <= ${frames}; step += 1) {
      tree.scrollTop = (end * step) / ${frames};
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return times;
  })()`);
}

/** The value below which this share of them lies. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds from asking for the page of a flow until its first cards are drawn. */
export async function openingTime(page: Page, url: string): Promise<number> {
  const started = performance.now();
  await page.goto(url);
  await page.locator('.react-flow__node').first().waitFor();
  return performance.now() - started;
}
