/** Asserting of a page, which may draw a moment later than the test looks. */
import { PATIENCE_MS } from './ui.js';

const PAUSE_MS = 50;

/** Asserts again and again until it holds; what it says at last is the failure. */
export async function eventually(assert: () => Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await assert();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
