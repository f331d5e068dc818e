/** Pages of a project with a published flow and a run in it: what they tell, how they fail, and the API call that each has to copy. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { MockServer } from '../support/mock-server.js';
import { apiOf, type Api, type Json } from './support/api.js';
import { breakInside } from './support/broken.js';
import { eventually } from './support/eventually.js';
import { makeSmallProject, type SmallProject } from './support/small-project.js';
import { box, button, choose, owner, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(300_000);
let ui: Ui;
let api: Api;
let small: SmallProject;
let mock: MockServer;
let pipes: { mapped: string; plain: string };
const at = (path: string): string => `${ui.place.url}${small.path}/${path}`;
beforeAll(async () => {
  ui = await openUi({ OUTBOUND_ALLOW: '127.0.0.1' });
  mock = await MockServer.start(({ method }) =>
    method === 'GET' ? { body: { orders: [{ id: 1, name: 'Ann' }] } } : { status: 201, body: { ok: true } },
  );
  await setUp(ui.page, ui.place);
  api = await apiOf(ui.place);
  small = await makeSmallProject(api, mock.url);
  const credentials: Json[] = await api.get(`${small.workspace}/credentials`);
  const credential_ids = ['Of Source', 'Of Target'].map(
    (name) => credentials.find((row) => row.credential_name === name)?.credential_id,
  );
  const make = async (pipe_name: string, flow_id: string): Promise<string> =>
    (await api.post(`${small.workspace}/pipes/create`, { pipe_name, flow_id, credential_ids })).pipe_id;
  pipes = { mapped: await make('Mapped', small.flows.mapped), plain: await make('Plain', small.flows.plain) };
  await api.post(`${small.workspace}/pipes/run/${pipes.plain}`);
});
afterAll(async () => {
  await ui?.close();
  await mock?.stop();
});
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

test('tidy puts steps right, a published version of a flow is made the draft again, and that is undone and redone', async () => {
  const { page } = ui;
  await pictured(page, 'flow-versions', async () => {
    const stored = async (): Promise<string[]> =>
      (await api.get(`${small.workspace}/flows/${small.flows.mapped}`)).handlers.map(
        (one: Json) => one.handler_id,
      );
    const fromMenu = async (item: string) => {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await page.goto(at(`flows/${small.flows.mapped}`));
    await page.getByText('map', { exact: true }).first().click();
    await button(page, 'Down').click();
    await page.getByText('The destination must come after the mapping.').first().waitFor();
    await fromMenu('Tidy the order');
    await page.getByText(/^Saved/).waitFor();
    await eventually(async () => expect(await stored()).toEqual(['read', 'map', 'write']));
    await page.getByText('write', { exact: true }).first().click();
    await button(page, 'Remove step').click();
    await fromMenu('Versions');
    const drawer = page.getByRole('dialog');
    const version = drawer.getByRole('listitem').first();
    await version.getByText('In use').waitFor();
    await button(version, 'What differs').click();
    await version.getByText('write').first().waitFor();
    await button(version, 'Make it the draft').click();
    await page.getByText('The version is the draft now. Publish to use it.').waitFor();
    await eventually(async () => expect(await stored()).toEqual(['read', 'map', 'write']));
    await button(page, 'Undo').click();
    await eventually(async () => expect(await page.locator('.react-flow__node').count()).toBe(2));
    await button(page, 'Redo').click();
    await eventually(async () => expect(await page.locator('.react-flow__node').count()).toBe(3));
    await page.getByText(/^Saved/).waitFor();
  });
});

const instancePages = ['/projects', '/account', '/users', '/groups', '/tokens', '/security-log'];
/** Every page of the project, of things that are there; needs a run. */
async function pagesOfProject(): Promise<string[]> {
  const firstOf = async (kind: string, member: string): Promise<string> =>
    (await api.get(`${small.workspace}/${kind}`))[0][member];
  return [
    ...['start', 'dashboard', 'systems', 'systems/new', 'credentials', 'apis', 'apis/new', 'flows', 'pipes'],
    ...[
      'pipes/new',
      'runs',
      'members',
      'activity',
      'settings',
      `pipes/${pipes.plain}`,
      `pipes/${pipes.plain}/errors`,
    ],
    `systems/${small.systems.source}`,
    `credentials/${await firstOf('credentials', 'credential_id')}`,
    `apis/${small.apis.read}`,
    `flows/${small.flows.mapped}`,
    `pipes/${pipes.mapped}/mappings/map`,
    `runs/${await firstOf('runs', 'run_id')}`,
  ].map((path) => `${small.path}/${path}`);
}

const failing = /\/workspace\/|\/api\/(auth\/sessions|projects|users|groups|access_tokens|security_logs)/;

interface Walk {
  /** what pages do not say or do while the service fails */
  silent: string[];
  /** calls to copy that are no calls of the service */
  unknown: string[];
  /** how many calls to copy were read */
  read: number;
}
let walked: Promise<Walk> | undefined;
/** Opens every page once, while the service fails, and has it come back by Retry. */
const walk = (): Promise<Walk> => (walked ??= walkAll(ui.page));

async function walkAll(page: Page): Promise<Walk> {
  const known = knownCalls();
  const found: Walk = { silent: [], unknown: [], read: 0 };
  for (const path of [...instancePages, ...(await pagesOfProject())]) {
    // a form for something new asks for nothing that the whole page hangs on
    const isForm = /\/new$/.test(path);
    if (!isForm) await page.route(failing, breakInside);
    await page.goto(ui.place.url + path);
    if (!isForm) found.silent.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`));
    await page.locator('h1').first().waitFor();
    const calls = await callsOf(page);
    if (calls.length === 0) found.unknown.push(`${path} has none`);
    found.read += calls.length;
    found.unknown.push(
      ...calls.flatMap((call) => faultOfCall(call, known)).map((fault) => `${path}: ${fault}`),
    );
  }
  return found;
}

/** Of a page that was opened while the service fails; in the end it works. */
async function faultsOf(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const told = main.getByRole('alert').filter({ hasText: 'It broke inside.' });
  const retry = main.getByRole('button', { name: 'Retry', exact: true });
  const faults: string[] = [];
  const isTold = await told
    .first()
    .waitFor({ timeout: 8_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isTold) faults.push('says nothing');
  else {
    if (!(await told.first().innerText()).includes('req-of-the-test')) faults.push('gives no id');
    if ((await retry.count()) === 0) faults.push('has no Retry');
  }
  await page.unroute(failing, breakInside);
  // parts that are asked for anew by themselves may come before they are pressed
  for (let left = 12; left > 0 && (await retry.count()) > 0; left -= 1) {
    await retry
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page.waitForTimeout(100);
  }
  await told
    .first()
    .waitFor({ state: 'hidden', timeout: 8_000 })
    .catch(() => faults.push('stays broken'));
  return faults;
}

interface KnownCall {
  path: string;
  pattern: RegExp;
  /** of two that fit, the one with more words of its own is meant */
  words: number;
  methods: string[];
}

function knownCalls(): KnownCall[] {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Json> };
  return Object.entries(paths).map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    words: path.split('/').filter((part) => !part.startsWith('{')).length,
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }));
}

/** The calls that the page has to copy; none where it has no button for them. */
async function callsOf(page: Page): Promise<string[]> {
  const copy = button(page, 'Copy as API call').first();
  await copy.waitFor({ timeout: 5_000 }).catch(() => undefined);
  if ((await copy.count()) === 0) return [];
  await copy.click();
  const calls = page.locator('pre', { hasText: 'curl -X' });
  await calls.first().waitFor();
  const texts = await calls.allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
}

function faultOfCall(text: string, known: readonly KnownCall[]): string[] {
  const [, method = '', url = ''] = /^curl -X (\w+) '([^']+)'/.exec(text) ?? [];
  const { pathname } = new URL(url.replace(/[<>]/g, '_'));
  const fits = known.filter(({ pattern }) => pattern.test(pathname)).sort((a, b) => b.words - a.words);
  const faults = fits[0]?.methods.includes(method) ? [] : [`${method} ${pathname}`];
  // a word where an id stands is the name of another route
  const last = pathname.split('/').at(-1) ?? '';
  if (fits[0]?.path.endsWith('}') && /^[a-z]+$/.test(last))
    faults.push(`${method} ${pathname} is ${fits[0].path}`);
  return faults;
}

test('where the service fails, each page says so in its place, with the id of the error, and Retry brings it back', async () => {
  await pictured(ui.page, 'failing-pages', async () => {
    expect((await walk()).silent).toEqual([]);
  });
});

test('the call that a page has to copy is one that the service knows, on every page', async () => {
  const { unknown, read } = await walk();
  expect(unknown).toEqual([]);
  expect(read).toBeGreaterThan(60);
});

test('the activity log says that it is off, is turned on where it says so, and tells who changed what from what to what', async () => {
  const { page } = ui;
  await pictured(page, 'activity', async () => {
    await page.goto(at('activity'));
    await page.getByText('Logging is off').waitFor();
    await button(page, 'Turn on').click();
    await page.getByText('Logging is off').waitFor({ state: 'hidden' });
    await api.post(`${small.workspace}/systems/update/${small.systems.lonely}`, {
      system_name: 'Alone <b>now</b>',
    });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Alone <b>now</b>' }).first();
    await row.getByText('System name: Lonely → Alone <b>now</b>').waitFor();
    await row.getByText('Ann Owner').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Kind' }), 'Flow');
    await page.getByRole('paragraph').filter({ hasText: 'No match' }).waitFor();
    await button(page, 'Clear filters').click();
    await row.waitFor();
  });
});

test('the filters of the runs stand in the address and survive a reload', async () => {
  const { page } = ui;
  await pictured(page, 'run-filters', async () => {
    await page.goto(at('runs'));
    await page.getByRole('row').filter({ hasText: 'Plain' }).first().waitFor();
    await choose(page, page.getByRole('combobox', { name: 'State' }), 'Timed out');
    await page.getByRole('paragraph').filter({ hasText: 'No match' }).waitFor();
    await page.waitForURL(/status=timed_out/);
    await page.reload();
    await page.getByRole('paragraph').filter({ hasText: 'No match' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('Timed out');
    await button(page, 'Clear filters').click();
    await page.getByRole('row').filter({ hasText: 'Plain' }).first().waitFor();
    expect(page.url()).not.toMatch(/status=/);
  });
});

test('one who is locked out is told the command line that lets in again, with the address that was typed', async () => {
  const page = await (await ui.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await pictured(page, 'locked-out', async () => {
    await page.goto(`${ui.place.url}${small.path}/settings`);
    await page.waitForURL(/\/sign-in\?next=/);
    await button(page, 'Locked out?').click();
    await page.getByText('npx pipewright reset-password <e-mail>').waitFor();
    await box(page, 'Your e-mail').fill(owner.email);
    await page.getByText(`npx pipewright reset-password ${owner.email}`).waitFor();
    await button(page, 'Send a link').click();
    await page.getByText('If the address has an account and mail is set up, a link is on its way.').waitFor();
    await box(page, 'E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await button(page, 'Sign in').click();
    // to the page that was asked for
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.context().close();
  });
});
