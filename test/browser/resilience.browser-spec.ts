/** A service that is gone, slow or upgraded under an open tab, a blocked pop-up, large samples, and the keyboard. */
import type { Locator } from 'playwright-core';
import { breakInside } from './support/broken.js';
import { eventually } from './support/eventually.js';
import { press, tabTo, waitForFocus } from './support/keyboard.js';
import { box, button, choose, owner, projectOf, shopPerson } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
let ui: Ui;
let project: string;
beforeAll(async () => {
  ui = await openUi();
});
afterAll(() => ui?.close());

/** Types into a field that the Tab key has reached. */
async function type(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test('by keyboard alone in a narrow window: from set-up by the checklist to the first connection', async () => {
  const { page, context, place } = ui;
  await pictured(page, 'first-minutes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(place.url);
    await type(box(page, 'Set-up token'), place.setupToken);
    await type(box(page, 'Your name'), owner.name);
    await type(box(page, 'E-mail'), owner.email);
    await type(page.getByLabel('Password', { exact: true }), owner.password);
    await press(page, button(page, 'Create owner'));
    await page.waitForURL(/\/start$/);
    project = projectOf(page);
    await page.locator('button:enabled', { hasText: 'Continue' }).waitFor();
    await press(page, button(page, 'Continue'));
    await page.getByRole('heading', { name: 'Sample shop', level: 1 }).waitFor();
    await press(page, button(page, 'Add connection').first());
    const dialog = page.getByRole('dialog');
    await type(box(dialog, 'Name'), 'By keys');
    const opened = context.waitForEvent('page');
    await press(page, button(dialog, 'Connect'));
    const popup = await opened;
    await type(popup.getByLabel('User name'), shopPerson.username);
    await type(popup.getByLabel('Password'), shopPerson.password);
    await press(popup, popup.getByRole('button', { name: 'Allow' }));
    await dialog.getByText('The connection works.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await press(page, button(page, 'Navigation'));
    await press(page, page.getByRole('link', { name: 'Get started' }));
    await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
    await button(page, 'Open Sample ERP').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

afterEach(() => ui.page.unrouteAll());

const anyCall = /\/(api|workspace)\//;

test('a service that is gone shows a thin bar and keeps what is typed; when it is back the bar goes', async () => {
  const { page } = ui;
  await pictured(page, 'gone', async () => {
    await page.goto(`${project}/systems/new`);
    await box(page, 'Name').fill('Typed while it was away');
    await page.route(anyCall, (route) => route.abort());
    await box(page, 'Base URL').fill('https://shop.example.com');
    await box(page, 'Client ID').fill('client');
    await box(page, 'Authorization URL').fill('https://shop.example.com/authorize');
    await box(page, 'Token URL').fill('https://shop.example.com/token');
    await button(page, 'Save system').click();
    await page.getByText('The service does not answer. Your edits are kept').waitFor();
    await eventually(async () =>
      expect(await box(page, 'Name').inputValue()).toBe('Typed while it was away'),
    );
    await page.unroute(anyCall);
    await page.getByText('The service does not answer. Your edits are kept').waitFor({ state: 'hidden' });
    await eventually(async () =>
      expect(await box(page, 'Name').inputValue()).toBe('Typed while it was away'),
    );
  });
});

test('what failed while the service was gone comes by itself when it is back', async () => {
  const { page } = ui;
  await pictured(page, 'back', async () => {
    await page.goto(`${project}/runs`);
    await page.getByText('No runs yet').waitFor();
    await page.route(anyCall, (route) => route.abort());
    await page.getByRole('link', { name: 'Activity log', exact: true }).click();
    await page.getByRole('alert').getByText('The service does not answer.').first().waitFor();
    await page.unroute(anyCall);
    await page.getByText('Nothing logged yet').waitFor();
  });
});

test('a form that was not saved comes back after a reload and after a visit elsewhere, without its secrets', async () => {
  const { page } = ui;
  await pictured(page, 'kept-form', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample shop' }).click();
    await box(page, 'Description').fill('typed, not saved');
    await button(page, 'Replace Client Secret').click();
    await page.getByLabel('Client Secret', { exact: true }).fill('never-written-down');
    await page.reload();
    await page.getByText('What you typed before is back, not saved yet.').waitFor();
    await eventually(async () =>
      expect(await box(page, 'Description').inputValue()).toBe('typed, not saved'),
    );
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('never-written-down');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.goBack();
    await page.getByText('What you typed before is back, not saved yet.').waitFor();
    await eventually(async () =>
      expect(await box(page, 'Description').inputValue()).toBe('typed, not saved'),
    );
    await button(page, 'Discard it').click();
    await eventually(async () =>
      expect(await box(page, 'Description').inputValue()).toContain('Sign in there as'),
    );
  });
});

test('a dialog that was not saved is open again after a reload, without its secrets, and can be discarded', async () => {
  const { page } = ui;
  await pictured(page, 'kept-dialog', async () => {
    await page.goto(`${project}/systems/new`);
    await box(page, 'Name').fill('With a password');
    await box(page, 'Base URL').fill('https://basic.example.com');
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'Basic');
    await button(page, 'Save system').click();
    await page.waitForURL(/tab=credentials/);
    await button(page, 'Add connection').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('Typed in a dialog');
    await box(dialog, 'Username').fill('ann');
    await dialog.getByLabel('Password', { exact: true }).fill('never-written-down');
    await page.reload();
    await dialog.getByText('What you typed before is back, not saved yet.').waitFor();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Typed in a dialog'));
    await eventually(async () => expect(await box(dialog, 'Username').inputValue()).toBe('ann'));
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('never-written-down');
    // Closed by mistake: nothing is lost either. What is discarded does not come back.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Add connection').first().click();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Typed in a dialog'));
    await button(dialog, 'Discard it').click();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe(''));
    await page.reload();
    await button(page, 'Add connection').first().waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test('a slow answer shows rows of the final height, then the list', async () => {
  const { page } = ui;
  await pictured(page, 'slow', async () => {
    const systems = /\/api\/systems\?/;
    let answer: () => void = () => undefined;
    const isSeen = new Promise<void>((resolve) => (answer = resolve));
    await page.route(systems, async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.goto(`${project}/systems`);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    answer();
    await page.getByRole('link', { name: 'Sample shop' }).waitFor();
    await page.unroute(systems);
  });
});

test('a failed list says the reason and its id first, and comes by Retry', async () => {
  const { page } = ui;
  await pictured(page, 'failed-list', async () => {
    const flows = /\/api\/flows\?/;
    await page.route(flows, breakInside);
    await page.goto(`${project}/flows`);
    await page.getByText('It broke inside.').waitFor();
    await page.getByText('req-of-the-test').waitFor();
    await page.unroute(flows);
    await button(page, 'Retry').click();
    await page.getByText('No flows yet').waitFor();
  });
});

test('after an upgrade under an open tab, a page whose file is gone offers Reload', async () => {
  const { page } = ui;
  await pictured(page, 'upgraded', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample shop' }).waitFor();
    const chunks = /\/assets\/.*\.js$/;
    await page.route(chunks, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText('A new version was installed. Your edits are kept.').waitFor();
    await page.unroute(chunks);
    await button(page, 'Reload').first().click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });
});

test('a blocked pop-up becomes a plain link to the same consent', async () => {
  const { page } = ui;
  await pictured(page, 'blocked', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Sample shop' }).click();
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await page.evaluate('window.open = () => null');
    await button(page, 'Add connection').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('By hand');
    await button(dialog, 'Connect').click();
    await dialog.getByText('Your browser blocked the window').waitFor();
    const link = await dialog.getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href');
    expect(link).toContain(`${ui.place.shopUrl}/oauth/authorize`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(dialog, 'Close').first().click();
  });
});

test('a sample of nearly 5 MB is pasted, saved and shown, and the page stays usable', async () => {
  const { page } = ui;
  await pictured(page, 'large-sample', async () => {
    const orders = Array.from({ length: 23_500 }, (_, id) => ({
      id,
      note: '<script>window.ran = 1</script>'.padEnd(170, 'x'),
    }));
    const sample = JSON.stringify({ orders });
    expect(sample.length).toBeGreaterThan(4_300_000);
    await page.goto(`${project}/apis`);
    await page.getByRole('link', { name: 'List orders' }).click();
    const editor = page.getByRole('textbox', { name: 'Sample response' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(sample);
    await button(page, 'Save API').click();
    await page.getByText('API saved.').waitFor();
    // The service sheds load while it takes such a sample in; a person would press reload.
    while (!(await page.reload())?.ok()) await page.waitForTimeout(1_000);
    await editor.waitFor();
    await page.getByRole('tab', { name: 'Paging' }).click();
    await page.getByRole('tabpanel', { name: 'Paging' }).waitFor();
    expect(await page.evaluate(`'ran' in window`)).toBe(false);
    expect(ui.crashes).toEqual([]);
  });
});

test('the first Tab is the skip link, a dialog gives its focus back, Ctrl K finds pages and things', async () => {
  const { page } = ui;
  await pictured(page, 'keyboard', async () => {
    await page.goto(`${project}/flows`);
    await page.getByText('No flows yet').waitFor();
    await page.keyboard.press('Tab');
    await waitForFocus(page, page.getByRole('link', { name: 'Skip to the page' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(true);

    const opener = button(page, 'New flow').first();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await waitForFocus(page, box(page.getByRole('dialog'), 'Name'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await waitForFocus(page, opener);

    await page.keyboard.press('Control+k');
    await waitForFocus(page, page.getByPlaceholder('Pages, systems, APIs, flows, pipes…'));
    await page.keyboard.type('Sample ERP');
    await page.locator('[data-action][data-selected]').filter({ hasText: 'Sample ERP' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sample ERP', level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    await waitForFocus(page, page.getByPlaceholder('Pages, systems, APIs, flows, pipes…'));
    await page.keyboard.type('Add connection');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add connection' }).waitFor();
    await page.waitForURL(/credentials/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
