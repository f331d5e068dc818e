/** Tests of what cannot be saved or sent as a mapping; editors.browser-spec.ts runs them. */
import type { Page } from 'playwright-core';
import { eventually } from './eventually.js';
import type { Given } from './pipe-tests.js';
import { button, findRow } from './steps.js';
import { pictured } from './ui.js';

interface Steps {
  openMapping: (page: Page) => Promise<void>;
  storedMapping: () => string;
  undoAll: (page: Page) => Promise<void>;
}

export function unreadTests(given: () => Given, { openMapping, storedMapping, undoAll }: Steps): void {
  test('JSON that cannot be read is not saved as something else, and is kept until it is mended or thrown away', async () => {
    const { ui, api } = given();
    const { page } = ui;
    await pictured(page, 'unread-json', async () => {
      await openMapping(page);
      const before = await api.get(storedMapping());
      const view = page.getByRole('radiogroup', { name: 'View' });
      await view.getByText('JSON').click();
      await page.getByRole('textbox', { name: 'Mapping document' }).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText('yy');
      await page.getByText('Unsaved changes').waitFor();
      await button(page, 'Save mapping').click();
      await page.getByText('Not saved: what was typed as JSON cannot be read').waitFor();
      await page
        .getByText(/^JSON, line 1, column 1/)
        .first()
        .waitFor();
      await view.getByText('Links').click();
      await button(page, 'Mend it').waitFor();
      await page.reload();
      await button(page, 'Mend it').click();
      await eventually(async () =>
        expect(await page.getByRole('textbox', { name: 'Mapping document' }).innerText()).toMatch(/^yy/),
      );
      await view.getByText('Links').click();
      await button(page, 'Throw it away').click();
      await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
      expect((await api.get(storedMapping())).version).toBe(before.version);
      // what is required and not mapped is no record that can be sent
      await (await findRow(page, 1, 'warehouse')).click();
      await button(page, 'Remove the link').click();
      await page.getByText('1 required field is empty').waitFor();
      await undoAll(page);
      await page.getByText('This record can be sent').waitFor();
    });
  });
}
