/** What the pages tell of faults: in words, once, at their place. On what the ten-minute path has made; editors.browser-spec.ts runs them. */
import type { Locator, Page } from 'playwright-core';
import { violations } from './axe.js';
import { eventually } from './eventually.js';
import type { Walked } from './path.js';
import type { Given } from './pipe-tests.js';
import { box, button, findRow, saveMapping } from './steps.js';
import { pictured } from './ui.js';

const idIn = (address: string, part: string): string =>
  new RegExp(`/${part}/([^/?#]+)`).exec(address)?.[1] ?? '';
const at = (walked: Walked, route: string): string => `/workspace/${idIn(walked.project, 'p')}/api/${route}`;
const storedMapping = (walked: Walked): string =>
  at(walked, `pipes/${idIn(walked.mapping, 'pipes')}/mappings/mapping`);
/** What an earlier test left unsaved in this browser is not taken into the next one. */
const forgetDrafts = (page: Page) =>
  page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith('pipewright-draft:')) localStorage.removeItem(key)`,
  );
const undoAll = async (page: Page): Promise<void> => {
  while (await button(page, 'Undo').isEnabled()) await button(page, 'Undo').click();
};
/** How often a text stands in what is seen. */
const times = async (within: Locator, text: string): Promise<number> =>
  (await within.innerText()).split(text).length - 1;

export function faultTests(given: () => Given): void {
  test('what no sample holds is told of lists too, and is read elsewhere or taken away', async () => {
    const { page } = given().ui;
    const { walked, api } = given();
    await pictured(page, 'lost-ends', async () => {
      const { document, version } = await api.get(storedMapping(walked));
      const gone = {
        sort: [{ path: 'line_items[].gone', order: 'desc' }],
        joins: [{ from: 'gone_list[]', on: ['line_items[].sku', 'gone_list[].sku'] }],
      };
      const scopes = [{ to: 'lines[]', from: 'line_items[]', ...gone }];
      await api.post(`${storedMapping(walked)}/update`, { version, document: { ...document, scopes } });
      await forgetDrafts(page);
      await page.goto(walked.mapping);
      await button(page, '3 to look at').click();
      const list = page.getByRole('dialog');
      await list.getByText('(its order)').waitFor();
      expect(await violations(page)).toEqual([]);
      await button(list, 'Remove').first().click();
      await list.getByText('(its order)').waitFor({ state: 'hidden' });
      await button(list, 'Read another list').click();
      await box(list, 'Read instead of gone_list[]').fill('line_it');
      await page
        .getByRole('option', { name: /^line_items\[\]/ })
        .first()
        .click();
      await list.getByText('(a join)').waitFor({ state: 'hidden' });
      await button(list, 'Remove').click();
      await list.getByText('No problems').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('This record can be sent').waitFor();
      await saveMapping(page);
      expect((await api.get(storedMapping(walked))).document.scopes).toEqual([
        { to: 'lines[]', from: 'line_items[]' },
      ]);
      const now = await api.get(storedMapping(walked));
      await api.post(`${storedMapping(walked)}/update`, { version: now.version, document });
    });
  });

  test('the arguments of functions are called by what they are for', async () => {
    const { page } = given().ui;
    await pictured(page, 'argument-words', async () => {
      await forgetDrafts(page);
      await page.goto(given().walked.mapping);
      await (await findRow(page, 1, 'customer.name')).click();
      const panel = page.getByRole('region', { name: 'Link' });
      await panel.getByRole('textbox', { name: 'Separator' }).waitFor();
      expect(await panel.getByText('sep', { exact: true }).count()).toBe(0);
      await panel.getByRole('combobox', { name: 'Add a function' }).fill('round');
      await page.getByRole('option', { name: /^round/ }).click();
      await panel.getByRole('combobox', { name: 'Rounding' }).click();
      await page.getByRole('option', { name: 'Half to even' }).waitFor();
      await page.keyboard.press('Escape');
      await undoAll(page);
    });
  });

  test('a source that no sample holds is marked before it is taken, and after', async () => {
    const { page } = given().ui;
    await pictured(page, 'gone-source', async () => {
      await forgetDrafts(page);
      await page.goto(given().walked.mapping);
      await (await findRow(page, 1, 'external_reference')).click();
      const panel = page.getByRole('region', { name: 'Link' });
      await panel.getByLabel('Add a source field').first().fill('order_nummer');
      await page.getByRole('option', { name: /No source sample has such a field/ }).click();
      await panel.getByText('No source sample has order_nummer.').waitFor();
      expect(await violations(page)).toEqual([]);
      await undoAll(page);
    });
  });

  test('a mapping that is refused says why once, without a code, at the field', async () => {
    const { page } = given().ui;
    await pictured(page, 'refused-mapping', async () => {
      await forgetDrafts(page);
      await page.goto(given().walked.mapping);
      await (await findRow(page, 1, 'remark')).click();
      await page.getByText('Formula', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Formula' }).click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('upper(note) & * 2');
      await (await findRow(page, 1, 'external_reference')).click();
      await button(page, 'Save mapping').click();
      await page.getByText('Not saved: 1 fault stands in the way').waitFor();
      const main = page.getByRole('main');
      await page.getByRole('region', { name: 'Link' }).getByText('Unexpected "*".').waitFor();
      await eventually(async () => expect(await times(main, 'Unexpected "*".')).toBe(1));
      expect(await main.innerText()).not.toMatch(/BAD_|document\.links/);
      await undoAll(page);
      await page.getByText('Not saved: 1 fault stands in the way').waitFor({ state: 'hidden' });
    });
  });

  test('a schedule that cannot be read is told once, at its field', async () => {
    const { page } = given().ui;
    await pictured(page, 'schedule-fault', async () => {
      await page.goto(given().walked.pipe);
      await button(page, 'Add trigger').click();
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      const dialog = page.getByRole('dialog');
      await box(dialog, 'Cron').fill('99 * * * *');
      await dialog.getByText('Invalid value for minute: 99').waitFor();
      await button(dialog, 'Add schedule').click();
      await eventually(async () =>
        expect(await box(dialog, 'Cron').evaluate((node) => node === node.ownerDocument.activeElement)).toBe(
          true,
        ),
      );
      expect(await times(dialog, 'Invalid value for minute: 99')).toBe(1);
      expect(await dialog.innerText()).not.toContain('cron:');
      await button(dialog, 'Cancel').click();
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  test('a cause has the field that the answer of the system names', async () => {
    const { page } = given().ui;
    await pictured(page, 'cause-field', async () => {
      await page.goto(given().walked.run);
      const causes = page.getByRole('table', { name: 'Errors by cause' });
      const row = causes.getByRole('row', { name: /there is no article/ });
      await row.getByText('lines[].article', { exact: true }).waitFor();
    });
  });

  test('a step of the checklist that is done shows what was made', async () => {
    const { page } = given().ui;
    await pictured(page, 'checklist-done', async () => {
      await page.goto(`${given().walked.project}/start`);
      await page.getByText('6 of 6', { exact: true }).waitFor();
      const steps = page.getByRole('main').getByRole('listitem');
      await steps.filter({ hasText: 'Connect the systems' }).getByText('Shop of Ann').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('Add connection');
      await page.getByRole('main').getByRole('link', { name: 'Open Orders to ERP' }).first().click();
      await page.waitForURL(/\/flows\//);
    });
  });

  test('a condition on a field that no sample has is doubted, not refused', async () => {
    const { page } = given().ui;
    await pictured(page, 'condition-doubt', async () => {
      await forgetDrafts(page);
      await page.goto(given().walked.flow);
      await page.getByText('Create sales order', { exact: true }).first().click();
      const panel = page.getByRole('complementary', { name: 'Settings of the step' });
      await button(panel, 'Only when').click();
      await panel.getByLabel('Path of the condition').first().fill('statuss');
      await panel.getByText('No sample of List orders has this field.').waitFor();
      expect(await violations(page)).toEqual([]);
      await panel.getByLabel('Path of the condition').first().fill('status');
      await panel.getByText('No sample of List orders has this field.').waitFor({ state: 'hidden' });
      await page.getByText(/^Saved/).waitFor();
      await undoAll(page);
      await page.getByText(/^Saved/).waitFor();
    });
  });

  test('fields that are gone from the samples are told at the step of the flow and of the pipe', async () => {
    const { walked, api, ui } = given();
    const { page } = ui;
    await pictured(page, 'drift', async () => {
      const id = idIn(walked.api, 'apis');
      const { sample_response: sample } = await api.get(at(walked, `apis/${id}`));
      const orders = sample.orders.map(({ currency: _gone, ...order }: { currency: string }) => order);
      await api.post(at(walked, `apis/update/${id}`), { sample_response: { ...sample, orders } });
      try {
        await forgetDrafts(page);
        await page.goto(walked.flow);
        await page.getByText('Fields gone').waitFor();
        await page.getByText('To Create sales order').first().click();
        const panel = page.getByRole('complementary', { name: 'Settings of the step' });
        await panel.getByText('Orders to ERP: 1 field is no longer in the samples').waitFor();
        expect(await violations(page)).toEqual([]);
        await panel.getByRole('link', { name: 'Orders to ERP' }).click();
        await page.waitForURL(/\/mappings\//);
        await page.goto(walked.pipe);
        await page.getByText('1 field is no longer in the samples').waitFor();
      } finally {
        await api.post(at(walked, `apis/update/${id}`), { sample_response: sample });
      }
    });
  });
}
