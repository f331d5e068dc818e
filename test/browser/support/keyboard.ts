/** Walking a page by keyboard alone, as a person without a mouse does. */
import type { Locator, Page } from 'playwright-core';

const furthest = 150;

const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

/** Tab until the element has the focus; throws when it is never reached. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < furthest; step += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reaches ${target.toString()}`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tab to the group, then the arrows to the choice in it. */
export async function chooseRadio(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const inGroup = page.locator('input[type=radio]:focus');
  for (let step = 0; step < furthest; step += 1) {
    for (let arrow = 0; (await inGroup.count()) > 0 && arrow < 10; arrow += 1) {
      if (await hasFocus(page, target)) {
        await page.keyboard.press('Space');
        return;
      }
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keys never reach ${target.toString()}`);
}

/** Arrow down in an open menu until the item has the focus. */
export async function arrowTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < furthest; step += 1) {
    await page.keyboard.press('ArrowDown');
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`The arrows never reach ${target.toString()}`);
}

/** Presses a button that adds something, and types into the field of it that has the focus then. */
export async function addAndType(button: Locator, text: string): Promise<void> {
  const page = button.page();
  await button.press('Enter');
  for (let waited = 0; waited < 300; waited += 1) {
    const tag = await page.evaluate<string | undefined>('document.activeElement?.tagName');
    if (tag === 'INPUT' || tag === 'TEXTAREA') return page.keyboard.type(text);
    await page.waitForTimeout(100);
  }
  throw new Error(`No field has the focus after ${button.toString()}`);
}

export const waitForFocus = async (page: Page, target: Locator): Promise<void> => {
  for (let waited = 0; waited < 300; waited += 1) {
    if (await hasFocus(page, target)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`The focus is not on ${target.toString()}`);
};
