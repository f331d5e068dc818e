/** What a person does in the UI, step by step: the ten-minute path and the screenshots share it. */
import type { BrowserContext, Locator, Page } from 'playwright-core';

export interface Place {
  /** Address of the service, as PUBLIC_URL says. */
  url: string;
  shopUrl: string;
  erpUrl: string;
  setupToken: string;
}
export const owner = { name: 'Ann Owner', email: 'ann@example.com', password: 'correct horse battery' };
export const shopPerson = { username: 'shop@example.com', password: 'sample-password' };

const box = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true });
const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** The address of the page without the project: `/p/1/flows` → `/p/1`. */
export const projectOf = (page: Page): string => /^.*\/p\/[^/]+/.exec(page.url())?.[0] ?? '';

export async function setUp(page: Page, place: Place): Promise<void> {
  await page.goto(place.url);
  await box(page, 'Set-up token').fill(place.setupToken);
  await box(page, 'Your name').fill(owner.name);
  await box(page, 'E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await button(page, 'Create owner').click();
  await page.waitForURL(/\/(projects|p\/)/);
}

export async function createProject(page: Page, place: Place, name: string): Promise<void> {
  await page.goto(`${place.url}/projects`);
  await button(page, 'New project').first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Name').fill(name);
  await button(dialog, 'Create project').click();
  await page.waitForURL(/\/start$/);
}

/** Consent in the pop-up. Answers the redirect_uri that was sent with it. */
export async function connectShop(context: BrowserContext, page: Page, name: string): Promise<string> {
  await button(page, 'Add connection').first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Name').fill(name);
  const [popup] = await Promise.all([context.waitForEvent('page'), button(dialog, 'Connect').click()]);
  await popup.getByLabel('User name').fill(shopPerson.username);
  const sent = new URL(popup.url()).searchParams.get('redirect_uri') ?? '';
  await popup.getByLabel('Password').fill(shopPerson.password);
  await popup.getByRole('button', { name: 'Allow' }).click();
  await dialog.getByText('The connection works.').waitFor();
  return sent;
}

export async function connectErp(page: Page, name: string): Promise<void> {
  await button(page, 'Add connection').first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Name').fill(name);
  await button(dialog, 'Connect').click();
  await dialog.getByText('The connection works.').waitFor();
  await button(dialog, 'Done').click();
}

/** From the open dialog of a new flow on. */
export async function fillFlow(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Name').fill(name);
  await button(dialog, 'Create flow').click();
  await page.waitForURL(/\/flows\/./);
  for (const step of [/^List orders/, /^Create sales order/, 'Mapping']) {
    await button(page, 'Add step').first().click();
    await page.getByRole('menuitem', { name: step }).click();
  }
  await page.getByText(/^Saved/).waitFor();
}

export async function publish(page: Page): Promise<void> {
  await button(page, 'Publish').click();
  await page.getByText('Published. Pipes use it from their next run on.').waitFor();
}

/** From the first step of the wizard on. */
export async function fillPipe(page: Page, connection: string, other: string, flow: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(connection) }).check();
  await button(page, 'Next').click();
  await page.getByRole('radio', { name: new RegExp(flow) }).check();
  await button(page, 'Next').click();
  await page.getByRole('radio', { name: new RegExp(other) }).check();
  await button(page, 'Next').click();
  await box(page, 'Name of the pipe').fill(flow);
  await button(page, 'Create pipe').click();
  await page.waitForURL(/\/pipes\/(?!new)[^/]+$/);
}

export const openMapping = async (page: Page): Promise<void> => {
  await button(page, 'Open mapping').click();
  await page.getByRole('tree').first().waitFor();
};

const row = (page: Page, tree: number, path: string): Locator =>
  page.getByRole('tree').nth(tree).locator(`[data-path="${path}"]`);

/** Finds a field of a tree by its search box, since only the rows in sight are drawn. */
export async function findRow(page: Page, tree: 0 | 1, path: string): Promise<Locator> {
  await page
    .getByRole('textbox', { name: /^Find in/ })
    .nth(tree)
    .fill(path);
  const found = row(page, tree, path);
  await found.waitFor();
  return found;
}

/** Links a source to a destination with two clicks. */
export async function link(page: Page, from: string, to: string): Promise<void> {
  await (await findRow(page, 0, from)).click();
  await (await findRow(page, 1, to)).click();
}

export async function clearSearches(page: Page): Promise<void> {
  for (const tree of [0, 1])
    await page
      .getByRole('textbox', { name: /^Find in/ })
      .nth(tree)
      .fill('');
}

export async function saveMapping(page: Page): Promise<void> {
  await button(page, 'Save mapping').click();
  await page.getByText('Mapping saved. It acts from the next run on.').first().waitFor();
}

export { box, button, choose };
