/** The settings of an API that are objects or lists, as fields: what is new, retry rules, time-outs, look-up, batch. */
import type { Locator, Page } from 'playwright-core';
import { apiOf, type Api, type Json } from './support/api.js';
import { violations } from './support/axe.js';
import { eventually } from './support/eventually.js';
import { addAndType, waitForFocus } from './support/keyboard.js';
import { box, button, choose, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(180_000);
let ui: Ui;
let api: Api;
/** `/workspace/<project>/api/apis`. */
let apis: string;
let project: string;
/** Id of the API that is edited. */
let id: string;
beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  apis = `/workspace/${project.split('/p/')[1]}/api/apis`;
  api = await apiOf(ui.place);
  id = (await api.get(apis)).find((row: Json) => row.api_name === 'List orders').api_id;
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

const setting = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const turnOn = (section: Locator): Promise<void> => section.getByRole('switch').first().check();
test('the settings of an API are set by fields, saved and seen again', async () => {
  const { page } = ui;
  await pictured(page, 'api-settings', async () => {
    await page.goto(`${project}/apis/${id}`);
    await page.getByRole('tab', { name: 'Paging' }).click();
    const paging = setting(page, 'Paging');
    await choose(page, paging.getByRole('combobox', { name: 'Kind of paging' }), 'Token of the next page');
    await box(paging, 'Where the next token is in the answer').fill('next');
    await choose(page, paging.getByRole('combobox', { name: 'The parameter goes into' }), 'A header');
    await addAndType(button(paging, 'Stop at a certain answer'), '@response.body.last');
    await box(paging, 'Value of the condition').fill('true');
    const incremental = setting(page, 'Only what is new');
    await turnOn(incremental);
    await box(incremental, 'Change time or id in a record').fill('updated_at');
    await box(incremental, 'Query parameter that takes it').fill('updated_since');
    await choose(page, incremental.getByRole('combobox', { name: 'The first run reads' }), 'From a value on');
    await box(incremental, 'The value to begin at').fill('2026-01-01T00:00:00Z');
    await box(incremental, 'Overlap (s)').fill('120');
    await incremental.getByRole('switch', { name: /^The records come sorted/ }).check();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('tab', { name: 'Errors and delivery' }).click();
    const retry = setting(page, 'Retry rules');
    await addAndType(button(retry, 'Add a rule'), '409,410 ');
    const first = retry.getByRole('group', { name: 'Rule 1' });
    await choose(page, first.getByRole('combobox', { name: 'Then' }), 'Take it as good');
    await button(first, 'Only with a certain answer').click();
    await first.getByRole('combobox', { name: 'Path of the condition' }).fill('@response.body.code');
    await box(first, 'Value of the condition').fill('duplicate');
    await addAndType(button(retry, 'Add a rule'), '503');
    await choose(page, retry.getByRole('combobox', { name: 'Then' }).nth(1), 'Wait, then send it again');
    await button(retry, 'Move rule 2 up').press('Enter');
    await waitForFocus(page, button(retry, 'Move rule 1 down'));
    const timeouts = setting(page, 'Time-outs');
    await turnOn(timeouts);
    await box(timeouts, 'To connect (ms)').fill('2000');
    const lookup = setting(page, 'Look-up');
    await turnOn(lookup);
    await choose(page, lookup.getByRole('combobox', { name: 'API that asks' }), /^List orders/);
    await box(lookup, 'Where the record is in its answer').fill('orders');
    const batch = setting(page, 'Batch');
    await turnOn(batch);
    await box(batch, 'At most … records in a request').fill('20');
    await choose(
      page,
      batch.getByRole('combobox', { name: 'The answer tells' }),
      'Each result, with its key',
    );
    await box(batch, 'Where the key is in a result').fill('reference');
    await batch.getByRole('switch', { name: 'Split a refused request' }).check();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    const saved = await api.get(`${apis}/${id}`);
    expect(saved).toMatchObject({
      pagination: {
        kind: 'cursor',
        token_path: 'next',
        parameter: 'cursor',
        in: 'header',
        stop_when: { path: '@response.body.last', op: 'eq', value: true },
      },
      incremental: {
        cursor_path: 'updated_at',
        parameter: 'updated_since',
        start_at: '2026-01-01T00:00:00Z',
        overlap_seconds: 120,
        sorted: true,
      },
      retry: [
        { status: [503], action: 'throttle' },
        {
          status: [409, 410],
          when: { path: '@response.body.code', op: 'eq', value: 'duplicate' },
          action: 'ignore',
        },
      ],
      timeouts: { connect_ms: 2000 },
      lookup: { api_id: id, found_path: 'orders' },
      batch: { max_records: 20, answer: 'by_key', result_key_path: 'reference', bisect: true },
    });

    await page.reload();
    await page.getByRole('tab', { name: 'Errors and delivery' }).click();
    await eventually(async () => expect(await box(timeouts, 'To connect (ms)').inputValue()).toBe('2000'));
    await eventually(async () =>
      expect(await box(batch, 'At most … records in a request').inputValue()).toBe('20'),
    );
    await eventually(async () =>
      expect(await lookup.getByRole('combobox', { name: 'API that asks' }).inputValue()).toMatch(
        /^List orders/,
      ),
    );
    await retry.getByRole('group', { name: 'Rule 2' }).getByText('410').waitFor();
    await batch.getByRole('switch', { name: 'Batch' }).uncheck();
    await turnOn(batch);
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    expect({ ...(await api.get(`${apis}/${id}`)), updated_at: '' }).toEqual({
      ...saved,
      updated_at: '',
    });
  });
});

test('a fault of a setting stands at its field and gets the focus, whoever finds it', async () => {
  const { page } = ui;
  await pictured(page, 'api-setting-faults', async () => {
    await page.goto(`${project}/apis/${id}`);
    await page.getByRole('tab', { name: 'Paging' }).click();
    const incremental = setting(page, 'Only what is new');
    const overlap = box(incremental, 'Overlap (s)');
    await overlap.fill('31536001');
    await overlap.blur();
    await incremental.getByText('A whole number from 0 to 31,536,000.').waitFor();
    // A fault is shown where it is: the tab opens, and the field has the focus.
    await page.getByRole('tab', { name: 'Errors and delivery' }).click();
    await button(page, 'Save API').click();
    await waitForFocus(page, overlap);
    await overlap.fill('60');
    // sending what is shown saves it, and says so
    await button(page, 'Save and send').waitFor();
    const path = box(incremental, 'Change time or id in a record');
    await path.fill('updated[');
    await button(page, 'Save API').click();
    await incremental.getByText(/^must be a path such as/).waitFor();
    await waitForFocus(page, path);
    // A condition that is no JSON is not left out in silence.
    await page.getByRole('tab', { name: 'Errors and delivery' }).click();
    const rule = setting(page, 'Retry rules').getByRole('group', { name: 'Rule 2' });
    await button(rule, 'As JSON').click();
    const condition = rule.getByRole('textbox', { name: 'And only when' });
    await condition.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"path": ');
    await page.getByRole('tab', { name: 'Paging' }).click();
    await path.fill('updated_at');
    await button(page, 'Save API').click();
    await rule.getByText(/JSON/).first().waitFor();
    await waitForFocus(page, condition);
    await condition.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"path": "@response.body.code", "op": "exists"}');
    await button(rule, 'As fields').click();
    await page.getByRole('tab', { name: 'Paging' }).click();
    await button(incremental, 'Only what is new as JSON').click();
    const editor = incremental.getByRole('textbox', { name: 'Only what is new as JSON' });
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"cursor_path": "id", "parameter": "since", "every": 5}');
    await incremental.getByText(/The fields cannot show all of this/).waitFor();
    await button(page, 'Save API').click();
    await incremental.getByText(/every: is not a known member/).waitFor();
    await waitForFocus(page, editor);
    expect(await violations(page)).toEqual([]);
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"parameter": "since", "cursor_path": "id", "format": "id"}');
    await button(incremental, 'Only what is new as fields').click();
    await eventually(async () => expect(await path.inputValue()).toBe('id'));
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    expect(JSON.stringify((await api.get(`${apis}/${id}`)).incremental)).toBe(
      '{"parameter":"since","cursor_path":"id","format":"id"}',
    );
  });
});

test('a setting that is turned off is back when it is turned on, whatever tab was opened meanwhile', async () => {
  const { page } = ui;
  await pictured(page, 'api-settings-off-and-on', async () => {
    await page.goto(`${project}/apis/${id}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const tabs = page.getByRole('tablist').first();
    for (const tab of await tabs.getByRole('tab').all()) {
      const place = await tab.boundingBox();
      expect((place?.x ?? -1) >= 0 && (place?.x ?? 0) + (place?.width ?? 390) <= 390).toBe(true);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await tabs.getByRole('tab', { name: 'Query and headers' }).focus();
    for (const next of ['Sample request', 'Sample response', 'Paging']) {
      await page.keyboard.press('ArrowRight');
      await waitForFocus(page, tabs.getByRole('tab', { name: next }));
    }
    const incremental = setting(page, 'Only what is new');
    const on = incremental.getByRole('switch', { name: 'Only what is new' });
    await on.uncheck();
    await page.getByRole('tab', { name: 'Errors and delivery' }).click();
    await page.getByRole('tab', { name: 'Paging' }).click();
    await on.check();
    await eventually(async () =>
      expect(await box(incremental, 'Change time or id in a record').inputValue()).toBe('id'),
    );
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    // "now" is typed like any other text, on the way to a longer one too
    await choose(page, incremental.getByRole('combobox', { name: 'The first run reads' }), 'From a value on');
    const begin = box(incremental, 'The value to begin at');
    await begin.pressSequentially('nowhere');
    await eventually(async () => expect(await begin.inputValue()).toBe('nowhere'));
    await button(page, 'Copy as API call').click();
    const call = page.getByText(/curl -X POST .*\/apis\/update\//);
    await eventually(async () => expect(await call.innerText()).toMatch(/"start_at": "nowhere"/));
    await page.keyboard.press('Escape');
    await choose(page, incremental.getByRole('combobox', { name: 'The first run reads' }), 'Everything');
  });
});

test('more samples are kept beside the first, and a fault in one is shown where it is', async () => {
  const { page } = ui;
  await pictured(page, 'api-more-samples', async () => {
    await page.getByRole('tab', { name: 'Sample response' }).click();
    const more = page.getByRole('group', { name: 'More sample responses' });
    await button(more, 'Add a sample').click();
    const sample = box(more, 'Sample 2');
    await sample.click();
    await page.keyboard.insertText('{"orders": [{"gift": ');
    await page.getByRole('tab', { name: 'Paging' }).click();
    await button(page, 'Save API').click();
    await more.getByText(/JSON/).waitFor();
    await waitForFocus(page, sample);
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('true}]}');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Save API').click();
    await page.getByText('API saved.').first().waitFor();
    const url = `${apis}/${id}`;
    await eventually(async () =>
      expect((await api.get(url)).more_sample_responses).toEqual([{ orders: [{ gift: true }] }]),
    );
    await button(more, 'Remove sample 2').click();
    await button(page, 'Save API').click();
    await eventually(async () => expect((await api.get(url)).more_sample_responses ?? []).toEqual([]));
  });
});

test('a real write is sent only after a question', async () => {
  const { page } = ui;
  await pictured(page, 'api-write-asks', async () => {
    const write = (await api.get(apis)).find((row: Json) => row.method === 'POST').api_id;
    await page.goto(`${project}/apis/${write}`);
    await button(page, 'Send').click();
    const question = page.getByRole('dialog', { name: 'Send POST /sales-orders now?' });
    await button(question, 'Send').click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('alert').waitFor();
  });
});
