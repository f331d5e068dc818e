/** The mapping editor and the flow editor as a person uses them: on the sample project, after the ten-minute path. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { apiOf, type Api } from './support/api.js';
import { violations } from './support/axe.js';
import { conflictTests } from './support/conflict-tests.js';
import { eventually } from './support/eventually.js';
import { faultTests } from './support/fault-tests.js';
import { waitForFocus } from './support/keyboard.js';
import { keyboardTests } from './support/keyboard-tests.js';
import { listTests } from './support/list-tests.js';
import type { MappingSteps } from './support/mapping-steps.js';
import { walkThePath, type Walked } from './support/path.js';
import { pipeTests } from './support/pipe-tests.js';
import { sampleTests } from './support/sample-tests.js';
import { box, button, findRow, saveMapping } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';
import { unreadTests } from './support/unread-tests.js';

jest.setTimeout(400_000);
let ui: Ui;
let walked: Walked;
let api: Api;
beforeAll(async () => {
  ui = await openUi();
  walked = await walkThePath(ui);
  api = await apiOf(ui.place);
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const storedMapping = () => {
  const [, project, pipe] = /\/p\/([^/]+)\/pipes\/([^/]+)/.exec(walked.mapping) ?? [];
  return `/workspace/${project}/api/pipes/${pipe}/mappings/mapping`;
};
/** What an earlier test left unsaved in this browser is not taken into the next one. */
const forgetDrafts = (page: Page) =>
  page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith('pipewright-draft:')) localStorage.removeItem(key)`,
  );
const openMapping = async (page: Page): Promise<void> => {
  if (page.url().startsWith('http')) await forgetDrafts(page);
  await page.goto(walked.mapping);
  await page.getByText('This record can be sent').waitFor();
};
/** The toast of an earlier save may still stand there: the save state is what tells. */
const save = async (page: Page): Promise<void> => {
  await saveMapping(page);
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
};
const fromMenu = async (page: Page, item: string): Promise<void> => {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: item }).click();
};
const undoAll = async (page: Page): Promise<void> => {
  while (await button(page, 'Undo').isEnabled()) await button(page, 'Undo').click();
};
const steps: MappingSteps = { openMapping, storedMapping, undoAll, save, forgetDrafts };

test('a record is kept as a test, a later change fails it with the place, and the new result is taken over', async () => {
  const { page } = ui;
  await pictured(page, 'saved-tests', async () => {
    await openMapping(page);
    await button(page, 'Keep as a test').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('1 test passes').waitFor();
    await box(drawer, 'Name of test 1').fill('plain order');
    await page.keyboard.press('Escape');

    await (await findRow(page, 1, 'warehouse')).click();
    await box(page, 'Constant').fill('NORTH');
    await page.getByRole('button', { name: 'Tests: 1 of 1 fail' }).click();
    await button(drawer, 'Details of plain order').click();
    const row = drawer.getByRole('table', { name: 'What differs' }).getByRole('row').nth(1);
    await row.waitFor();
    await eventually(async () =>
      expect(await row.getByRole('cell').allInnerTexts()).toEqual(['warehouse', '"MAIN"', '"NORTH"']),
    );
    await button(drawer, 'Expect what it makes now').click();
    await drawer.getByText('1 test passes').waitFor();
    await page.keyboard.press('Escape');
    await save(page);
    const { document } = await api.get(storedMapping());
    expect(document.tests).toMatchObject([{ name: 'plain order', output: { warehouse: 'NORTH' } }]);
  });
});

test('the versions show who, when and which links differ, and an earlier one is restored', async () => {
  const { page } = ui;
  await pictured(page, 'versions', async () => {
    await openMapping(page);
    const before = await api.get(storedMapping());
    await fromMenu(page, 'Versions');
    await page.getByRole('dialog').getByText('Ann Owner').first().waitFor();
    await page.keyboard.press('Escape');
    await waitForFocus(page, button(page, 'More'));
    await fromMenu(page, 'Versions');
    const drawer = page.getByRole('dialog');
    const newest = drawer.getByRole('listitem').first();
    await eventually(async () => expect(await newest.innerText()).toContain('Ann Owner'));
    await button(newest, 'What differs').click();
    await newest.getByText('warehouse').waitFor();
    await eventually(async () => expect(await newest.innerText()).toMatch(/Constant:\s*MAIN\s*→\s*NORTH/));
    await button(drawer, 'Restore').first().click();
    await page.getByText('Restored as the newest version.').waitFor();
    const after = await api.get(storedMapping());
    expect(after.version).toBe(before.version + 1);
    await (await findRow(page, 1, 'warehouse')).click();
    await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe('MAIN'));
  });
});

test('a mapping goes out as a file and comes in again, with what the check says of it', async () => {
  const { page } = ui;
  await pictured(page, 'files', async () => {
    await openMapping(page);
    const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Export to a file')]);
    expect(download.suggestedFilename()).toBe('To-Create-sales-order.mapping.json');
    const exported = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(exported).toEqual((await api.get(storedMapping())).document);

    const take = async (text: string) => {
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'in.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await fromMenu(page, 'Import a file');
    const dialog = page.getByRole('dialog');
    await take('{"format": "mapping/1", "links": [');
    await dialog.getByText('The file is not a mapping document').waitFor();
    await take(JSON.stringify({ ...exported, links: [{ id: 'x', to: 'no_such_field', from: 'id' }] }));
    await dialog.getByText('1 problem keeps it from being saved as it is').waitFor();
    await dialog.getByText('no_such_field').first().waitFor();
    const fewer = { ...exported, links: exported.links.slice(1) };
    await take(JSON.stringify(fewer));
    const removed = dialog.getByRole('region', { name: 'Differences' }).getByText('Removed');
    await removed.waitFor();
    await button(dialog, 'Take it into the editor').click();
    await page.getByText('Unsaved changes').waitFor();
    await undoAll(page);
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  });
});

unreadTests(() => ({ ui, walked, api }), steps);

test('a record of a run is mapped instead of the sample, and a value is explained step by step', async () => {
  const { page } = ui;
  await pictured(page, 'record-of-a-run', async () => {
    await openMapping(page);
    const pick = async () => {
      await button(page, 'Sample record').click();
      await page.getByRole('menuitem', { name: 'A record of a run…' }).click();
    };
    const dialog = page.getByRole('dialog');
    await pick();
    await dialog.getByRole('list', { name: 'Records' }).waitFor();
    await page.keyboard.press('Escape');
    await waitForFocus(page, button(page, 'Sample record'));
    await pick();
    await dialog
      .getByRole('list', { name: 'Records' })
      .getByRole('button', { name: /Failed/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/^\d+ faults?$/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: /^Record / }).click();
    await page.getByRole('menuitem', { name: 'Sample record' }).click();
    await page.getByText('This record can be sent').waitFor();
    await (await findRow(page, 1, 'customer.name')).click();
    await button(page, 'Explain').click();
    const explanation = page.getByRole('region', { name: 'Explanation' });
    await eventually(async () => expect(await explanation.innerText()).toMatch(/concat[\s\S]*Jonas Novák/));
  });
});

test('a fault in a formula is marked at its position and goes with it', async () => {
  const { page } = ui;
  await pictured(page, 'formula', async () => {
    await openMapping(page);
    await (await findRow(page, 1, 'remark')).click();
    await page.getByText('Formula', { exact: true }).click();
    const formula = page.getByRole('textbox', { name: 'Formula' });
    await formula.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('upper(note) & * 2');
    await page.getByRole('region', { name: 'Link' }).getByText('Unexpected "*".').waitFor();
    const marked = page.locator('.cm-lintRange-error');
    await marked.waitFor();
    await eventually(async () => expect(await marked.innerText()).toBe('*'));
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('Backspace');
    await marked.waitFor({ state: 'hidden' });
    // Completion: a field by its beginning.
    await page.keyboard.type(' & custo');
    await page.locator('.cm-tooltip-autocomplete').getByText('customer.email', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await undoAll(page);
  });
});

listTests(() => ({ ui, walked, api }), steps);

test('on a narrow screen each field tells its type and its sample or source, and nothing goes sideways', async () => {
  const { page } = ui;
  await pictured(page, 'narrow-trees', async () => {
    await openMapping(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const source = await findRow(page, 0, 'order_number');
    await eventually(async () => expect(await source.innerText()).toMatch(/order_number\s+text\s+S-100001/));
    const target = await findRow(page, 1, 'external_reference');
    await eventually(async () =>
      expect(await target.innerText()).toMatch(/external_reference\s+\*\s+text\s+order_number/),
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const path = page.locator('[data-link][data-selected]').first();
    await eventually(async () => {
      const [row, line] = [await source.boundingBox(), await path.boundingBox()];
      expect(Math.abs((row?.y ?? 0) + (row?.height ?? 0) / 2 - (line?.y ?? 0))).toBeLessThan(8);
    });
    expect(await violations(page)).toEqual([]);
    await page.getByText('Table', { exact: true }).click();
    const table = page.getByRole('region', { name: 'Mapping as a table' });
    await table.getByText('customer.first_name + customer.last_name').waitFor();
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

sampleTests(() => ({ ui, walked, api }), steps);

pipeTests(() => ({ ui, walked, api }));
faultTests(() => ({ ui, walked, api }));

conflictTests(() => ({ ui, walked, api }), steps);

test('markup in names of fields and steps is text', async () => {
  const { page } = ui;
  const markup = '<img src=x onerror="window.ran=1">';
  await pictured(page, 'markup', async () => {
    await openMapping(page);
    await button(page, 'Sample record').click();
    await page.getByRole('menuitem', { name: 'Type a record' }).click();
    await page.locator('.cm-content').first().focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ order_number: markup }));
    await page
      .getByRole('region', { name: 'Result of the mapping' })
      .getByText('<img src=x')
      .first()
      .waitFor();
    await page.goto(walked.flow);
    await page.getByText('List orders').first().click();
    await box(page, 'Name').fill(markup);
    await page.getByText(markup).first().waitFor();
    await button(page, 'Undo').click();
    expect(await page.evaluate(`'ran' in window`)).toBe(false);
  });
});

test('a step that is not complete stays in this browser, and what is wrong is told', async () => {
  const { page } = ui;
  await pictured(page, 'incomplete-step', async () => {
    await forgetDrafts(page);
    await page.goto(walked.flow);
    await page.getByText('List orders').first().waitFor();
    await page.getByText('To Create sales order').first().click();
    const panel = page.getByRole('complementary');
    await panel.getByLabel('Sources', { exact: true }).first().focus();
    await page.keyboard.press('Backspace');
    await page.getByText('Choose at least one source.').first().waitFor();
    await page.getByText('Kept in this browser until it is complete').waitFor();
    // a second tab begins from what is saved; once this one is closed, the next goes on with what it left
    const second = await ui.context.newPage();
    await second.goto(walked.flow);
    await second.getByText(/^Saved/).waitFor();
    await second.getByText('To Create sales order').first().click();
    await second.getByRole('complementary').getByLabel('Sources', { exact: true }).first().focus();
    await second.keyboard.press('Backspace');
    await second.getByText('Kept in this browser until it is complete').waitFor();
    await undoAll(page);
    await page.getByText(/^Saved/).waitFor();
    await second.close({ runBeforeUnload: true });
    await eventually(async () => {
      await page.reload();
      await page.getByText('Kept in this browser until it is complete').waitFor({ timeout: 5_000 });
    });
    await eventually(async () =>
      expect(await button(page, 'Publish').getAttribute('aria-disabled')).toBe('true'),
    );
    await undoAll(page);
    await page.getByText(/^Saved/).waitFor();
  });
});

keyboardTests(() => ({ ui, walked, api }));
