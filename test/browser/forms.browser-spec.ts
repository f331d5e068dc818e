/** Forms and fields that two people, deep conditions and large numbers meet: systems, APIs, flows. */
import type { Locator, Page } from 'playwright-core';
import { apiOf, type Api, type Json } from './support/api.js';
import { violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { addAndType } from './support/keyboard.js';
import { box, button, choose, fillFlow, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(180_000);
let ui: Ui;
let api: Api;
/** `/workspace/<project>/api`. */
let workspace: string;
let project: string;
beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  workspace = `/workspace/${project.split('/p/')[1]}/api`;
  api = await apiOf(ui.place);
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const named = async (kind: 'systems' | 'apis', member: string, name: string): Promise<Json> =>
  (await api.get(`${workspace}/${kind}`)).find((row: Json) => row[member] === name);
const choices = (page: Page, field: string): Locator => page.getByRole('radiogroup', { name: field });

test('two people on one system: both versions stand side by side, and each field is chosen', async () => {
  const { page } = ui;
  await pictured(page, 'system-conflict', async () => {
    const { system_id: id } = await named('systems', 'system_name', 'Sample shop');
    await page.goto(`${project}/systems/${id}`);
    await box(page, 'Name').fill('Shop of mine');
    await box(page, 'Description').fill('written by me');
    await api.post(`${workspace}/systems/update/${id}`, {
      description: 'written by them',
      scope: 'orders.read offline_access',
    });
    await button(page, 'Save system').click();
    await page.getByText('Someone else saved this system meanwhile').waitFor();
    // Nothing was sent, and of each field the side that changed it is proposed.
    expect((await api.get(`${workspace}/systems/${id}`)).system_name).toBe('Sample shop');
    await eventually(async () =>
      expect(await choices(page, 'Name').getByRole('radio', { name: 'Yours' }).isChecked()).toBe(true),
    );
    await eventually(async () =>
      expect(await choices(page, 'Scope').getByRole('radio', { name: 'Theirs' }).isChecked()).toBe(true),
    );
    expect(await violations(page)).toEqual([]);
    await choices(page, 'Description').getByRole('radio', { name: 'Theirs' }).check();
    await button(page, 'Use what is chosen').click();
    await button(page, 'Save system').click();
    await page.getByRole('heading', { name: 'Shop of mine' }).waitFor();
    expect(await api.get(`${workspace}/systems/${id}`)).toMatchObject({
      system_name: 'Shop of mine',
      description: 'written by them',
      scope: 'orders.read offline_access',
    });
  });
});

test('a form without edits takes over what somebody else saved; one that came back after a reload meets it', async () => {
  const { page } = ui;
  await pictured(page, 'api-conflict', async () => {
    const { api_id: id } = await named('apis', 'api_name', 'List orders');
    await page.goto(`${project}/apis/${id}`);
    await box(page, 'Name').waitFor();
    await api.post(`${workspace}/apis/update/${id}`, { api_name: 'List all orders' });
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe('List all orders'));
    expect(await named('apis', 'api_name', 'List all orders')).toMatchObject({ api_id: id });
    await box(page, 'Name').fill('My orders');
    await api.post(`${workspace}/apis/update/${id}`, { path: '/orders?state=open' });
    await page.reload();
    await page.getByText('Someone else saved this API meanwhile').waitFor();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe('My orders'));
    await button(page, 'Take theirs').click();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe('List all orders'));
    await eventually(async () => expect(await box(page, 'Path').inputValue()).toBe('/orders?state=open'));
    await page.getByText('Someone else saved this API meanwhile').waitFor({ state: 'hidden' });
    await api.post(`${workspace}/apis/update/${id}`, { api_name: 'List orders', path: '/orders' });
  });
});

test('numbers that no double holds stay as they are typed: in samples, and after a save', async () => {
  const { page } = ui;
  await pictured(page, 'exact-numbers', async () => {
    const { api_id: id } = await named('apis', 'api_name', 'List orders');
    await page.goto(`${project}/apis/${id}`);
    await page.getByRole('tab', { name: 'Sample response' }).click();
    const editor = page.getByRole('textbox', { name: 'Sample response' });
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"orders":[{"id":12345678901234567890,"price":0.12345678901234567891}]}');
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    await page.reload();
    await editor.getByText('12345678901234567890').waitFor();
    await editor.getByText('0.12345678901234567891').waitFor();
  });
});

test('conditions combine in groups, by keyboard alone, and undo takes each edit back', async () => {
  const { page } = ui;
  await pictured(page, 'conditions', async () => {
    await page.goto(`${project}/flows`);
    await button(page, 'New flow').first().click();
    await fillFlow(page, 'Only some orders');
    const flow = page.url().split('/flows/')[1];
    const stored = async (): Promise<Json> =>
      (await api.get(`${workspace}/flows/${flow}`)).handlers.find((each: Json) => each.kind === 'api_call')
        .when ?? null;
    await page.getByText('List orders', { exact: true }).first().click();
    await button(page, 'Only when').click();
    const condition = page.getByRole('group', { name: 'Condition on the record' });
    await condition.getByRole('combobox', { name: 'Path of the condition' }).fill('status');
    await condition.getByRole('textbox', { name: 'Value of the condition' }).fill('paid');
    await addAndType(button(condition, 'Add condition'), 'total');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12345678901234567890');
    let sent = '';
    page.on('request', (request) => {
      if (request.url().includes('/flows/update/')) sent = request.postData() ?? '';
    });
    await addAndType(button(condition, 'Add group').last(), 'channel');
    const group = condition.getByRole('group', { name: 'Group 3' });
    await choose(page, group.getByRole('combobox', { name: 'How group 3 combines' }), 'None of these holds');
    await choose(page, group.getByRole('combobox', { name: 'Comparison' }), 'one of');
    await group.getByLabel('Value of the condition').first().fill('shop');
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.getByText(/^Saved \S/).waitFor();
    expect(await stored()).toEqual({
      all: [
        { path: 'status', op: 'eq', value: 'paid' },
        { path: 'total', op: 'eq', value: expect.any(Number) },
        { not: { path: 'channel', op: 'in', value: ['shop'] } },
      ],
    });
    expect(sent).toContain('"value":12345678901234567890');
    await button(condition, 'Remove condition 2').click();
    await button(condition, 'Remove group 2').click();
    await page.getByText(/^Saved \S/).waitFor();
    expect(await stored()).toEqual({ path: 'status', op: 'eq', value: 'paid' });
    await button(page, 'Undo').click();
    await condition.getByRole('group', { name: 'Group 2' }).waitFor();
  });
});

test('a chain of token calls is set up with headers and bodies', async () => {
  const { page } = ui;
  await pictured(page, 'token-calls', async () => {
    await page.goto(`${project}/systems/new`);
    await box(page, 'Name').fill('Chained');
    await box(page, 'Base URL').fill('https://chain.example.com');
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'Dynamic token');
    const first = page.getByRole('group', { name: 'Call login' });
    await box(first, 'URL').fill('https://chain.example.com/login');
    await button(first, 'Add to Headers').click();
    await box(first, 'Headers: name 1').fill('X-Shop');
    await box(first, 'Headers: value 1').fill('{{inputs.username}}');
    await choose(page, first.getByRole('combobox', { name: 'Body' }), 'Form');
    await first.getByRole('textbox', { name: 'Content of the body' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"user":"{{inputs.username}}"}');
    await box(page, 'Where the token is in the last answer').fill('token');
    await button(page, 'Add an input').click();
    await box(page, 'Name of input 1').fill('username');
    await button(page, 'Save system').click();
    await page.waitForURL(/tab=credentials/);
    const { system_id: id } = await named('systems', 'system_name', 'Chained');
    expect((await api.get(`${workspace}/systems/${id}`)).token_calls).toMatchObject([
      {
        name: 'login',
        method: 'POST',
        url: 'https://chain.example.com/login',
        headers: { 'X-Shop': '{{inputs.username}}' },
        body_type: 'form',
        body: { user: '{{inputs.username}}' },
      },
    ]);
  });
});
