/** A short path with everything moving: what opens, closes and fades must not be clicked, asked or read at the wrong moment. */
import { eventually } from './support/eventually.js';
import { waitForFocus } from './support/keyboard.js';
import { box, button, choose, connectErp, connectShop, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(240_000);
let ui: Ui;
let project: string;
beforeAll(async () => {
  ui = await openUi({}, { motion: true });
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

test('a dialog that is closed and opened at once is the same, has the focus, and gives it back', async () => {
  const { page } = ui;
  await pictured(page, 'motion-dialog', async () => {
    await page.goto(`${project}/flows`);
    const open = button(page, 'New flow').first();
    const dialog = page.getByRole('dialog');
    await open.click();
    await box(dialog, 'Name').fill('Half typed');
    await page.keyboard.press('Escape');
    await open.click();
    await dialog.getByText('What you typed before is back, not saved yet.').waitFor();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Half typed'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(page, open);
    await open.click();
    await button(dialog, 'Discard it').click();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe(''));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await open.waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test('a connection is added by consent and by inputs, and the dialog of the next one is empty', async () => {
  const { page, context } = ui;
  await pictured(page, 'motion-connection', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample shop' }).click();
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await connectShop(context, page, 'Shop of Ann');
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Done').click();
    // while it fades out
    await button(page, 'Add connection').first().click();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe(''));
    await button(dialog, 'Connect').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Shop of Ann' }).waitFor();
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample ERP' }).click();
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await connectErp(page, 'ERP robot');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('link', { name: 'ERP robot' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test('from a menu to a question and back: one at a time, and a toast goes when it is closed', async () => {
  const { page } = ui;
  await pictured(page, 'motion-menu', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample ERP' }).click();
    const more = button(page, 'More');
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete system' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It is still used by:').waitFor();
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await button(dialog, 'Close').last().click();
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(page, more);
    await box(page, 'Description').fill('Moves things');
    await button(page, 'Save system').click();
    const toast = page.getByRole('alert').filter({ hasText: 'System' });
    await toast.first().waitFor();
    await toast.first().getByRole('button').first().click();
    await toast.first().waitFor({ state: 'hidden' });
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'Basic');
    await button(page, 'Save system').click();
    await dialog.getByText('ERP robot').waitFor();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await button(page, 'Save system').isEnabled()).toBe(true));
  });
});

test('what a dialog is about stays the same while it fades out', async () => {
  const { page } = ui;
  await pictured(page, 'motion-titles', async () => {
    await page.goto(`${ui.place.url}/groups`);
    const dialog = page.getByRole('dialog');
    await button(page, 'New group').first().click();
    await box(dialog, 'Name').fill('Integrators');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });
    await page.evaluate(`
      window.seen = new Set();
      new MutationObserver(() => {
        const title = document.querySelector('[role=dialog] h2')?.textContent;
        if (title) window.seen.add(title);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    `);
    await button(page, 'Edit').click();
    await box(dialog, 'Name').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.evaluate('[...window.seen]')).toEqual(['Group']);
    await page.goto(`${ui.place.url}/tokens`);
    await button(page, 'Create token').first().click();
    await box(dialog, 'Name').fill('Nightly');
    await button(dialog, 'Create token').click();
    await dialog.getByText('Copy the token now: it is shown only once.').waitFor();
    await button(dialog, 'Done').click();
    expect(await box(dialog, 'Name').count()).toBe(0);
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Create token').first().click();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe(''));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
});
