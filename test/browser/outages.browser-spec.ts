/** An open page whose service is stopped, slow or started anew, and a browser that a second person signs in to. */
import type { Page } from 'playwright-core';
import { apiOf, type Api, type Json } from './support/api.js';
import { eventually } from './support/eventually.js';
import { box, button, owner, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(300_000);
const bob = { name: 'Bob Builder', email: 'bob@example.com', password: 'another horse battery' };
let ui: Ui;
let api: Api;
let project: string;
/** `/workspace/<project>/api`. */
let workspace: string;
let flow: string;
beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  workspace = `/workspace/${project.split('/p/')[1]}/api`;
  api = await apiOf(ui.place);
  const { flow_id: id } = await api.post(`${workspace}/flows/create`, { flow_name: 'Orders', handlers: [] });
  flow = `${project}/flows/${id}`;
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });
const storedFlow = async (): Promise<Json> => (await apiOf(ui.place)).get(flow.replace(project, workspace));

test('a draft that met a stopped service is saved by itself once it is started again', async () => {
  const { page } = ui;
  await pictured(page, 'stopped-service', async () => {
    await page.goto(flow);
    await description(page).waitFor();
    await ui.service.restart(async () => {
      await description(page).fill('typed while the service was stopped');
      await page.getByText('Your edits are kept; trying again by itself.').waitFor();
      await page.getByText('Not saved', { exact: true }).waitFor();
    });
    await page.getByText('Your edits are kept; trying again by itself.').waitFor({ state: 'hidden' });
    await page.getByText(/^Saved \S/).waitFor();
    expect((await storedFlow()).description).toBe('typed while the service was stopped');
  });
});

test('a page of a slow service is never blank: the frame and rows of its height stand there, and old rows stay', async () => {
  const { page } = ui;
  await pictured(page, 'slow-service', async () => {
    let slowness = 2_500;
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowness));
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${project}/systems`, { waitUntil: 'commit' });
    // who is signed in is not known yet
    await page.getByRole('status', { name: 'Loading' }).waitFor({ timeout: 2_000 });
    await page.getByRole('heading', { name: 'Systems', level: 1 }).waitFor();
    await page.locator('main').getByRole('status', { name: 'Loading' }).waitFor();
    await page.getByRole('link', { name: 'Sample shop' }).waitFor();
    await page.getByRole('link', { name: 'Credentials', exact: true }).click();
    await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor({ timeout: 2_000 });
    await page.goBack();
    // what was there is there at once, while it is asked for again
    await page.getByRole('link', { name: 'Sample shop' }).waitFor({ timeout: 1_500 });
    slowness = 0;
    await page.unroute('**/api/**');
  });
});

test('when another person signs in in this browser, nothing of an open page is done in that name', async () => {
  const { page, context } = ui;
  await pictured(page, 'another-person', async () => {
    const invited = await api.post('/api/users/create', { name: bob.name, email: bob.email });
    const link = /https?:[^"]*\/invitation\/[^"]*/.exec(JSON.stringify(invited))?.[0] ?? '';
    const shared = `/api/projects/update/${project.split('/p/')[1]}`;
    await api.post(shared, { users: [bob.email] });
    await page.goto(`${project}/settings`);
    await box(page, 'Name').waitFor();
    const his = await context.newPage();
    await his.goto(link);
    await box(his, 'Your name').fill(bob.name);
    await his.getByLabel('New password', { exact: true }).fill(bob.password);
    await button(his, 'Join').click();
    await button(his, 'Account').waitFor();

    const dialog = page.getByRole('dialog');
    const endToken = () =>
      page.route(
        '**/api/projects/update/**',
        (route) =>
          route.fulfill({
            status: 401,
            json: { status: false, status_code: 401, response_status: 401, message: 'Ended.', data: null },
          }),
        { times: 1 },
      );
    await endToken();
    await description(page).fill('typed by Ann');
    await button(page, 'Save').click();
    await dialog.getByText('Bob Builder has signed in in this browser').waitFor();
    const stored = async () =>
      (await api.get(`/api/projects/${project.split('/p/')[1]}`)).project_description;
    expect(await stored()).not.toBe('typed by Ann');
    // Ann goes on: what she typed is still there, and it is hers.
    await eventually(async () => expect(await box(dialog, 'E-mail').inputValue()).toBe(owner.email));
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await button(dialog, 'Sign in').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await description(page).inputValue()).toBe('typed by Ann');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    expect(await stored()).toBe('typed by Ann');
    await his.close();
  });
});

test('the other person can go on in the same tab, without what the first one typed', async () => {
  const { page, context } = ui;
  await pictured(page, 'go-on-as-other', async () => {
    await page.goto(`${project}/settings`);
    await description(page).fill('typed by Ann, not saved');
    const his = await context.newPage();
    await his.goto(`${ui.place.url}/projects`);
    await button(his, 'Account').click();
    await his.getByRole('menuitem', { name: 'Sign out' }).click();
    await box(his, 'E-mail').fill(bob.email);
    await his.getByLabel('Password', { exact: true }).fill(bob.password);
    await button(his, 'Sign in').click();
    await button(his, 'Account').waitFor();
    await his.close();
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Go on as Bob Builder').click();
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Account').click();
    await page.getByText(bob.email).first().waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${project}/settings`);
    await eventually(async () => expect(await description(page).inputValue()).toBe('typed by Ann'));
    expect(await page.getByText('What you typed before is back').count()).toBe(0);
  });
});
