/** Tests of lists in the mapping editor; editors.browser-spec.ts runs them. */
import type { MappingSteps } from './mapping-steps.js';
import type { Given } from './pipe-tests.js';
import { button } from './steps.js';
import { pictured } from './ui.js';

export function listTests(given: () => Given, steps: MappingSteps): void {
  const { openMapping, storedMapping, undoAll, save } = steps;

  test('a list is set up with a condition and a limit, and undone to the document without it', async () => {
    const { ui, api } = given();
    const { page } = ui;
    await pictured(page, 'lists', async () => {
      await openMapping(page);
      await button(page, 'Lists').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Set up a list' }).click();
      await page.getByRole('option', { name: 'lines[]', exact: true }).click();
      const list = dialog.getByRole('region', { name: 'List lines[]' });
      await list
        .getByRole('textbox', { name: 'From' })
        .or(list.getByRole('combobox', { name: 'From' }))
        .first()
        .fill('line_items[]');
      await list.getByLabel('Path of the condition').first().fill('line_items[].quantity');
      await list.getByRole('combobox', { name: 'Comparison' }).click();
      await page.getByRole('option', { name: 'at least' }).click();
      await list.getByRole('textbox', { name: 'Value of the condition' }).fill('1');
      await list.getByRole('textbox', { name: 'At most' }).fill('1');
      await button(dialog, 'Close').click();
      await page.getByText('This record can be sent').waitFor();
      await save(page);
      expect((await api.get(storedMapping())).document.scopes).toEqual([
        {
          to: 'lines[]',
          from: 'line_items[]',
          where: { path: 'line_items[].quantity', op: 'gte', value: 1 },
          limit: 1,
        },
      ]);
      await undoAll(page);
      await save(page);
      expect((await api.get(storedMapping())).document).not.toHaveProperty('scopes');
    });
  });
}
