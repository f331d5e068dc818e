/** People and their access: invitations, roles, groups, members, tokens, sessions, the second factor, the owner, alerts. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { apiOf, type Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { box, button, choose, owner, projectOf, setUp } from './support/steps.js';
import { openUi, PATIENCE_MS, pictured, type Ui } from './support/ui.js';

jest.setTimeout(400_000);
const bob = { name: 'Bob Builder', email: 'bob@example.com', password: 'another horse battery' };
let ui: Ui;
let api: Api;
let project: string;
/** Bob's own browser. */
let hisBrowser: BrowserContext;
let his: Page;

beforeAll(async () => {
  ui = await openUi();
  await setUp(ui.page, ui.place);
  await ui.page.waitForURL(/\/start$/);
  project = projectOf(ui.page);
  api = await apiOf(ui.place);
  hisBrowser = await ui.browser.newContext({ reducedMotion: 'reduce' });
  hisBrowser.setDefaultTimeout(PATIENCE_MS);
  his = await hisBrowser.newPage();
});
afterAll(() => ui?.close());
afterEach(() => {
  expect(ui.cspReports).toEqual([]);
  expect(ui.crashes).toEqual([]);
});

const at = (path: string): string => `${ui.place.url}${path}`;
const step = (name: string, act: (page: Page) => Promise<void>) =>
  pictured(ui.page, name, () => act(ui.page));
const picker = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true });
const isIn = (page: Page) => button(page, 'Account').waitFor();
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function changeUser(page: Page, email: string, item: string): Promise<void> {
  await button(page, `Change ${email}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await box(page, 'E-mail').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await button(page, 'Sign in').click();
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Account').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You have signed out.').waitFor();
}

test('a person is invited by a link, joins by it, and sees no project that is not shared with them', async () => {
  await step('invite', async (page) => {
    await page.goto(at('/users'));
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'E-mail').fill(bob.email);
    // A reload loses nothing of a dialog: it opens again, as it was.
    await page.reload();
    await dialog.getByText('What you typed before is back, not saved yet.').waitFor();
    await eventually(async () => expect(await box(dialog, 'E-mail').inputValue()).toBe(bob.email));
    await button(dialog, 'Make the invitation').click();
    await dialog.getByText('Send this link; it works once, for seven days.').waitFor();
    const link = await dialog.getByText(/\/invitation\//).innerText();
    await button(dialog, 'Done').click();
    await rowOf(page, bob.email).getByText('Invited').waitFor();

    await his.goto(link);
    await box(his, 'Your name').fill(bob.name);
    await his.getByLabel('New password', { exact: true }).fill(bob.password);
    await button(his, 'Join').click();
    await his.getByText('No projects yet').waitFor();
    await his.goto(`${project}/members`);
    await his.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
    await page.reload();
    await rowOf(page, bob.email).getByText('Active').waitFor();
  });
});

test('a project is shared by e-mail address and by group, and taken back', async () => {
  await step('members', async (page) => {
    await page.goto(at('/groups'));
    await button(page, 'New group').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('Integrators');
    await picker(dialog, 'E-mail addresses').fill(bob.email);
    await button(dialog, 'Save').click();
    await rowOf(page, 'Integrators').waitFor();

    await page.goto(`${project}/members`);
    await button(page, 'Add people').click();
    await picker(dialog, 'E-mail addresses').fill('carla@example.com, dan@example.com');
    await choose(page, picker(dialog, 'Groups'), 'Integrators');
    await page.keyboard.press('Escape');
    await button(dialog, 'Add').click();
    await page.getByText('Members changed.').waitFor();
    const { users, groups } = await api.get(`/api${new URL(project).pathname.replace('/p/', '/projects/')}`);
    expect(users).toEqual(['carla@example.com', 'dan@example.com']);
    expect(groups).toHaveLength(1);
    await his.goto(`${project}/members`);
    await his.getByRole('link', { name: 'Members', exact: true }).waitFor();

    await button(page, 'Remove Integrators').click();
    await dialog.getByText(/^Its people lose access to this project at once/).waitFor();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    for (const name of ['Integrators', 'dan@example.com']) {
      await button(page, `Remove ${name}`).click();
      await button(dialog, 'Remove').click();
      await button(page, `Remove ${name}`).waitFor({ state: 'hidden' });
    }
    await his.reload();
    await his.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
  });
});

test('a suspended person is out at once and comes in again when let', async () => {
  await step('suspend', async (page) => {
    await page.goto(at('/users'));
    await changeUser(page, bob.email, 'Suspend');
    await page.getByRole('dialog').getByText('They are signed out everywhere at once').waitFor();
    await button(page.getByRole('dialog'), 'Suspend').click();
    await rowOf(page, bob.email).getByText('Suspended').waitFor();
    await his.goto(at('/projects'));
    await signIn(his, bob);
    await his.getByRole('alert').waitFor();
    await changeUser(page, bob.email, 'Let in again');
    await rowOf(page, bob.email).getByText('Active').waitFor();
    await button(his, 'Sign in').click();
    await his.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await changeUser(page, bob.email, 'Make an admin');
    await rowOf(page, bob.email).getByText('Admin').waitFor();
    await button(page.getByRole('alert').filter({ hasText: 'is an admin now' }), 'Undo').click();
    await rowOf(page, bob.email).getByText('Member').waitFor();
    await changeUser(page, bob.email, 'Make an admin');
    await rowOf(page, bob.email).getByText('Admin').waitFor();
  });
});

test('a name and an e-mail address are changed by an admin; a taken address is refused at its field', async () => {
  await step('change-user', async (page) => {
    await page.goto(at('/users'));
    const dialog = page.getByRole('dialog');
    await changeUser(page, bob.email, 'Name and e-mail');
    await box(dialog, 'Name').fill('Robert Builder');
    await box(dialog, 'E-mail').fill(owner.email);
    await button(dialog, 'Save').click();
    await eventually(async () =>
      expect(await box(dialog, 'E-mail').getAttribute('aria-invalid')).toBe('true'),
    );
    await box(dialog, 'E-mail').fill(bob.email);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });
    await rowOf(page, bob.email).getByText('Robert Builder').waitFor();
  });
});

test('an access token is shown once with a call that works, and is refused when deleted', async () => {
  await step('tokens', async (page) => {
    await page.goto(at('/tokens'));
    await button(page, 'Create token').first().click();
    const dialog = page.getByRole('dialog');
    await box(dialog, 'Name').fill('Nightly export');
    await button(dialog, 'Create token').click();
    await dialog.getByText('Copy the token now: it is shown only once.').waitFor();
    const example = await dialog.locator('pre').innerText();
    const [, token = '', url = ''] = /Bearer ([^']+)' (\S+)/.exec(example) ?? [];
    const call = async () => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
    await expect(call()).resolves.toBe(200);
    await button(dialog, 'Done').click();
    await page.reload();
    await rowOf(page, 'Nightly export').waitFor();
    expect(await page.content()).not.toContain(token);
    await rowOf(page, 'Nightly export').getByRole('button', { name: 'Delete' }).click();
    await button(dialog, 'Delete token').click();
    await page.getByText('No access tokens yet').waitFor();
    await expect(call()).resolves.toBe(401);
  });
});

test('the second factor: a QR code, a code to turn it on, sign-in by code and by recovery code, and off again', async () => {
  await pictured(his, 'second-factor', async () => {
    await his.goto(at('/account'));
    const [made] = await Promise.all([
      his.waitForResponse(/second_factor\/create$/),
      button(his, 'Set up').click(),
    ]);
    const { secret, otpauth_url: address } = (await made.json()).data;
    const qr = his.getByRole('img', { name: 'QR code of the key' });
    await qr.waitFor();
    expect(await modulesOf(his)).toBeGreaterThan(200);
    expect(new URL(address).searchParams.get('secret')).toBe(secret);
    await his.getByText(secret, { exact: true }).waitFor();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });

    await box(his, 'One-time code').fill('000000');
    await button(his, 'Turn on').click();
    await his
      .getByRole('alert')
      .getByText(/not the code/)
      .first()
      .waitFor();
    await box(his, 'One-time code').fill(totp.generate());
    await button(his, 'Turn on').click();
    await his.getByText('On. Keep these recovery codes: each works once.').waitFor();
    const codes = await his.locator('li.mono, .mono li').allInnerTexts();
    expect(codes.length).toBeGreaterThanOrEqual(8);

    await signOut(his);
    await signIn(his, bob);
    // A code works once: the next one is valid already, since clocks may be half a minute apart.
    await box(his, 'One-time code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await button(his, 'Sign in').click();
    await isIn(his);

    await signOut(his);
    await signIn(his, bob);
    await box(his, 'One-time code').fill(codes[0]?.trim() ?? '');
    await button(his, 'Sign in').click();
    await isIn(his);

    await his.goto(at('/account'));
    const section = his.locator('section', { has: his.getByRole('heading', { name: 'Second factor' }) });
    await section.getByLabel('Password', { exact: true }).fill(bob.password);
    await button(section, 'Turn off').click();
    await his.getByText('The second factor is off.').waitFor();
    await button(his, 'Set up').waitFor();
  });
});

/** How many dark squares the QR code draws. */
const modulesOf = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(
      `(document.querySelector('svg[role=img] path').getAttribute('d').match(/M/g) ?? []).length`,
    ),
  );

test('one session is signed out from afar, then all of them; the page behind stays', async () => {
  await pictured(his, 'sessions', async () => {
    const another = await ui.browser.newContext({ reducedMotion: 'reduce' });
    another.setDefaultTimeout(PATIENCE_MS);
    const elsewhere = await another.newPage();
    await elsewhere.goto(at('/account'));
    await signIn(elsewhere, bob);
    await elsewhere.getByText('This one').waitFor();

    await his.goto(at('/account'));
    const others = his.getByRole('button', { name: 'Sign out', exact: true });
    await others.first().waitFor();
    for (let left = await others.count(); left > 0; left -= 1) {
      await others.first().click();
      await his.getByRole('dialog').getByText('That browser must sign in again.').waitFor();
      await button(his.getByRole('dialog'), 'Sign out').click();
      await his.getByRole('dialog').waitFor({ state: 'hidden' });
      await others.nth(left - 1).waitFor({ state: 'detached' });
    }
    await box(elsewhere, 'Name').fill('Typed elsewhere');
    await elsewhere.getByRole('button', { name: 'Save', exact: true }).click();
    const again = elsewhere.getByRole('dialog');
    await again.getByText('Sign in again to go on.').waitFor();
    await eventually(async () => expect(await box(again, 'E-mail').inputValue()).toBe(bob.email));
    await again.getByLabel('Password', { exact: true }).fill(bob.password);
    await button(again, 'Sign in').click();
    await again.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await box(elsewhere, 'Name').inputValue()).toBe('Typed elsewhere'));

    await button(elsewhere, 'Sign out everywhere').click();
    await button(elsewhere.getByRole('dialog'), 'Sign out everywhere').click();
    await elsewhere.getByText('Sign in again to go on.').waitFor();
    await his.reload();
    await his.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await another.close();
  });
});

test('alert settings are saved, come back after a reload, and a wrong address is refused at its field', async () => {
  await step('alerts', async (page) => {
    await page.goto(`${project}/settings`);
    await page.getByRole('switch', { name: 'Tell when a run fails or a connection ends' }).check();
    await picker(page, 'E-mail addresses').fill('ops@example.com night@example.com');
    const hook = box(page, 'Webhook URL');
    await hook.fill('not an address');
    await button(page, 'Save').click();
    await page.getByRole('alert').first().waitFor();
    await eventually(async () => expect(await hook.getAttribute('aria-invalid')).toBe('true'));
    await hook.fill('https://chat.example.com/hooks/ops');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await eventually(async () => expect(await hook.inputValue()).toBe('https://chat.example.com/hooks/ops'));
    await page.getByText('ops@example.com').waitFor();
    await page.getByText('night@example.com').waitFor();
    const workspace = `/workspace/${new URL(project).pathname.slice(3)}/api`;
    const settings = await api.get(`${workspace}/settings`);
    expect(settings.alerts___on_failure).toBe(true);
    expect(settings.alerts___email_addresses).toEqual(['ops@example.com', 'night@example.com']);

    // What another tab saves meanwhile is not undone by saving something else here.
    await api.post(`${workspace}/settings/update`, { runs___retention_days: 7 });
    await page.getByRole('switch', { name: 'Write down what people do in this project' }).check();
    await button(page, 'Save').click();
    await page.getByText('Saved.').first().waitFor();
    const after = await api.get(`${workspace}/settings`);
    expect(after).toMatchObject({ runs___retention_days: 7, activity_logs___activity_logs: true });
  });
});

test('the security log is narrowed by what happened and by whom; no match offers to clear', async () => {
  await step('security-log', async (page) => {
    await page.goto(at('/security-log'));
    const table = page.getByRole('table', { name: 'Security log' });
    await table.getByText('Second factor on').waitFor();
    await choose(page, picker(page, 'What'), 'Suspended');
    await table.getByText('Second factor on').waitFor({ state: 'hidden' });
    await table.getByRole('row', { name: /Suspended/ }).waitFor();
    await eventually(async () => expect(await table.getByRole('row').count()).toBe(2));
    await box(page, 'E-mail').fill(owner.email);
    await page.getByText('No match').waitFor();
    await button(page, 'Clear filters').click();
    await box(page, 'E-mail').fill(bob.email);
    await table.getByText('Owner account made').waitFor({ state: 'hidden' });
    await table.getByText('Recovery code used').waitFor();
    await button(page, 'Copy as API call').click();
    await page.getByText(`/api/security_logs?email=${encodeURIComponent(bob.email)}&limit=50`).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('the ownership is handed over by typing the address; the former owner is an admin', async () => {
  await step('ownership', async (page) => {
    await page.goto(at('/users'));
    await changeUser(page, bob.email, 'Make the owner');
    const dialog = page.getByRole('dialog');
    await eventually(async () => expect(await button(dialog, 'Hand over').isDisabled()).toBe(true));
    await box(dialog, `Type ${bob.email} to confirm`).fill(bob.email);
    await button(dialog, 'Hand over').click();
    await dialog.waitFor({ state: 'hidden' });
    await rowOf(page, bob.email).getByText('Owner').waitFor();
    await rowOf(page, owner.email).getByText('Admin').waitFor();
    await page.goto(at('/security-log'));
    await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
  });
});

test('what one person typed is not shown to the next one in the same tab, and waits for the first', async () => {
  await pictured(his, 'next-person', async () => {
    const dialog = his.getByRole('dialog');
    const openToken = async () => {
      await his.goto(at('/tokens'));
      await button(his, 'Create token').first().waitFor();
      if ((await dialog.count()) === 0) await button(his, 'Create token').first().click();
      await box(dialog, 'Name').waitFor();
    };
    // all of his sessions were ended
    await his.goto(at('/sign-in'));
    await signIn(his, bob);
    await isIn(his);
    await openToken();
    await box(dialog, 'Name').fill('Of Bob alone');
    await his.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await signOut(his);
    await signIn(his, owner);
    await isIn(his);
    await openToken();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe(''));
    await his.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await signOut(his);
    await signIn(his, bob);
    await isIn(his);
    await openToken();
    await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Of Bob alone'));
  });
});
