/** Systems and credentials: the fields of OAuth 2.0 to the letter, providers, the Redirect URL, the resulting request, states. */
import type { Locator, Page } from 'playwright-core';
import { MockServer } from '../support/mock-server.js';
import { apiOf, type Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { box, button, choose, owner, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(300_000);
let ui: Ui;
let api: Api;
let project: string;
/** `/workspace/<project>/api`. */
let workspace: string;
/** A system whose token endpoint and API answer as they are told. */
let system: MockServer;
const answers = { token: 200, call: 200 };
beforeAll(async () => {
  ui = await openUi({ OUTBOUND_ALLOW: '127.0.0.1' });
  system = await MockServer.start(({ path }) =>
    path === '/token'
      ? answers.token === 200
        ? { body: { access_token: 'secret-token-of-the-mock', token_type: 'bearer', expires_in: 3600 } }
        : { status: answers.token, body: { error: 'invalid_grant', error_description: 'Wrong password.' } }
      : { status: answers.call, body: { message: 'Maintenance until noon.' } },
  );
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  workspace = `/workspace/${project.split('/p/')[1]}/api`;
  api = await apiOf(ui.place);
});
afterAll(async () => {
  await ui?.close();
  await system?.stop();
});
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const authentication = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Authentication', exact: true }) });
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

/** The labels of the fields that are seen in a section, in their order. */
const labelsOf = async (section: Locator): Promise<string[]> => {
  const labels = await section.locator('.mantine-InputWrapper-label').all();
  const texts = await Promise.all(
    labels.map(async (label) => ((await label.isVisible()) ? await label.innerText() : '')),
  );
  return texts.map((text) => text.replace(/\s*\*$/, '').trim()).filter((text) => text !== '');
};

async function choicesOf(page: Page, name: string): Promise<string[]> {
  await field(page, name).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  const texts = await options.allInnerTexts();
  await page.keyboard.press('Escape');
  return texts.map((text) => text.trim());
}

async function openNew(page: Page): Promise<void> {
  await page.goto(`${project}/systems/new`);
  await box(page, 'Name').waitFor();
  const discard = button(page, 'Discard it');
  if ((await discard.count()) > 0) await discard.click();
}

test('OAuth 2.0 has the fields of each grant type under their names, with their values, and no others', async () => {
  const { page } = ui;
  await pictured(page, 'oauth-fields', async () => {
    await openNew(page);
    await choose(page, field(page, 'Authentication type'), 'OAuth 2.0');
    expect((await choicesOf(page, 'Grant Type')).sort()).toEqual([
      'Authorization Code',
      'Authorization Code with PKCE',
      'Client Credentials',
      'Resource Owner Credentials',
    ]);
    expect(await choicesOf(page, 'Client Authentication')).toEqual([
      'Send Client Credentials in Body',
      'Send as Basic Auth Header',
    ]);
    expect(await choicesOf(page, 'Add Authorization Data to')).toEqual(['Request Headers', 'Request URL']);
    expect(await choicesOf(page, 'Authorization Format')).toEqual([
      'Bearer DYNAMIC_TOKEN[access_token]',
      'Bearer DYNAMIC_TOKEN',
      'DYNAMIC_TOKEN',
    ]);
    const first = [
      'Authentication type',
      'Grant Type',
      'Client Authentication',
      'Client ID',
      'Client Secret',
    ];
    const placed = [
      'Add Authorization Data to',
      'Header',
      'Authorization Format',
      'Own inputs of the credential',
    ];
    const consent = ['Authorization URL', 'Token URL', 'Scope'];
    const expected: Record<string, string[]> = {
      'Authorization Code': [...first, ...consent, 'Redirect URL', ...placed],
      'Authorization Code with PKCE': [
        ...first,
        ...consent,
        'Transformation method',
        'Redirect URL',
        ...placed,
      ],
      'Resource Owner Credentials': [...first, 'Token URL', 'Scope', ...placed],
      'Client Credentials': [...first, 'Token URL', 'Scope', ...placed],
    };
    for (const [grant, labels] of Object.entries(expected)) {
      await field(page, 'Grant Type').click();
      await page.getByRole('option', { name: grant, exact: true }).click();
      await eventually(async () => expect(await labelsOf(authentication(page))).toEqual(labels));
    }
    await choose(page, field(page, 'Grant Type'), 'Authorization Code with PKCE');
    expect(await choicesOf(page, 'Transformation method')).toEqual(['SHA-256', 'Plain']);
    await authentication(page).getByText('SHA-256 is recommended.').waitFor();
    await choose(page, field(page, 'Add Authorization Data to'), 'Request URL');
    await box(page, 'Query parameter').waitFor();
  });
});

test('username and password are asked for with Resource Owner Credentials alone', async () => {
  const { page } = ui;
  await pictured(page, 'inputs-of-grants', async () => {
    const inputs: Record<string, string[]> = {
      resource_owner_credentials: ['Username', 'Password'],
      client_credentials: [],
      authorization_code: [],
      authorization_code_pkce: [],
    };
    for (const [grant_type, asked] of Object.entries(inputs)) {
      const { system_id: id } = await api.post(`${workspace}/systems/create`, {
        system_name: grant_type,
        base_url: system.url,
        authentication_type: 'oauth2',
        grant_type,
        client_id: 'client',
        client_secret: 'client-secret',
        token_url: `${system.url}/token`,
        ...(grant_type.startsWith('authorization') ? { authorization_url: `${system.url}/authorize` } : {}),
        test_request: { path: '/me' },
      });
      await page.goto(`${project}/systems/${id}?tab=credentials`);
      await button(page, 'Add connection').first().click();
      const dialog = page.getByRole('dialog');
      await box(dialog, 'Name').waitFor();
      await eventually(async () =>
        expect(await labelsOf(dialog)).toEqual(['System', 'Name', ...asked.map((name) => name)]),
      );
    }
  });
});

test('the reason why there is no token, a failed test call and a system out of reach are told apart', async () => {
  const { page } = ui;
  await pictured(page, 'states', async () => {
    const rows = await api.get(`${workspace}/systems`);
    const { system_id: id } = rows.find(
      (row: { system_name: string }) => row.system_name === 'resource_owner_credentials',
    );
    await page.goto(`${project}/systems/${id}?tab=credentials`);
    await button(page, 'Add connection').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('Of Ann');
    await box(dialog, 'Username').fill('ann');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong-one');
    answers.token = 400;
    await button(dialog, 'Connect').click();
    await dialog.getByText('The test failed.').waitFor();
    await dialog.getByText('Wrong password.').first().waitFor();
    // The step that failed is open: the request is there, without the secrets in it.
    const shown = dialog.locator('pre').first();
    await shown.waitFor();
    expect(await dialog.innerText()).not.toMatch(/wrong-one|client-secret/);

    answers.token = 200;
    answers.call = 503;
    await dialog.getByLabel('Password', { exact: true }).fill('right-one');
    await button(dialog, 'Try again').click();
    await dialog.getByText('The sign-in works, but a test call failed.').waitFor();
    await dialog.getByText('503 ·').first().waitFor();
    expect(await dialog.innerText()).not.toMatch(/secret-token-of-the-mock|right-one/);
    await button(dialog, 'Done').click();
    const row = page.getByRole('row').filter({ hasText: 'Of Ann' });
    await row.getByText('Works', { exact: true }).waitFor();

    answers.call = 200;
    await row.getByRole('link', { name: 'Of Ann' }).click();
    await button(page, 'Test').click();
    await page.getByText('The connection works.').waitFor();
    answers.token = 400;
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Test with a fresh token' }).click();
    await page.getByText('Wrong password.').first().waitFor();
    await page.reload();
    // what the page said then it says later too
    await page
      .getByText(/Wrong password/)
      .first()
      .waitFor();
    answers.token = 200;
  });
});

test('a known provider fills in the form, another one leaves nothing of it, and its open part is asked for', async () => {
  const { page } = ui;
  await pictured(page, 'providers', async () => {
    await openNew(page);
    const picker = field(page, 'Start from a known provider');
    const pick = async (name: string) => {
      await picker.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
      await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe(name));
    };
    await pick('HubSpot');
    expect(await box(page, 'Authorization URL').inputValue()).toBe('https://app.hubspot.com/oauth/authorize');
    expect(await box(page, 'Token URL').inputValue()).toBe('https://api.hubapi.com/oauth/v1/token');
    expect(await field(page, 'Grant Type').inputValue()).toBe('Authorization Code');
    await pick('Shopify');
    expect(await box(page, 'Token URL').inputValue()).toMatch(/^https:\/\/\[subdomain\]\.myshopify\.com/);
    await box(page, 'Base URL').fill('https://mine.myshopify.com');
    await box(page, 'Client ID').fill('mine');
    await button(page, 'Save system').click();
    await page.getByText('Put your own in the place of [subdomain].').first().waitFor();
    await picker.fill('no such provider');
    await page.getByText('No provider by that name').waitFor();
    await button(page, 'Discard it')
      .click({ timeout: 1_000 })
      .catch(() => undefined);
  });
});

test('the Redirect URL is there before the system is saved, is copied, and is checked against the address of the page', async () => {
  const { page, context, browser } = ui;
  await pictured(page, 'redirect-url', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openNew(page);
    await choose(page, field(page, 'Authentication type'), 'OAuth 2.0');
    const shown = box(page, 'Redirect URL');
    await eventually(async () => expect(await shown.inputValue()).toBe(`${ui.place.url}/oauth/callback`));
    expect(await shown.getAttribute('readonly')).not.toBeNull();
    await page.getByText('Checked: it is the address of this page').waitFor();
    await button(page, 'Copy the Redirect URL').click();
    await button(page, 'Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${ui.place.url}/oauth/callback`);

    // The same service under another address: the value stays, and what speaks against it is told.
    const elsewhere = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await elsewhere.goto(`${ui.place.url.replace('localhost', '127.0.0.1')}/sign-in`);
    await box(elsewhere, 'E-mail').fill(owner.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(owner.password);
    await button(elsewhere, 'Sign in').click();
    await button(elsewhere, 'Account').waitFor();
    await elsewhere.goto(`${project.replace('localhost', '127.0.0.1')}/systems/new`);
    await elsewhere
      .getByText('This page is open under another address than the service is set to.')
      .waitFor();
    await elsewhere.getByText('a consent would come back to the address below').waitFor();
    expect(await box(elsewhere, 'Redirect URL').inputValue()).toBe(`${ui.place.url}/oauth/callback`);
    expect(await elsewhere.getByText('Checked: it is the address').count()).toBe(0);
    await elsewhere.context().close();
  });
});

test('the resulting request follows the form before anything is saved, and shows no token', async () => {
  const { page } = ui;
  await pictured(page, 'resulting-request', async () => {
    await openNew(page);
    const request = page.locator('pre[aria-label="The resulting request"]');
    await box(page, 'Base URL').fill('https://shop.example.com/api');
    await choose(page, field(page, 'Authentication type'), 'OAuth 2.0');
    await field(page, 'Grant Type').click();
    await page.getByRole('option', { name: 'Client Credentials', exact: true }).click();
    await page.getByText('Fill in the fields with a star to see it.').waitFor();
    await box(page, 'Client ID').fill('mine');
    await page
      .getByLabel(/^Client Secret/)
      .first()
      .fill('never-shown');
    await box(page, 'Token URL').fill('https://shop.example.com/token');
    const shows = (pattern: RegExp) =>
      eventually(async () => expect(await request.innerText()).toMatch(pattern));
    await shows(/^GET https:\/\/shop\.example\.com\/api\S*\nAuthorization: Bearer •+$/m);
    const format = box(page, 'Authorization Format').or(field(page, 'Authorization Format')).first();
    await format.fill('DYNAMIC_TOKEN');
    await shows(/^Authorization: •+$/m);
    await format.fill('Token token=DYNAMIC_TOKEN[access_token]');
    await shows(/^Authorization: Token token=•+$/m);
    await box(page, 'Header').fill('X-Shop-Token');
    await shows(/^X-Shop-Token: Token token=•+$/m);
    await choose(page, field(page, 'Add Authorization Data to'), 'Request URL');
    await format.fill('DYNAMIC_TOKEN');
    await box(page, 'Query parameter').fill('key');
    await shows(/^GET https:\/\/shop\.example\.com\/api\S*[?&]key=\S+/m);
    await eventually(async () => expect(await request.innerText()).not.toMatch(/X-Shop-Token|Authorization/));
    await choose(page, field(page, 'Authentication type'), 'Basic');
    await shows(/^Authorization: Basic •+$/m);
    await choose(page, field(page, 'Authentication type'), 'API key');
    await shows(/^X-Api-Key: •+$/m);
    expect(await request.innerText()).not.toContain('never-shown');
    const saved = await api.get(`${workspace}/systems`);
    expect(saved.map((row: { base_url: string }) => row.base_url)).not.toContain(
      'https://shop.example.com/api',
    );
    await page.reload();
    await button(page, 'Discard it').click();
  });
});
