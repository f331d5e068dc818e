/** Saves that are answered late, left, pressed twice or refused, and drafts in more than one tab. */
import type { Page } from 'playwright-core';
import { apiOf, type Api, type Json } from './support/api.js';
import { violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { waitForFocus } from './support/keyboard.js';
import { box, button, choose, projectOf, setUp } from './support/steps.js';
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
afterEach(async () => {
  await ui.page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const meanwhile = /^Someone else saved/;
const systemNamed = async (name: string): Promise<Json[]> =>
  (await api.get(`${workspace}/systems`)).filter((row: Json) => row.system_name === name);
const makeSystem = (name: string, more: object = { authentication_type: 'none' }): Promise<Json> =>
  api.post(`${workspace}/systems/create`, { system_name: name, base_url: 'https://x.example.com', ...more });
const openSystem = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${project}/systems/${id}`);
  await box(page, 'Description').waitFor();
};
const described = (id: string, words: string): Promise<void> =>
  eventually(async () => expect((await api.get(`${workspace}/systems/${id}`)).description).toBe(words));
const fillNew = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${project}/systems/new`);
  await box(page, 'Name').fill(name);
  await box(page, 'Base URL').fill('https://x.example.com');
  await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'None');
};
/** Nothing goes sideways on a telephone. */
const fitsNarrow = async (page: Page): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390));
  await page.setViewportSize({ width, height });
};
const cameBack = (page: Page) => page.getByText('What you typed before is back, not saved yet.');

test('one’s own save is met as nobody else’s: without its answer, and after a reload in the middle of it', async () => {
  const { page } = ui;
  await pictured(page, 'own-save', async () => {
    const { system_id: id } = await makeSystem('Answered late');
    await openSystem(page, id);
    await page.route('**/systems/update/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await box(page, 'Description').fill('  unanswered ');
    await button(page, 'Save system').click();
    await page.getByRole('main').getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unrouteAll();
    await box(page, 'Description').fill('answered');
    await button(page, 'Save system').click();
    await described(id, 'answered');
    await page.route('**/systems/update/*', async (route) => void (await route.fetch()));
    await box(page, 'Description').fill('cut off');
    await button(page, 'Save system').click();
    await described(id, 'cut off');
    await box(page, 'Description').fill('typed after it');
    await page.reload();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await cameBack(page).waitFor();
    expect(await page.getByText(meanwhile).count()).toBe(0);
    await button(page, 'Save system').click();
    await described(id, 'typed after it');
    expect(await page.getByText(meanwhile).count()).toBe(0);
  });
});

test('a save of one’s own other tab is told as that', async () => {
  const { page, context } = ui;
  await pictured(page, 'own-tab', async () => {
    const { system_id: id } = await makeSystem('In two tabs');
    await openSystem(page, id);
    await box(page, 'Description').fill('typed here');
    const other = await context.newPage();
    await openSystem(other, id);
    await box(other, 'Description').fill('saved there');
    await button(other, 'Save system').click();
    await described(id, 'saved there');
    await other.close();
    await button(page, 'Save system').click();
    await page.getByText('You saved this in another tab meanwhile').waitFor();
    const field = page.getByRole('radiogroup', { name: 'Description' });
    await field.getByRole('radio', { name: 'As saved' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await fitsNarrow(page);
    await button(page, 'Keep what is here').click();
    await button(page, 'Save system').click();
    await described(id, 'typed here');
  });
});

test('a copy of a tab has its own drafts', async () => {
  const { page, context } = ui;
  await pictured(page, 'copied-tab', async () => {
    const { system_id: id } = await makeSystem('Copied tab');
    await openSystem(page, id);
    await box(page, 'Description').fill('of the first');
    // as “Duplicate tab” does, it begins with what the session of the first tab holds
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ]);
    await box(copy, 'Description').waitFor();
    expect(await box(copy, 'Description').inputValue()).toBe('');
    await box(copy, 'Description').fill('of the copy');
    await page.reload();
    await cameBack(page).waitFor();
    await eventually(async () => expect(await box(page, 'Description').inputValue()).toBe('of the first'));
    await copy.reload();
    await cameBack(copy).waitFor();
    await eventually(async () => expect(await box(copy, 'Description').inputValue()).toBe('of the copy'));
    await copy.close();
    await button(page, 'Discard it').click();
  });
});

test('a create whose page was left takes nobody anywhere, and is not made again', async () => {
  const { page } = ui;
  await pictured(page, 'left-create', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/systems/create', async (route) => {
      await held;
      await route.continue();
    });
    await fillNew(page, 'Left alone');
    await button(page, 'Save system').click();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('No runs yet').waitFor();
    // one looks back while it is still under way
    await page.goBack();
    await cameBack(page).waitFor();
    letGo();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe(''));
    expect(page.url()).toMatch(/systems\/new$/);
    await page.reload();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe(''));
    expect(await systemNamed('Left alone')).toHaveLength(1);
  });
});

test('a create that a reload cuts off is the same when it is sent again', async () => {
  const { page } = ui;
  await pictured(page, 'cut-off-create', async () => {
    await page.route('**/systems/create', async (route) => void (await route.fetch()));
    await fillNew(page, 'Cut off');
    await button(page, 'Save system').click();
    await eventually(async () => expect(await systemNamed('Cut off')).toHaveLength(1));
    await page.reload();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await cameBack(page).waitFor();
    await button(page, 'Save system').click();
    await page.waitForURL(/tab=credentials/);
    const made = await systemNamed('Cut off');
    expect(made).toHaveLength(1);
    expect(page.url()).toContain(made[0].system_id);
  });
});

test('two clicks and two Enters make one, and spaces around a name are not part of it', async () => {
  const { page } = ui;
  await pictured(page, 'twice', async () => {
    await fillNew(page, '  Pressed twice  ');
    await button(page, 'Save system').dblclick();
    await page.waitForURL(/tab=credentials/);
    expect(await systemNamed('Pressed twice')).toHaveLength(1);
    await page.goto(`${new URL(project).origin}/groups`);
    await button(page, 'New group').first().click();
    await box(page.getByRole('dialog'), 'Name').fill('Entered twice');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const groups = await api.get('/api/groups');
    expect(groups.filter((row: Json) => row.group_name === 'Entered twice')).toHaveLength(1);
  });
});

test('another system in “Add connection” gets open inputs of the same name, and no secret', async () => {
  const { page } = ui;
  await pictured(page, 'other-system', async () => {
    for (const name of ['First basic', 'Second basic'])
      await makeSystem(name, { authentication_type: 'basic' });
    await page.goto(`${project}/credentials`);
    await button(page, 'Add connection').first().click();
    const dialog = page.getByRole('dialog');
    const system = dialog.getByRole('combobox', { name: 'System' });
    await choose(page, system, 'First basic');
    await box(dialog, 'Username').fill('ann');
    await dialog.getByLabel('Password', { exact: true }).fill('of the first alone');
    await choose(page, system, 'Second basic');
    await eventually(async () => expect(await box(dialog, 'Username').inputValue()).toBe('ann'));
    await eventually(async () =>
      expect(await dialog.getByLabel('Password', { exact: true }).inputValue()).toBe(''),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
});

test('another authentication type is asked about, with the connections that lose their sign-in', async () => {
  const { page } = ui;
  await pictured(page, 'other-type', async () => {
    const { system_id: id } = await makeSystem('Changes its type', { authentication_type: 'basic' });
    await api.post(`${workspace}/credentials/create`, {
      credential_name: 'Of Ann',
      system_id: id,
      inputs: { username: 'ann', password: 'secret' },
    });
    await openSystem(page, id);
    await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'API key');
    await button(page, 'Save system').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Change the authentication type to API key?').waitFor();
    await dialog.getByText(/secret inputs of 1 connection are dropped/).waitFor();
    await dialog.getByText('Of Ann').waitFor();
    expect(await violations(page)).toEqual([]);
    await fitsNarrow(page);
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await api.get(`${workspace}/systems/${id}`)).authentication_type).toBe('basic');
    await button(page, 'Save system').click();
    await button(dialog, 'Change it').click();
    await eventually(async () =>
      expect((await api.get(`${workspace}/systems/${id}`)).authentication_type).toBe('api_key'),
    );
  });
});

test('what the service refuses stands at its field, and above the form under the label of a field out of sight', async () => {
  const { page } = ui;
  await pictured(page, 'refused', async () => {
    const { system_id: id } = await makeSystem('Refused', {
      authentication_type: 'oauth2',
      grant_type: 'client_credentials',
      client_id: 'ann',
      client_secret: 'secret',
      token_url: 'https://x.example.com/token',
    });
    await openSystem(page, id);
    await box(page, 'Name').fill('n'.repeat(201));
    await button(page, 'Advanced').click();
    await box(page, 'Revocation URL').fill('nonsense');
    await button(page, 'Advanced').click();
    await box(page, 'Revocation URL').waitFor({ state: 'hidden' });
    await button(page, 'Save system').click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('Revocation URL:').waitFor();
    await alert.getByText('Not saved: 2 fields need another value').waitFor();
    await page.getByText('must have at most 200 characters', { exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/system_name|revocation_url/);
    await waitForFocus(page, box(page, 'Name'));
    expect(await violations(page)).toEqual([]);
    await fitsNarrow(page);
  });
});

test('what is typed about somebody of a later page of the list is back after a reload', async () => {
  const { page } = ui;
  await pictured(page, 'later-page', async () => {
    for (let number = 10; number < 62; number += 1)
      await api.post('/api/users/create', { name: `Person ${number}`, email: `p${number}@example.com` });
    await page.goto(`${new URL(project).origin}/users`);
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page
      .getByRole('button', { name: /^Change p\d+@example.com/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /name/i }).first().click();
    const dialog = page.getByRole('dialog');
    const email = await box(dialog, 'E-mail').inputValue();
    await box(dialog, 'Name').fill('Renamed far down');
    await page.reload();
    await cameBack(page).waitFor();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Renamed far down'));
    expect(await box(dialog, 'E-mail').inputValue()).toBe(email);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });
    const found = await api.get(`/api/users?search=${encodeURIComponent(email)}`);
    expect(found).toMatchObject([{ name: 'Renamed far down' }]);
  });
});

test('people that somebody adds to a group stay, although the change that came back was typed before', async () => {
  const { page } = ui;
  await pictured(page, 'group-kept', async () => {
    const people = ['ann@example.com', 'ben@example.com'];
    const { group_id: id } = await api.post('/api/groups/create', { group_name: 'Support', users: people });
    await page.goto(`${new URL(project).origin}/groups`);
    await button(page.getByRole('row', { name: /Support/ }), 'Edit').click();
    const dialog = page.getByRole('dialog');
    const picker = dialog.getByRole('combobox', { name: 'E-mail addresses', exact: true });
    await picker.fill('cid@example.com');
    await picker.press('Enter');
    await dialog.getByText('cid@example.com').waitFor();
    await api.post(`/api/groups/update/${id}`, { users: [...people, 'dan@example.com'] });
    await page.reload();
    await cameBack(page).waitFor();
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });
    const group = (await api.get('/api/groups')).find((row: Json) => row.group_id === id);
    expect(group.users.toSorted()).toEqual([...people, 'cid@example.com', 'dan@example.com']);
  });
});
