/** Lists that are longer than a page: whatever there is can be found by typing, and what a list shows is in its address. */
import { apiOf, type Api } from './support/api.js';
import { violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { waitForFocus } from './support/keyboard.js';
import { button, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
let ui: Ui;
let api: Api;
let project: string;
/** `project` without the service's address. */
const at = (path: string): string => `${ui.place.url}${path}`;
const nth = (position: number): string => String(position).padStart(3, '0');
const PROJECTS = 70;
const SYSTEMS = 70;

async function inTens(all: number, make: (position: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= all; first += 10)
    await Promise.all(Array.from({ length: Math.min(10, all - first + 1) }, (_, more) => make(first + more)));
}

beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  api = await apiOf(ui.place);
  const id = /\/p\/([^/]+)/.exec(project)?.[1] ?? '';
  const inProject = (route: string, body: object) => api.post(`/workspace/${id}/api/${route}`, body);
  await inTens(PROJECTS, (position) =>
    api.post('/api/projects/create', { project_name: `Project ${nth(position)}` }),
  );
  await inTens(SYSTEMS, (position) =>
    inProject('systems/create', {
      system_name: `System ${nth(position)}`,
      base_url: `https://host-${nth(SYSTEMS - position)}.example.com`,
      authentication_type: 'none',
    }),
  );
  await inTens(60, (position) =>
    inProject('flows/create', { flow_name: `Flow ${nth(position)}`, handlers: [] }),
  );
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.cspReports).toEqual([]);
  expect(ui.crashes).toEqual([]);
});

const step = (name: string, act: (page: Ui['page']) => Promise<void>) =>
  pictured(ui.page, name, () => act(ui.page));
const search = (page: Ui['page']) => page.getByRole('textbox', { name: /^Search in/ });
const rows = (page: Ui['page']) => page.locator('tbody tr');
const firstRow = (page: Ui['page'], text: string) =>
  eventually(async () => expect(await rows(page).first().innerText()).toContain(text));
const countOf = (page: Ui['page'], count: number) =>
  eventually(async () => expect(await rows(page).count()).toBe(count));

async function openPalette(page: Ui['page']): Promise<void> {
  await page.keyboard.press('Control+k');
  await waitForFocus(page, page.getByPlaceholder('Pages, systems, APIs, flows, pipes…'));
}

test('the project switcher finds any project by typing, by the keyboard alone', async () => {
  await step('switcher', async (page) => {
    await page.goto(`${project}/dashboard`);
    await button(page, 'Project: Sample: shop to ERP').click();
    const field = page.getByRole('combobox', { name: 'Search in Projects' });
    await waitForFocus(page, field);
    await page.getByText(/^\d+ more: type to find them$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('nothing of the kind');
    await page.getByText('Nothing by that name here.').waitFor();
    await field.fill('ject 069');
    await page.getByRole('option', { name: 'Project 069' }).waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Project: Project 069').waitFor();
    await button(page, 'Project: Project 069').click();
    await waitForFocus(page, field);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await waitForFocus(page, button(page, 'Project: Project 069'));
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'All projects' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  });
});

test('Ctrl K finds any project, system and flow by typing, and the first by Enter', async () => {
  await step('palette', async (page) => {
    for (const [words, title] of [
      ['system 068', 'System 068'],
      ['FLOW 059', 'Flow 059'],
    ] as const) {
      await page.goto(`${project}/dashboard`);
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
      await openPalette(page);
      await page.keyboard.type(words);
      await page.getByRole('button', { name: title }).waitFor();
      await eventually(async () =>
        expect(await page.locator('[data-action][data-selected]').innerText()).toContain(title),
      );
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    await openPalette(page);
    await page.keyboard.type('Project 070');
    await page.getByRole('button', { name: 'Project 070' }).click();
    await button(page, 'Project: Project 070').waitFor();
    await openPalette(page);
    await page.keyboard.type('no such thing at all');
    await page.getByText('Nothing by that name here.').waitFor();
  });
});

test.each([
  ['projects', () => at('/projects'), 'Project', 'Sample: shop to ERP', PROJECTS + 1],
  ['systems', () => `${project}/systems`, 'System', 'System 070', SYSTEMS + 2],
] as const)(
  'the page, the search and the order of the list of %s are in its address',
  async (name, url, word, last, all) => {
    await step(`list-${name}`, async (page) => {
      await page.goto(url());
      await countOf(page, 50);
      await page.getByText(`1 to 50 of ${all}`).waitFor();
      await page.getByRole('button', { name: '2', exact: true }).click();
      await page.getByText(`51 to ${all} of ${all}`).waitFor();
      await page.waitForURL(/[?&]page=2/);
      await page.reload();
      await page.getByText(`51 to ${all} of ${all}`).waitFor();

      // a thing is opened, and the back button leads to the same page of the list
      const opened = await rows(page).first().getByRole('link').first().innerText();
      await rows(page).first().getByRole('link').first().click();
      await page.waitForURL(/\/(dashboard|systems\/[^/?]+)/);
      await page.goBack();
      await page.getByText(`51 to ${all} of ${all}`).waitFor();
      await firstRow(page, opened);
      // and once more to the page before
      await page.goBack();
      await page.getByText(`1 to 50 of ${all}`).waitFor();

      // the other end of the list comes first, of all pages and not of one alone
      await page.getByRole('button', { name: 'Name' }).click();
      await page.waitForURL(/[?&]sort=name/);
      await page.getByRole('button', { name: 'Name' }).click();
      await page.waitForURL(/[?&]sort=-name/);
      await firstRow(page, last);
      await page.reload();
      await firstRow(page, last);

      await search(page).fill(`${word} 00`);
      await countOf(page, 9);
      await firstRow(page, `${word} 009`);
      await page.waitForURL(/[?&]search=/);
      await page.reload();
      await countOf(page, 9);
      expect(await search(page).inputValue()).toBe(`${word} 00`);

      await search(page).fill('nothing of the kind');
      await page.getByText('No match').waitFor();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Clear filters').click();
      await countOf(page, 50);
      expect(await search(page).inputValue()).toBe('');
      // a page that is not there (any more) is the last one that is
      await page.goto(`${url()}?page=9`);
      await page.getByText(`51 to ${all} of ${all}`).waitFor();
    });
  },
);

test('a list that does not come says why and comes by Retry, and nothing moves when it is here', async () => {
  await step('list-fails', async (page) => {
    let isDown = true;
    let measured: Promise<void> | null = null;
    await page.route(/\/api\/systems\?/, async (route) => {
      if (isDown) return route.fulfill({ status: 500, json: { message: 'The service had a fault.' } });
      await measured;
      return route.continue();
    });
    await page.goto(`${project}/systems`);
    await page.getByText('The service had a fault.').first().waitFor();
    isDown = false;
    await button(page, 'Retry').first().click();
    await countOf(page, 50);

    let goOn = (): void => undefined;
    measured = new Promise((resolve) => (goOn = resolve));
    await page.goto(`${project}/systems`);
    const skeleton = page.locator('main .mantine-Skeleton-root').first();
    await skeleton.waitFor();
    const before = await skeleton.boundingBox();
    goOn();
    await countOf(page, 50);
    const after = await search(page).boundingBox();
    expect(before && after && Math.abs(before.y - after.y)).toBeLessThanOrEqual(1);
    await page.unroute(/\/api\/systems\?/);
  });
});

test('the filters of the activity log and of the APIs are in the address', async () => {
  await step('list-filters', async (page) => {
    await page.goto(`${project}/activity`);
    await page.getByRole('textbox', { name: 'Who' }).fill('ann');
    await page.waitForURL(/[?&]who=ann/);
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Flow', exact: true }).click();
    await page.waitForURL(/[?&]kind=flow/);
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Who' }).inputValue()).toBe('ann');
    await eventually(async () =>
      expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('Flow'),
    );

    await page.goto(`${project}/apis`);
    await page.getByRole('combobox', { name: 'System' }).fill('Sample shop');
    await page.getByRole('option', { name: 'Sample shop' }).click();
    await page.waitForURL(/[?&]system=/);
    await countOf(page, 1);
    await page.reload();
    await countOf(page, 1);
  });
});
