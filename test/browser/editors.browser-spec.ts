/** The mapping editor and the flow editor as a person uses them: on the sample project, after the ten-minute path. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { apiOf, type Api } from './support/api.js';
import { violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { arrowTo, chooseRadio, press, tabTo, waitForFocus } from './support/keyboard.js';
import { walkThePath, type Walked } from './support/path.js';
import { box, button, choose, connectErp, findRow, link, saveMapping } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

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
    await eventually(async () => expect(await newest.innerText()).toMatch(/value:\s*MAIN\s*→\s*NORTH/));
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

test('lists are joined, filtered, sorted and split into sections, and each step back is the document before', async () => {
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

test('what no sample holds is told of lists too, and is read elsewhere or taken away', async () => {
  const { page } = ui;
  await pictured(page, 'lost-ends', async () => {
    const { document, version } = await api.get(storedMapping());
    const gone = {
      sort: [{ path: 'line_items[].gone', order: 'desc' }],
      joins: [{ from: 'gone_list[]', on: ['line_items[].sku', 'gone_list[].sku'] }],
    };
    const scopes = [{ to: 'lines[]', from: 'line_items[]', ...gone }];
    await api.post(`${storedMapping()}/update`, { version, document: { ...document, scopes } });
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
    await save(page);
    expect((await api.get(storedMapping())).document.scopes).toEqual([
      { to: 'lines[]', from: 'line_items[]' },
    ]);
    const now = await api.get(storedMapping());
    await api.post(`${storedMapping()}/update`, { version: now.version, document });
  });
});

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

test('what fails is told where it was asked for, and is tried again there', async () => {
  const { page } = ui;
  await pictured(page, 'failures-in-place', async () => {
    await openMapping(page);
    await page.route('**/mappings/mapping/suggest', (route) => route.abort());
    await button(page, 'Suggest links').click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    await page.unroute('**/mappings/mapping/suggest');
    await button(alert, 'Retry').click();
    await page.getByRole('dialog', { name: 'Suggested links' }).waitFor();
    await page.keyboard.press('Escape');
    await alert.waitFor({ state: 'hidden' });

    await page.route('**/triggers/create', (route) => route.abort());
    await page.goto(`${walked.project}/pipes/new`);
    for (const radio of [/Shop of Ann/, /Orders to ERP/, /ERP robot/]) {
      await page.getByRole('radio', { name: radio }).first().check();
      await button(page, 'Next').click();
    }
    await box(page, 'Name of the pipe').fill('Hourly orders');
    await choose(page, page.getByRole('combobox', { name: 'Begin with the mappings of' }), 'Orders to ERP');
    await choose(page, page.getByRole('combobox', { name: 'Run it' }), 'Every hour');
    await button(page, 'Create pipe').click();
    await page.getByText('Pipe created.').waitFor();
    await page.unroute('**/triggers/create');
    await button(page.getByRole('alert'), 'Retry').click();
    await page.waitForURL(/\/pipes\/(?!new)[^/]+$/);
    await page.getByText('0 * * * *').waitFor();
    await page.getByText('Mapped', { exact: true }).waitFor();
    await page.goto(`${walked.project}/pipes`);
    const made = page.getByRole('row').filter({ hasText: 'Hourly orders' });
    await made.getByText('0 * * * *').waitFor();
    expect(await made.count()).toBe(1);
  });
});

test('a pipe gets another connection to a system', async () => {
  const { page } = ui;
  await pictured(page, 'change-connection', async () => {
    const project = `/workspace/${/\/p\/([^/]+)/.exec(walked.project)?.[1] ?? ''}/api`;
    const systems = await api.get(`${project}/systems`);
    const erp = systems.find((row: { system_name: string }) => row.system_name === 'Sample ERP').system_id;
    await page.goto(`${walked.project}/systems/${erp}?tab=credentials`);
    await connectErp(page, 'ERP two');
    await page.goto(walked.pipe);
    for (const name of ['ERP two', 'ERP robot']) {
      await button(page, 'Change the connection to Sample ERP').click();
      await page.getByRole('dialog').getByRole('radio', { name }).check();
      await button(page, 'Use this connection').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('main').getByText(name).waitFor();
    }
  });
});

test('what is typed into the dialogs of a flow and of a schedule is there after a reload', async () => {
  const { page } = ui;
  await pictured(page, 'kept-dialogs', async () => {
    const dialog = page.getByRole('dialog');
    await page.goto(`${walked.project}/flows`);
    await button(page, 'New flow').first().click();
    await box(dialog, 'Name').fill('Kept flow');
    await page.reload();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Kept flow'));
    await button(dialog, 'Discard it').click();
    await page.keyboard.press('Escape');
    await page.goto(walked.pipe);
    await button(page, 'Add trigger').click();
    await page.getByRole('menuitem', { name: 'Schedule' }).click();
    await box(dialog, 'Cron').fill('5 5 * * *');
    await page.reload();
    await eventually(async () => expect(await box(dialog, 'Cron').inputValue()).toBe('5 5 * * *'));
    await button(dialog, 'Discard it').click();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

test('deliveries are forgotten earlier only after a question', async () => {
  const { page } = ui;
  await pictured(page, 'forget-deliveries', async () => {
    await page.goto(walked.pipe);
    const days = page.getByRole('textbox', { name: 'Remember deliveries (days)' });
    await days.fill('30');
    await button(page, 'Save rules').click();
    const question = page.getByRole('dialog', { name: 'Forget older deliveries?' });
    await question.getByText('more than 30 days ago').waitFor();
    expect(await violations(page)).toEqual([]);
    await button(question, 'Cancel').click();
    await question.waitFor({ state: 'hidden' });
    const [, project, pipe] = /\/p\/([^/]+)\/pipes\/([^/]+)/.exec(walked.pipe) ?? [];
    const stored = () => api.get(`/workspace/${project}/api/pipes/${pipe}`);
    expect((await stored()).ledger_retention_days).toBe(90);
    await button(page, 'Save rules').click();
    await button(question, 'Save rules').click();
    await eventually(async () => expect((await stored()).ledger_retention_days).toBe(30));
  });
});

test('unsaved edits of a mapping survive a reload; a save of another tab meets them as a conflict', async () => {
  const { page, context } = ui;
  await pictured(page, 'mapping-conflict', async () => {
    await openMapping(page);
    await (await findRow(page, 1, 'warehouse')).click();
    await box(page, 'Constant').fill('MINE');
    await page.getByText('Unsaved changes').waitFor();
    const other = await context.newPage();
    await openMapping(other);
    await (await findRow(other, 1, 'warehouse')).click();
    await box(other, 'Constant').fill('THEIRS');
    await save(other);
    await other.close();

    await page.reload();
    await page.getByText('Someone else saved this mapping meanwhile').waitFor();
    await eventually(async () => expect(await button(page, 'Save mapping').isDisabled()).toBe(true));
    await eventually(async () =>
      expect(await page.getByRole('region', { name: 'From theirs to mine' }).innerText()).toMatch(
        /THEIRS\s*→\s*MINE/,
      ),
    );
    await button(page, 'Take theirs').click();
    await (await findRow(page, 1, 'warehouse')).click();
    await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe('THEIRS'));
    // Taking theirs is an edit like any other: mine comes back.
    await button(page, 'Undo').click();
    await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe('MINE'));
    await box(page, 'Constant').fill('MAIN');
    await save(page);
  });
});

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
    await eventually(async () =>
      expect(await button(page, 'Publish').getAttribute('aria-disabled')).toBe('true'),
    );
    await undoAll(page);
    await page.getByText(/^Saved/).waitFor();
  });
});

test('by keyboard alone: from a new flow to a mapped field', async () => {
  const { page } = ui;
  const keys = page.keyboard;
  await pictured(page, 'keyboard', async () => {
    await page.goto(`${walked.project}/flows`);
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

    await page.goto(`${walked.project}/pipes/new`);
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
  const { page } = ui;
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
