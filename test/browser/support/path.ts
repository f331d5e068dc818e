/** The ten-minute path, from the set-up token to a run that is fixed and retried. */
import type { Page } from 'playwright-core';
import { acceptSuggestions, linkTheRest } from './mapping-steps.js';
import {
  box,
  button,
  connectErp,
  connectShop,
  fillFlow,
  fillPipe,
  findRow,
  openMapping,
  projectOf,
  publish,
  saveMapping,
  setUp,
} from './steps.js';
import type { Ui } from './ui.js';

/** Addresses of what was made, and what was seen on the way. */
export interface Walked {
  project: string;
  system: string;
  api: string;
  credential: string;
  flow: string;
  pipe: string;
  mapping: string;
  run: string;
  redirectShown: string;
  redirectSent: string;
  /** Counts of the retried run. */
  retried: Record<string, string>;
}

export async function walkThePath({ page, context, place }: Ui): Promise<Walked> {
  await setUp(page, place);
  await page.waitForURL(/\/start$/);
  const project = projectOf(page);

  await goOn(page, '1 of 6', /tab=credentials/);
  const system = page.url().replace(/\?.*/, '');
  const redirectShown = await shownRedirectUrl(page);
  const redirectSent = await connectShop(context, page, 'Shop of Ann');
  await button(page.getByRole('dialog'), 'Done').click();

  await goOn(page, 'Open Sample ERP', /tab=credentials/);
  await page.getByRole('heading', { name: 'Sample ERP', level: 1 }).waitFor();
  await connectErp(page, 'ERP robot');
  await page.goto(`${project}/credentials`);
  await page.getByRole('link', { name: 'Shop of Ann' }).click();
  await page.waitForURL(/credentials\/./);
  const credential = page.url();

  await goOn(page, '2 of 6', /\/apis\/./);
  await page.getByRole('heading', { name: 'List orders', level: 1 }).waitFor();
  await button(page, 'Send').click();
  await button(page, 'Use as sample response').click();
  const api = page.url();
  await page.getByText('The answer is now the sample response.').waitFor();

  await goOn(page, '3 of 6', /\/flows/);
  await fillFlow(page, 'Orders to ERP');
  await publish(page);
  const flow = page.url();
  await goOn(page, '4 of 6', /\/pipes\/new/);
  await fillPipe(page, 'Shop of Ann', 'ERP robot', 'Orders to ERP');
  const pipe = page.url();

  await openMapping(page);
  const mapping = page.url();
  await acceptSuggestions(page);
  await linkTheRest(page);
  await page.getByText('This record can be sent').waitFor();
  await saveMapping(page);

  await goOn(page, '5 of 6', /\/pipes\/(?!new)/);
  await button(page, 'Dry run').click();
  await page.getByText('Dry run: nothing was sent').waitFor();
  await page.getByText('Succeeded').or(page.getByText('Partly failed')).first().waitFor();
  // A dry run is not yet the run that the checklist leads to.
  await page.getByRole('link', { name: 'Get started' }).click();
  await page.getByText('5 of 6', { exact: true }).waitFor();

  await page.goto(pipe);
  await button(page, 'Run now').click();
  await page.waitForURL(/\/runs\//);
  const run = page.url();
  await page.getByText('Partly failed').waitFor({ timeout: 60_000 });
  await page.getByRole('table', { name: 'Errors by cause' }).getByText('customer.email').first().waitFor();

  await page.getByRole('button', { name: 'Open the mapping' }).first().click();
  await (await findRow(page, 1, 'customer.email')).click();
  const fallback = box(page, 'Default');
  await fallback.fill('unknown@example.com');
  await fallback.blur();
  await saveMapping(page);
  await page.goBack();
  await page.getByRole('button', { name: /^Retry \d+ failed records?$/ }).click();
  await button(page.getByRole('dialog'), 'Retry').click();
  await page.getByText('by retry').waitFor();
  await page.getByText('Partly failed').waitFor({ timeout: 60_000 });
  const retried = await countsShown(page);

  return { project, system, api, credential, flow, pipe, mapping, run, redirectShown, redirectSent, retried };
}

/** By the checklist, once it shows `seen`, to the page of its next step, as a person goes who knows nothing else. */
async function goOn(page: Page, seen: string, address: RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Get started' }).click();
  await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
  await page.getByText(seen, { exact: true }).waitFor();
  await page.locator('button:enabled', { hasText: 'Continue' }).click();
  await page.waitForURL(address);
}

/** The Redirect URL of the system that is open. */
async function shownRedirectUrl(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  const shown = await box(page, 'Redirect URL').inputValue();
  await page.getByRole('tab', { name: 'Credentials' }).click();
  return shown;
}

async function countsShown(page: Page): Promise<Record<string, string>> {
  const counts: Record<string, string> = {};
  for (const name of ['Read', 'Delivered', 'Skipped', 'Failed']) {
    const label = page.locator('main').getByText(name, { exact: true }).first();
    counts[name] = (await label.locator('xpath=following-sibling::*[1]').innerText()).trim();
  }
  return counts;
}
