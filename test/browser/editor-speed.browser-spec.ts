/**
 * The editors with thousands of fields and hundreds of steps. Here with wide bounds, since other tests may run beside;
 * `npm run check:ui-speed` measures against the budgets.
 */
import { apiOf, type Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { makeLarge, wideRecord, type Large } from './support/large.js';
import { openingTime, percentile, scrollFrames } from './support/measure.js';
import { box, findRow, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
const sizes = { sources: 2000, destinations: 600, links: 500, handlers: 200 };
let ui: Ui;
let api: Api;
let large: Large;
beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  api = await apiOf(ui.place);
  large = await makeLarge(api, sizes);
});
afterAll(() => ui?.close());

test('a mapping of 2,000 source fields scrolls, is searched and filtered, and draws only what is seen', async () => {
  const { page, place } = ui;
  await pictured(page, 'large-mapping', async () => {
    await page.goto(place.url + large.mapping);
    const frames = await scrollFrames(page);
    expect(percentile(frames, 0.95)).toBeLessThan(1_000);
    const [source, target] = [page.getByRole('tree').first(), page.getByRole('tree').nth(1)];
    await eventually(async () => expect(await source.getByRole('treeitem').count()).toBeLessThan(100));

    await page
      .getByRole('textbox', { name: /^Find in/ })
      .first()
      .fill('field_1999');
    await source.locator('[data-path="group_39.field_1999"]').waitFor();
    // The field and its group, below each root that holds the record.
    await eventually(async () => expect(await source.getByRole('treeitem').count()).toBeLessThan(12));

    // 600 fields, 500 of them mapped.
    await page.getByRole('combobox', { name: 'Show destination fields' }).click();
    await page.getByRole('option', { name: 'Not mapped', exact: true }).click();
    await target.locator('[data-path="group_10.field_0500"]').waitFor();
    await eventually(async () =>
      expect(await target.locator('[data-path="group_00.field_0000"]').count()).toBe(0),
    );
    await page
      .getByRole('textbox', { name: /^Find in/ })
      .nth(1)
      .fill('no such field');
    await page.getByText('No field matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await target.locator('[data-path="group_00.field_0000"]').waitFor();
  });
});

test('links of a folded parent end at the parent, and hidden ends are told and one click away', async () => {
  const { page, place } = ui;
  await pictured(page, 'folded', async () => {
    await page.goto(place.url + large.mapping);
    const source = page.getByRole('tree').first();
    await source.locator('[data-path="group_00"]').waitFor();
    await source.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await source.locator('[data-path="group_00"][aria-expanded="false"]').waitFor();
    await eventually(async () =>
      expect(await source.locator('[data-path="group_00.field_0000"]').count()).toBe(0),
    );
    // l0 reads group_00.field_0000: its line ends at the folded row, the first one.
    const line = (await page.locator('[data-link="l0"]').first().getAttribute('d')) ?? '';
    expect(line).toMatch(/^M0 14C/);
    const below = page.getByRole('button', { name: /more below/ }).first();
    const before = (await below.innerText()).trim();
    expect(before).toMatch(/^[\d,]+ more below$/);
    await below.click();
    await page.waitForFunction(`document.querySelector('[role="tree"]').scrollTop > 0`);
  });
});

test('a flow of 200 handlers opens, shows its first steps, and the list shows all of them', async () => {
  const { page, place } = ui;
  await pictured(page, 'large-flow', async () => {
    expect(await openingTime(page, place.url + large.flow)).toBeLessThan(30_000);
    await page.locator('.react-flow__node', { hasText: 'step_0' }).first().waitFor();
    await eventually(async () => expect(await page.locator('.react-flow__node').count()).toBeLessThan(60));
    await page.getByText('List', { exact: true }).click();
    const list = page.getByRole('list', { name: 'Steps of the flow' });
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(200));
    await list
      .getByRole('button', { name: /step_199/ })
      .first()
      .click();
    await eventually(async () => expect(await box(page, 'Name').inputValue()).toBe('step_199'));
  });
});

test('a sample of nearly 5 MB opens like any other, and its preview is cut, not lost', async () => {
  const { page, place } = ui;
  const id = /\/p\/([^/]+)/.exec(large.project)?.[1] ?? '';
  const at = (route: string) => `/workspace/${id}/api/${route}`;
  const { data: apis } = { data: await api.get(at('apis')) };
  const read = apis.find((entry: { api_name: string }) => entry.api_name === 'Read wide');
  const text = 'x'.repeat(2_000_000);
  const record = { ...wideRecord(200), long_text: text, second_text: text };
  await api.post(at(`apis/update/${read.api_id}`), { sample_response: { records: [record] } });
  const mappingAt = at(`pipes/${/pipes\/([^/]+)/.exec(large.mapping)?.[1] ?? ''}/mappings/map/update`);
  await api.post(mappingAt, {
    document: { format: 'mapping/1', links: [{ id: 'l1', to: 'group_00.field_0000', from: 'long_text' }] },
  });
  await pictured(page, 'large-sample', async () => {
    // The service sheds load while it takes such a sample in; a person would press reload.
    while (!(await page.goto(place.url + large.mapping))?.ok()) await page.waitForTimeout(1_000);
    await page.getByRole('tree').first().waitFor();
    await findRow(page, 0, 'long_text');
    await page.getByText(/required fields are empty/).waitFor();
    const shown = await page.getByRole('region', { name: 'Result of the mapping' }).innerText();
    expect(shown.length).toBeLessThan(300_000);
    await page.getByRole('button', { name: /^Show all/ }).waitFor();
    expect(ui.crashes).toEqual([]);
  });
});
