/** The mapping of the ten-minute path: what is suggested, and what needs a person. */
import type { Page } from 'playwright-core';
import { box, button, choose, clearSearches, findRow, link } from './steps.js';

export async function acceptSuggestions(page: Page): Promise<void> {
  await button(page, 'Suggest links').click();
  await button(page, 'Choose all').click();
  await page.getByRole('button', { name: /^Accept/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** What nothing in the shop tells by its name: a constant, a position, a table of words, and five links. */
export async function linkTheRest(page: Page): Promise<void> {
  await (await findRow(page, 1, 'warehouse')).click();
  await page.getByText('Constant', { exact: true }).click();
  const constant = box(page, 'Constant');
  await constant.fill('MAIN');
  await constant.blur();
  await (await findRow(page, 1, 'lines[].line_number')).click();
  await page.getByText('Position', { exact: true }).click();
  await addPaymentTable(page);
  await link(page, 'payment.method', 'payment_terms');
  await choose(page, page.getByRole('combobox', { name: 'Look up in' }), 'payment_terms');
  const rest: [string, string][] = [
    ['line_items[].sku', 'lines[].article'],
    ['line_items[].total', 'lines[].net_amount'],
    ['line_items[].taxes[].name', 'lines[].taxes[].code'],
    ['shipping.cost', 'shipping_amount'],
  ];
  for (const [from, to] of rest) await link(page, from, to);
  await clearSearches(page);
}

async function addPaymentTable(page: Page): Promise<void> {
  await button(page, 'Tables').first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'New table').fill('payment_terms');
  await button(dialog, 'Add table').click();
  const entries = [
    ['paypal', 'PREPAID'],
    ['card', 'PREPAID'],
    ['invoice', 'NET14'],
  ];
  for (const [position, [from = '', to = '']] of entries.entries()) {
    if (position > 0) await button(dialog, 'Add a row').click();
    await box(dialog, `Comes in, row ${position + 1}`).fill(from);
    await box(dialog, `Goes out, row ${position + 1}`).fill(to);
  }
  await button(dialog, 'Close').click();
}

/** What the tests of the mapping editor share. */
export interface MappingSteps {
  openMapping: (page: Page) => Promise<void>;
  /** Route of the mapping. */
  storedMapping: () => string;
  undoAll: (page: Page) => Promise<void>;
  save: (page: Page) => Promise<void>;
  /** What an earlier test left unsaved in this browser. */
  forgetDrafts: (page: Page) => Promise<unknown>;
}
