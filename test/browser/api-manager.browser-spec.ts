/** The API manager: what blocks Send, the answer as the sample, drift, the check of a paging, what uses an API. */
import { MockServer } from '../support/mock-server.js';
import { apiOf, type Api, type Json } from './support/api.js';
import { eventually } from './support/eventually.js';
import { makeSmallProject, type SmallProject } from './support/small-project.js';
import { box, button, choose, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(300_000);
let ui: Ui;
let api: Api;
let small: SmallProject;
let mock: MockServer;
/** What the list answers for a page of it. */
let orders: (page: number) => Json[];
const at = (path: string): string => `${ui.place.url}${small.path}/${path}`;
const stored = (): Promise<Json> => api.get(`${small.workspace}/apis/${small.apis.read}`);
beforeAll(async () => {
  ui = await openUi({ OUTBOUND_ALLOW: '127.0.0.1' });
  mock = await MockServer.start(({ path, query }) => ({
    body: path.startsWith('/orders/') ? { only: path } : { orders: orders(Number(query.get('page') ?? 1)) },
  }));
  await setUp(ui.page, ui.place);
  api = await apiOf(ui.place);
  small = await makeSmallProject(api, mock.url);
});
afterAll(async () => {
  await ui?.close();
  await mock?.stop();
});
beforeEach(() => {
  orders = () => [{ id: 1, name: 'Ann' }];
});
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

test('what nothing fills in is named and blocks Send; a value for it lets it go', async () => {
  const { page } = ui;
  await pictured(page, 'unfilled', async () => {
    await page.goto(at(`apis/${small.apis.read}`));
    const path = box(page, 'Path');
    const send = page.getByRole('button', { name: /^(Save and send|Send)$/ });
    await path.fill('/orders/{{inputs.tenant}}');
    await page.getByText('Unknown: inputs.tenant.').waitFor();
    await eventually(async () => expect(await send.isDisabled()).toBe(true));
    await path.fill('/orders/{order_id}');
    await page.getByText('Nothing fills in {order_id}').waitFor();
    await eventually(async () => expect(await send.isDisabled()).toBe(true));
    const before = mock.asked.length;
    await box(page, 'Path parameter order_id').fill('S 7');
    await page.getByText('Nothing fills in {order_id}').waitFor({ state: 'hidden' });
    await send.click();
    await page.getByText('"only"').waitFor();
    expect(mock.asked.slice(before).map((asked) => asked.path)).toEqual(['/orders/S%207']);
    await path.fill('/orders');
    await page.keyboard.press('Control+s');
    await eventually(async () => expect((await stored()).path).toBe('/orders'));
  });
});

test('an answer is sent for with a connection, its token is hidden, and it becomes the sample; a drift is told', async () => {
  const { page } = ui;
  await pictured(page, 'answer-as-sample', async () => {
    await page.goto(at(`apis/${small.apis.read}`));
    await eventually(async () =>
      expect(await page.getByRole('combobox', { name: 'Connection' }).inputValue()).toBe('Of Source'),
    );
    orders = () => [{ id: 2, name: 'Bob', gift: { wrap: 'red' } }];
    await button(page, 'Send').click();
    await page.getByText('The sample has drifted').waitFor();
    await page.getByText('orders[].gift, orders[].gift.wrap').waitFor();
    expect(mock.asked.at(-1)?.headers.authorization).toBe('Bearer token-of-the-small-project');
    await page.getByRole('tab', { name: 'Request', exact: true }).click();
    await page.getByText('"Authorization": "Bearer ••••••••"').first().waitFor();
    expect(await page.content()).not.toContain('token-of-the-small-project');
    await button(page, 'Add it as one more sample').click();
    await page.getByText('The answer is one more sample response.').waitFor();
    expect((await stored()).more_sample_responses).toEqual([{ orders: orders(1) }]);
    await page.getByText('The sample has drifted').waitFor({ state: 'hidden' });
    await button(page, 'Use as sample response').click();
    await page.getByText('The answer is now the sample response.').waitFor();
    expect((await stored()).sample_response).toEqual({ orders: orders(1) });
  });
});

test('a paging is checked page by page: one that works, and one that the system ignores', async () => {
  const { page } = ui;
  await pictured(page, 'check-paging', async () => {
    await api.post(`${small.workspace}/apis/update/${small.apis.read}`, {
      record_key: ['id'],
      pagination: { kind: 'page', parameter: 'page', start: 1, size: 2 },
    });
    orders = (number) =>
      number > 3
        ? []
        : [1, 2].map((nth) => ({ id: (number - 1) * 2 + nth, name: 'Ann' })).slice(0, number === 3 ? 1 : 2);
    await page.goto(at(`apis/${small.apis.read}`));
    await button(page, 'Check paging').click();
    await page.getByText('The paging works.').waitFor();
    const rows = page.getByRole('table', { name: 'Pages' }).getByRole('row');
    // a head and three pages
    expect(await rows.count()).toBe(4);
    // The same first page, whatever is asked for.
    orders = () => [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ];
    await button(page, 'Check paging').click();
    await page.getByText('Something speaks against this paging.').waitFor();
    expect(await page.getByRole('table', { name: 'Pages' }).innerText()).toMatch(/2\s+200\s+2\s+2/);
  });
});

test('what uses an API is named on its page, at an edit of its sample and before it is deleted', async () => {
  const { page } = ui;
  await pictured(page, 'used-by', async () => {
    await page.goto(at(`apis/${small.apis.write}`));
    const used = page.locator('section', { has: page.getByRole('heading', { name: 'Used by' }) });
    await used.getByRole('link', { name: 'With a mapping' }).waitFor();
    await used.getByRole('link', { name: 'Without a mapping' }).waitFor();
    const sample = page.getByRole('textbox', { name: 'Sample body' });
    await sample.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' ');
    await page.getByText('This sample is in use').waitFor();
    await page.keyboard.press('Control+z');
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Delete API' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('It is still used by:').waitFor();
    await question.getByText('With a mapping').waitFor();
    expect(await button(question, 'Delete API').count()).toBe(0);
    await button(question, 'Close').last().click();
    await page.goto(at(`systems/${small.systems.source}`));
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Delete system' }).click();
    await question.getByText('It is still used by:').waitFor();
    await question.getByText('Read orders').waitFor();
    expect(await button(question, 'Delete system').count()).toBe(0);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
  });
});

test('a connection that has no sign-in yet is not offered, and is no connection of its system', async () => {
  const { page } = ui;
  await pictured(page, 'half-made', async () => {
    const { system_id: id } = await api.post(`${small.workspace}/systems/create`, {
      system_name: 'Consented',
      base_url: mock.url,
      authentication_type: 'oauth2',
      grant_type: 'authorization_code_pkce',
      client_id: 'client',
      authorization_url: `${mock.url}/authorize`,
      token_url: `${mock.url}/token`,
    });
    const { credential_id: half } = await api.post(`${small.workspace}/credentials/create`, {
      credential_name: 'Half made',
      system_id: id,
    });
    await api.post(`${small.workspace}/credentials/authorize/${half}`);
    await page.goto(at('pipes/new'));
    await page.getByRole('radio', { name: /Of Source/ }).waitFor();
    expect(await page.getByRole('radio', { name: /Half made/ }).count()).toBe(0);
    await page.goto(at('systems'));
    await page.getByRole('row').filter({ hasText: 'Consented' }).getByText('None', { exact: true }).waitFor();
    const { api_id: call } = await api.post(`${small.workspace}/apis/create`, {
      api_name: 'Of consented',
      system_id: id,
      method: 'GET',
      path: '/me',
    });
    await page.goto(at(`apis/${call}`));
    const field = page.getByRole('combobox', { name: 'Connection' });
    await eventually(async () =>
      expect(await field.getAttribute('placeholder')).toBe('None: add one on the credentials page'),
    );
    await choose(page, page.getByRole('combobox', { name: 'Method' }), 'HEAD');
    await page.reload();
    await button(page, 'Discard it').click();
  });
});
