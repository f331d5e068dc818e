/** Tests of what cannot be saved or sent as a mapping; editors.browser-spec.ts runs them. */
import { eventually } from './eventually.js';
import type { MappingSteps } from './mapping-steps.js';
import type { Given } from './pipe-tests.js';
import { box, button, findRow } from './steps.js';
import { pictured } from './ui.js';

export function unreadTests(given: () => Given, { openMapping, storedMapping, undoAll }: MappingSteps): void {
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

  test('edits in another view are newer than a text that cannot be read: it is set aside, and got back', async () => {
    const { page } = given().ui;
    await pictured(page, 'unread-aside', async () => {
      await openMapping(page);
      const view = page.getByRole('radiogroup', { name: 'View' });
      const text = page.getByRole('textbox', { name: 'Mapping document' });
      await view.getByText('JSON').click();
      await text.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText('yy');
      await view.getByText('Links').click();
      await button(page, 'Mend it').waitFor();
      await (await findRow(page, 1, 'warehouse')).click();
      await box(page, 'Constant').fill('NEWER');
      await page.getByText('What was typed as JSON is set aside').waitFor();
      // the newest is what JSON shows, and what can be saved
      await view.getByText('JSON').click();
      await eventually(async () => expect(await text.innerText()).toMatch(/^\{/));
      await eventually(async () => expect(await button(page, 'Save mapping').isEnabled()).toBe(true));
      await page.reload();
      await button(page, 'Get it back').click();
      await eventually(async () => expect(await text.innerText()).toMatch(/^yy/));
      await text.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      // mended, it has taken the place of the edit, which comes back by undo
      await view.getByText('Links').click();
      await (await findRow(page, 1, 'warehouse')).click();
      await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe('MAIN'));
      await button(page, 'Undo').click();
      await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe('NEWER'));
      await undoAll(page);
    });
  });
}
