/** By keyboard alone, from a new flow to a mapped field, and the suggestions for what is not mapped yet; editors.browser-spec.ts runs them. */
import { eventually } from './eventually.js';
import { arrowTo, chooseRadio, press, tabTo, waitForFocus } from './keyboard.js';
import type { Given } from './pipe-tests.js';
import { box, button, findRow, link } from './steps.js';
import { pictured } from './ui.js';

export function keyboardTests(given: () => Given): void {
  test('by keyboard alone: from a new flow to a mapped field', async () => {
    const { page } = given().ui;
    const keys = page.keyboard;
    await pictured(page, 'keyboard', async () => {
      await page.goto(`${given().walked.project}/flows`);
      await press(page, button(page, 'New flow').first());
      const dialog = page.getByRole('dialog');
      await tabTo(page, box(dialog, 'Name'));
      await keys.type('By keyboard');
      await keys.press('Enter');
      await page.waitForURL(/\/flows\/./);
      for (const item of ['List orders', 'Create sales order', 'Mapping']) {
        await press(page, button(page, 'Add step').first());
        await arrowTo(
          page,
          page.getByRole('menuitem', { name: item === 'Mapping' ? item : new RegExp(`^${item}`) }),
        );
        await keys.press('Enter');
        await page.getByRole('menu').waitFor({ state: 'hidden' });
      }
      await tabTo(page, page.getByRole('radio', { name: 'Canvas' }));
      await keys.press('ArrowRight');
      const steps = page.getByRole('list', { name: 'Steps of the flow' });
      const first = steps.getByRole('listitem').first().getByRole('button').first();
      await press(page, first);
      await eventually(async () => expect(await first.getAttribute('aria-pressed')).toBe('true'));
      await keys.press('Control+s');
      await page.getByText(/^Saved/).waitFor();
      await keys.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await keys.press('Escape');
      await waitForFocus(page, first);
      await tabTo(page, button(page, 'Publish'), 'Shift+Tab');
      await keys.press('Enter');
      await page.getByText('Published. Pipes use it from their next run on.').waitFor();

      await page.goto(`${given().walked.project}/pipes/new`);
      for (const radio of [/Shop of Ann/, /By keyboard/, /ERP robot/]) {
        await chooseRadio(page, page.getByRole('radio', { name: radio }).first());
        await press(page, button(page, 'Next'));
      }
      await tabTo(page, box(page, 'Name of the pipe'));
      await keys.press('Control+A');
      await keys.type('By keyboard');
      await press(page, button(page, 'Create pipe'));
      await page.waitForURL(/\/pipes\/(?!new)[^/]+$/);
      await press(page, button(page, 'Open mapping'));
      const tree = page.getByRole('tree').nth(1);
      await tabTo(page, tree);
      await keys.press('/');
      await waitForFocus(page, page.getByRole('textbox', { name: /^Find in/ }).nth(1));
      await keys.type('currency');
      await keys.press('ArrowDown');
      await waitForFocus(page, tree);
      await keys.press('Enter');
      const picker = page.getByRole('dialog', { name: 'Source of currency' });
      await waitForFocus(page, picker.getByRole('textbox').or(picker.getByRole('combobox')).first());
      await keys.type('currency');
      await keys.press('Enter');
      await waitForFocus(page, tree);
      const row = tree.locator('[data-path="currency"]');
      await row.getByText('currency').nth(1).waitFor();
      await keys.press('Control+z');
      await row.getByText('Not mapped').waitFor();
      await keys.press('Control+Shift+z');
      await row.getByText('currency').nth(1).waitFor();
      await keys.press('Control+s');
      await page.getByText('Mapping saved. It acts from the next run on.').waitFor();
    });
  });

  test('suggestions are accepted by one click, and a link that is there is never touched', async () => {
    const { page } = given().ui;
    await pictured(page, 'suggestions', async () => {
      // The mapping that was begun by keyboard has one link.
      await page
        .getByRole('textbox', { name: /^Find in/ })
        .nth(1)
        .fill('');
      await link(page, 'note', 'customer.email');
      await button(page, 'Suggest links').click();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Accept \d+ links?$/ }).click();
      await dialog.waitFor({ state: 'hidden' });
      const fed = await (await findRow(page, 1, 'customer.email')).innerText();
      expect(fed).toContain('note');
      await (await findRow(page, 1, 'customer.phone')).getByText('customer.phone').waitFor();
      await button(page, 'Undo').click();
      await (await findRow(page, 1, 'customer.phone')).getByText('Not mapped').waitFor();
    });
  });
}
