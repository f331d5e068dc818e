/** The wizard of a pipe by its rules, and the mapping that it leads to: three views on one model. */
import { MockServer } from '../support/mock-server.js';
import { apiOf, type Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { makeSmallProject, type SmallProject } from './support/small-project.js';
import { box, button, choose, link, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(300_000);
let ui: Ui;
let api: Api;
let small: SmallProject;
let mock: MockServer;
const at = (path: string): string => `${ui.place.url}${small.path}/${path}`;
beforeAll(async () => {
  ui = await openUi({ OUTBOUND_ALLOW: '127.0.0.1' });
  mock = await MockServer.start(({ method }) =>
    method === 'GET' ? { body: { orders: [{ id: 1, name: 'Ann' }] } } : { status: 201, body: { ok: true } },
  );
  await setUp(ui.page, ui.place);
  api = await apiOf(ui.place);
  small = await makeSmallProject(api, mock.url);
});
afterAll(async () => {
  await ui?.close();
  await mock?.stop();
});
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

test('only flows that call the system of the connection can be chosen; where none does, the rule is told', async () => {
  const { page } = ui;
  await pictured(page, 'wizard-rule', async () => {
    await page.goto(at('pipes/new'));
    await page.getByRole('radio', { name: /Of Lonely/ }).check();
    await button(page, 'Next').click();
    await page.getByText('No flow calls Lonely yet').waitFor();
    await page
      .getByText('Only flows with an API Call Handler to the system of the connection can be chosen.')
      .waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await button(page, 'Create one').click();
    await page.getByRole('dialog', { name: 'New flow' }).waitFor();
    await page.goBack();
    await button(page, 'Back').click();
    await page.getByRole('radio', { name: /Of Source/ }).check();
    await button(page, 'Next').click();
    for (const name of [/^With a mapping/, /^Without a mapping/])
      await page.getByRole('radio', { name }).waitFor();
  });
});

test('a flow without a Mapping Handler makes a pipe without a mapping node, and can be run dry at once', async () => {
  const { page } = ui;
  await pictured(page, 'wizard-plain', async () => {
    await page.getByRole('radio', { name: /^Without a mapping/ }).check();
    await button(page, 'Next').click();
    await page.getByRole('radio', { name: /Of Target/ }).check();
    expect(await page.getByText('The flow has a Mapping Handler').count()).toBe(0);
    await button(page, 'Next').click();
    await box(page, 'Name of the pipe').fill('Plain');
    await page.getByRole('switch', { name: 'Dry run it at once' }).check();
    const writes = () => mock.to('/orders', 'POST').length;
    await button(page, 'Create pipe').click();
    await page.getByText('Dry run: nothing was sent').waitFor();
    await page.getByText('Would be sent').first().waitFor();
    expect(writes()).toBe(0);
    await page.getByRole('link', { name: 'Plain', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    await page.getByText('Of Target').waitFor();
    expect(await button(page, 'Open mapping').count()).toBe(0);
  });
});

test('a flow with a Mapping Handler makes a pipe with its node; a connection that is added on the way is chosen', async () => {
  const { page } = ui;
  await pictured(page, 'wizard-mapped', async () => {
    await page.goto(at('pipes/new'));
    await page.getByRole('radio', { name: /Of Source/ }).check();
    await button(page, 'Add connection').click();
    const dialog = page.getByRole('dialog');
    await choose(page, dialog.getByRole('combobox', { name: 'System' }), 'Source');
    await box(dialog, 'Name').fill('Second of Source');
    await dialog.getByLabel('Token', { exact: true }).fill('another-token');
    await button(dialog, 'Connect').click();
    await button(dialog, 'Done').click();
    await page.waitForURL(/\/pipes\/new/);
    await eventually(async () =>
      expect(await page.getByRole('radio', { name: /^Second of Source/ }).isChecked()).toBe(true),
    );
    await button(page, 'Next').click();
    await page.getByRole('radio', { name: /^With a mapping/ }).check();
    await button(page, 'Next').click();
    await page.getByText('The flow has a Mapping Handler: the pipe will show a mapping node').waitFor();
    await page.getByRole('radio', { name: /Of Target/ }).check();
    await button(page, 'Next').click();
    expect(await page.getByRole('switch', { name: 'Dry run it at once' }).count()).toBe(0);
    await button(page, 'Create pipe').click();
    await button(page, 'Open mapping').waitFor();
    await page.getByText('Second of Source').waitFor();
    await button(page, 'Open mapping').click();
    // Sources from the sample response, destinations from the sample request.
    const [source, destination] = [page.getByRole('tree').first(), page.getByRole('tree').nth(1)];
    await source.locator('[data-path="name"]').waitFor();
    await destination.locator('[data-path="customer"]').waitFor();
    expect(await destination.locator('[data-path="name"]').count()).toBe(0);
  });
});

test('links, table and JSON are three views on one model: an edit in one is there in the others, and is undone in any', async () => {
  const { page } = ui;
  await pictured(page, 'three-views', async () => {
    const show = (view: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(view).click();
    const row = (path: string) =>
      page.getByRole('table', { name: 'Mapping as a table' }).getByRole('row').filter({ hasText: path });
    const json = page.getByRole('textbox', { name: 'Mapping document' });
    await link(page, 'name', 'customer');
    await show('Table');
    await row('customer').getByText('Mapped', { exact: true }).waitFor();
    await row('customer').getByRole('cell', { name: 'name', exact: true }).waitFor();
    // The panel of the link is there in each view.
    await button(row('reference'), 'reference').click();
    await page.getByText('Constant', { exact: true }).click();
    await box(page, 'Constant').fill('R-1');
    await row('reference').getByText('R-1').waitFor();
    await show('JSON');
    await eventually(async () => expect(await json.innerText()).toMatch(/"value": "R-1"/));
    await json.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(
      '{"format":"mapping/1","links":[{"id":"l1","to":"reference","formula":"\\"R-\\" & id"}]}',
    );
    await show('Table');
    await row('reference').getByText('"R-" & id').waitFor();
    await row('customer').getByText('Not mapped').or(row('customer').getByText('Required')).first().waitFor();
    await show('Links');
    await page.getByRole('tree').nth(1).locator('[data-path="customer"]').getByText('Not mapped').waitFor();
    expect(await page.locator('[data-link="l1"]').count()).toBeGreaterThan(0);
    await page.getByRole('region', { name: 'Result of the mapping' }).getByText('"R-1"').waitFor();
    await button(page, 'Undo').click();
    await show('JSON');
    await eventually(async () => expect(await json.innerText()).toMatch(/"from": "name"/));
    await show('Links');
    while (await button(page, 'Undo').isEnabled()) await button(page, 'Undo').click();
    await page.getByText(/^Saved$/).waitFor();
    expect(await page.locator('[data-link]').count()).toBe(0);
  });
});
