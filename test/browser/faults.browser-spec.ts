/** What must not lose work or run what is not ours: reloads, ended sessions, two tabs, markup in names, old chunks. */
import { apiOf } from './support/api.js';
import { eventually } from './support/eventually.js';
import { makeLongNames } from './support/long-names.js';
import { box, button, choose, createProject, projectOf, setUp, owner } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
let ui: Ui;
let flow: string;
beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  const { page } = ui;
  await page.goto(`${projectOf(page)}/flows`);
  await button(page, 'New flow').first().click();
  await box(page.getByRole('dialog'), 'Name').fill('Orders');
  await button(page.getByRole('dialog'), 'Create flow').click();
  await page.waitForURL(/\/flows\/./);
  flow = page.url();
});
afterAll(() => ui?.close());

test('undo takes back each edit of a flow, redo brings it again', async () => {
  const { page } = ui;
  await pictured(page, 'undo', async () => {
    await page.goto(flow);
    await button(page, 'Add step').first().click();
    await page.getByRole('menuitem', { name: /^List orders/ }).click();
    const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name' });
    await name.fill('Read orders');
    await button(page, 'Undo').click();
    await eventually(async () => expect(await name.inputValue()).toBe('List orders'));
    await button(page, 'Redo').click();
    await eventually(async () => expect(await name.inputValue()).toBe('Read orders'));
    await page.getByText(/^Saved/).waitFor();
  });
});

test('an unsaved draft survives a reload while the service does not answer', async () => {
  const { page } = ui;
  await pictured(page, 'draft', async () => {
    await page.goto(flow);
    await page.route('**/flows/update/**', (route) => route.abort());
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('typed while the network was away');
    await page.getByText('Not saved').waitFor();
    await page.unroute('**/flows/update/**');
    await page.reload();
    await eventually(async () =>
      expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe(
        'typed while the network was away',
      ),
    );
    await page.getByText(/^Saved/).waitFor();
  });
});

test('two tabs on one flow: the second save shows the conflict at once, and nothing is lost', async () => {
  const { page, context } = ui;
  await pictured(page, 'conflict', async () => {
    await page.goto(flow);
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    const other = await context.newPage();
    await other.goto(flow);
    await other.getByRole('textbox', { name: 'Description' }).fill('from the other tab');
    await other.getByText(/^Saved \S/).waitFor();
    await other.close();
    await page.getByRole('textbox', { name: 'Description' }).fill('from this tab');
    await page.getByText('You saved this in another tab meanwhile').waitFor();
    await button(page, 'Keep what is here').click();
    await page.getByText(/^Saved \S/).waitFor();
    await eventually(async () =>
      expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('from this tab'),
    );
  });
});

test('a session that ends asks for the password over the page, and keeps what is typed', async () => {
  const { page, context } = ui;
  await pictured(page, 'session', async () => {
    await page.goto(`${projectOf(page)}/systems/new`);
    await box(page, 'Name').fill('Half typed');
    await context.clearCookies();
    await page.route(
      '**/systems/create',
      (route) =>
        route.fulfill({
          status: 401,
          json: {
            status: false,
            status_code: 401,
            response_status: 401,
            message: 'The access token has expired.',
            data: null,
          },
        }),
      { times: 1 },
    );
    await box(page, 'Base URL').fill('https://shop.example.com');
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'None');
    await button(page, 'Save system').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your session has ended').waitFor();
    await box(dialog, 'E-mail').fill(owner.email);
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await button(dialog, 'Sign in').click();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe('Half typed'));
  });
});

test('what is not there, or not for this person, looks like any page that is not there', async () => {
  const { page } = ui;
  await pictured(page, 'missing', async () => {
    const project = projectOf(page);
    const nobody = '018f0000-0000-7000-8000-000000000000';
    for (const place of [`systems/${nobody}`, `credentials/${nobody}`, `runs/${nobody}`, 'systems/no-id']) {
      await page.goto(`${project}/${place}`);
      await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      await button(page, 'Go to project').waitFor();
    }
  });
});

test('an API call to copy carries what stands in the form, but no secret', async () => {
  const { page } = ui;
  await pictured(page, 'copied-call', async () => {
    await page.goto(`${projectOf(page)}/systems/new`);
    await box(page, 'Name').fill("Ann's shop");
    // what another test typed may have come back
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'OAuth 2.0');
    await page.getByLabel('Client Secret', { exact: true }).fill('never-shown');
    await button(page, 'Copy as API call').click();
    const call = page.locator('pre', { hasText: 'curl' }).first();
    await eventually(async () => expect(await call.innerText()).toContain(`"system_name": "Ann'\\''s shop"`));
    expect(await call.innerText()).toContain('"client_secret": "<CLIENT_SECRET>"');
    expect(await call.innerText()).toContain('/api/systems/create');
    await page.keyboard.press('Escape');
    await page.goto(`${projectOf(page)}/settings`);
    await page.getByRole('switch', { name: 'Write down what people do in this project' }).check();
    await button(page, 'Copy as API call').click();
    await eventually(async () =>
      expect(await call.innerText()).toContain('"activity_logs___activity_logs": true'),
    );
    await page.keyboard.press('Escape');
    await page.reload();
    await button(page, 'Discard it').click();
  });
});

test('markup in a name is shown as text and runs nothing', async () => {
  const { page, place } = ui;
  const name = '<img src=x onerror="window.ran=1"><b>Bold</b>';
  await createProject(page, place, name);
  await page.goto(`${place.url}/projects`);
  await page.getByRole('link', { name }).waitFor();
  expect(await page.evaluate(`'ran' in window`)).toBe(false);
  expect(ui.cspReports).toEqual([]);
});

/** Names of the project of long names that are drawn in more than three lines. */
const tallNames = `[...document.querySelectorAll('main *, header *, nav *')]
  .filter((each) => each.childElementCount === 0
    && /^(?:Project|Source|Target|ConnectionTo|Read|Write|Map|Flow|Pipe|Group)\\w*abcdefghij/.test(each.textContent))
  .filter((each) => each.getBoundingClientRect().height > 3.5 * parseFloat(getComputedStyle(each).lineHeight))
  .map((each) => each.tagName + ' ' + each.textContent.slice(0, 12))`;

test('names of 200 characters without a space make no page wider than a narrow window, and take few lines of it', async () => {
  const { page, place } = ui;
  await pictured(page, 'long-names', async () => {
    const made = await makeLongNames(await apiOf(place));
    const wide: string[] = [];
    const tall: string[] = [];
    for (const path of made) {
      await page.goto(place.url + path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 });
        let over = 1;
        // The frame moves to its new width.
        for (let look = 0; over > 0 && look < 10; look += 1) {
          await page.waitForTimeout(100);
          over = await page.evaluate<number>(
            `Math.max(...[document.documentElement, ...document.querySelectorAll('[role="region"]:has(table)')]
              .map((box) => box.scrollWidth - box.clientWidth))`,
          );
        }
        if (over > 0) wide.push(`${path} at ${width}: ${over} px`);
        const names = await page.evaluate<string[]>(tallNames);
        if (names.length > 0) tall.push(`${path} at ${width}: ${names.join(', ')}`);
      }
    }
    expect(wide).toEqual([]);
    expect(tall).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

test('a field is checked when it is left: the error takes the place of the help below it', async () => {
  const { page } = ui;
  await pictured(page, 'blur', async () => {
    await page.goto(`${projectOf(page)}/systems/new`);
    const url = box(page, 'Base URL');
    const help = page.getByText('Every API of the system is a path below it.');
    const [field, below] = [await url.boundingBox(), await help.boundingBox()];
    expect(below?.y).toBeGreaterThan(field?.y ?? Infinity);
    await url.fill('no address');
    await page.keyboard.press('Tab');
    await page.getByText('Give an absolute http or https URL.').waitFor();
    await help.waitFor({ state: 'hidden' });
    await url.fill('https://shop.example.com');
    await help.waitFor();
  });
});

test('a chunk of an older build is not found, and the pages named like API paths are pages', async () => {
  const { place } = ui;
  const status = async (path: string) => (await fetch(place.url + path)).status;
  expect(await status('/assets/index-00000000.js')).toBe(404);
  expect(await status('/api/nothing')).toBe(404);
  expect(await status('/.vite/manifest.json')).toBe(404);
  expect((await fetch(`${place.url}/apis`)).headers.get('content-type')).toContain('text/html');
});
