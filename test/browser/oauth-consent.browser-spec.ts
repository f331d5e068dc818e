/** Consents through the admin UI with a certified provider (oidc-provider) and its own page in the pop-up. */
import type { Page } from 'playwright-core';
import {
  type AuthorizationServers,
  OIDC_SECRET,
  startAuthorizationServers,
} from '../support/authorization-servers.js';
import { eventually } from './support/eventually.js';
import { box, button, choose, projectOf, setUp } from './support/steps.js';
import { openUi, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
let ui: Ui;
let servers: AuthorizationServers;
let project: string;
beforeAll(async () => {
  ui = await openUi({ OUTBOUND_ALLOW: '127.0.0.1' });
  servers = await startAuthorizationServers(`${ui.place.url}/oauth/callback`);
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
});
afterAll(async () => {
  await ui?.close();
  await servers?.stop();
});

/** A system with OAuth 2.0 as a person fills it in; `hint` decides what the provider shows. */
async function createSystem(page: Page, name: string, hint: string): Promise<void> {
  await page.goto(`${project}/systems/new`);
  await box(page, 'Name').fill(name);
  await box(page, 'Base URL').fill(servers.oidc);
  await choose(page, page.getByRole('combobox', { name: 'Authentication type' }), 'OAuth 2.0');
  await choose(page, page.getByRole('combobox', { name: 'Grant Type' }), 'Authorization Code with PKCE');
  await choose(
    page,
    page.getByRole('combobox', { name: 'Client Authentication' }),
    'Send as Basic Auth Header',
  );
  await box(page, 'Client ID').fill('basic');
  await page.getByLabel('Client Secret').first().fill(OIDC_SECRET);
  await box(page, 'Authorization URL').fill(`${servers.oidc}/auth?prompt=consent&login_hint=${hint}`);
  await box(page, 'Token URL').fill(`${servers.oidc}/token`);
  await box(page, 'Scope').fill('openid offline_access');
  await button(page, 'Save system').click();
  await page.getByText('The query parameters prompt, login_hint were taken out').waitFor();
  await page.waitForURL(/tab=credentials/);
}

/** Opens the pop-up with the provider's page in it. */
async function popUp(page: Page, opener: () => Promise<unknown>): Promise<Page> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), opener()]);
  await popup.getByRole('heading', { name: 'Allow access?' }).waitFor();
  return popup;
}

async function begin(page: Page, name: string): Promise<Page> {
  await button(page, 'Add connection').first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Name').fill(name);
  return popUp(page, () => button(dialog, 'Connect').click());
}

const listed = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a person connects through the page of a provider, and the same connection is connected again', async () => {
  const { page } = ui;
  await pictured(page, 'consent', async () => {
    await createSystem(page, 'Certified', 'page');
    const popup = await begin(page, 'First');
    const asked = new URL(popup.url());
    expect(asked.origin).toBe(servers.oidc);
    // it closes itself a moment after success: here it is looked at first
    await popup.addInitScript('window.close = () => undefined');
    await popup.getByRole('link', { name: 'Allow' }).click();
    await popup.getByRole('heading', { name: 'Connected', exact: true }).waitFor();
    await popup.close();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The connection works.').waitFor();
    await button(dialog, 'Done').click();
    await listed(page, 'First').click();
    await page.waitForURL(/credentials\/./);
    const address = page.url();
    await page.getByText('Works', { exact: true }).waitFor();

    // Again: the id stays, and so does everything that uses it.
    const again = await popUp(page, () => button(page, 'Sign in again').click());
    await again.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('The connection works.').waitFor();
    expect(page.url()).toBe(address);
    await page.goto(`${project}/credentials`);
    await listed(page, 'First').waitFor();
    await eventually(async () => expect(await listed(page, 'First').count()).toBe(1));
    await listed(page, 'First').click();
    await page.waitForURL(address);
  });
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});

test('a denial is shown in the pop-up and on the page, and touches no connection', async () => {
  const { page } = ui;
  await pictured(page, 'denial', async () => {
    const words = 'The system refused the consent: access_denied (The user denied access)';
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Certified' }).click();
    await page.getByRole('tab', { name: 'Credentials' }).click();
    const popup = await begin(page, 'Denied');
    await popup.getByRole('link', { name: 'Deny' }).click();
    await popup.getByRole('heading', { name: 'Not connected' }).waitFor();
    await popup.getByText(words).waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words).waitFor();
    await button(dialog, 'Close').last().click();
    // The window stays open on a failure, until the person closes it.
    expect(popup.isClosed()).toBe(false);
    // the window may be gone before the click has ended
    const click = button(popup, 'Close this window')
      .click()
      .catch(() => undefined);
    await Promise.all([popup.waitForEvent('close'), click]);
    await page.goto(`${project}/credentials`);
    const denied = page.getByRole('row').filter({ has: listed(page, 'Denied') });
    await denied.getByText(words).waitFor();
    await denied.getByText('Not connected yet').waitFor();

    await listed(page, 'First').click();
    const again = await popUp(page, () => button(page, 'Sign in again').click());
    await again.getByRole('link', { name: 'Deny' }).click();
    await again.getByText(words).waitFor();
    await page.getByText(words).waitFor();
    await page.reload();
    await page.getByText(words).waitFor();
    await page.getByText('The last sign-in failed; the connection still works').waitFor();
    await button(page, 'Test').click();
    await page.getByText('The connection works.').waitFor();
    await again.close();
  });
});

test('a consent that is given in the same tab leads back to the dialog that was left, and nothing of it is lost', async () => {
  const { page } = ui;
  await pictured(page, 'same-tab', async () => {
    await page.goto(`${project}/systems`);
    await page.getByRole('link', { name: 'Certified' }).click();
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await page.waitForURL(/tab=credentials/);
    const left = page.url();
    await page.evaluate('window.open = () => null');
    await button(page, 'Add connection').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('In this tab');
    await button(dialog, 'Connect').click();
    await dialog.getByText('Your browser blocked the window').waitFor();
    // A reload in between asks again for the same connection, by its name.
    await page.reload();
    await dialog.getByText('What you typed before is back, not saved yet.').waitFor();
    await page.evaluate('window.open = () => null');
    await button(dialog, 'Try again').click();
    await dialog.getByRole('link', { name: 'in this tab instead' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Connected', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Pipewright' }).click();
    await dialog.getByText('The connection works.').waitFor();
    expect(page.url()).toBe(left);
    await button(dialog, 'Done').click();
    await listed(page, 'In this tab').waitFor();
    await page.reload();
    await listed(page, 'In this tab').waitFor();
    expect(await listed(page, 'In this tab').count()).toBe(1);
    expect(await dialog.count()).toBe(0);
  });
});

test('a provider that cuts the pop-up off from its opener is no obstacle: the page learns by asking', async () => {
  const { page, context } = ui;
  await pictured(page, 'opener-policy', async () => {
    // No word from the pop-up: asking the service is all that is left.
    await context.addInitScript('BroadcastChannel.prototype.postMessage = () => undefined;');
    await createSystem(page, 'Strict', 'page_alone');
    const popup = await begin(page, 'Alone');
    expect(await popup.evaluate('window.opener')).toBeNull();
    // Long enough for a page that takes a severed window for a closed one.
    await page.waitForTimeout(3_000);
    await page.getByRole('dialog').getByText('Waiting for your consent in the other window').waitFor();
    await popup.getByRole('link', { name: 'Allow' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The connection works.').waitFor();
    await button(dialog, 'Done').click();
    await listed(page, 'Alone').waitFor();
  });
  expect(ui.crashes).toEqual([]);
  expect(ui.cspReports).toEqual([]);
});
