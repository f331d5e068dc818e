/** Tests of pipes and of failures in the editors, on what the ten-minute path has made; editors.browser-spec.ts runs them. */
import type { Api } from './api.js';
import { violations } from './axe.js';
import { eventually } from './eventually.js';
import type { Walked } from './path.js';
import { box, button, choose, connectErp } from './steps.js';
import { pictured, type Ui } from './ui.js';

/** What `beforeAll` of the file made. */
export interface Given {
  ui: Ui;
  walked: Walked;
  api: Api;
}

export function pipeTests(given: () => Given): void {
  test('what fails is told where it was asked for, and is tried again there', async () => {
    const { page } = given().ui;
    await pictured(page, 'failures-in-place', async () => {
      await page.goto(given().walked.mapping);
      await page.getByText('This record can be sent').waitFor();
      await page.route('**/mappings/mapping/suggest', (route) => route.abort());
      await button(page, 'Suggest links').click();
      const alert = page.getByRole('main').getByRole('alert');
      await alert.waitFor();
      await page.unroute('**/mappings/mapping/suggest');
      await button(alert, 'Retry').click();
      await page.getByRole('dialog', { name: 'Suggested links' }).waitFor();
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'hidden' });

      await page.route('**/triggers/create', (route) => route.abort());
      await page.goto(`${given().walked.project}/pipes/new`);
      for (const radio of [/Shop of Ann/, /Orders to ERP/, /ERP robot/]) {
        await page.getByRole('radio', { name: radio }).first().check();
        await button(page, 'Next').click();
      }
      await box(page, 'Name of the pipe').fill('Hourly orders');
      await choose(page, page.getByRole('combobox', { name: 'Begin with the mappings of' }), 'Orders to ERP');
      await choose(page, page.getByRole('combobox', { name: 'Run it' }), 'Every hour');
      await button(page, 'Create pipe').click();
      await page.getByText('Pipe created.').waitFor();
      await page.unroute('**/triggers/create');
      await button(page.getByRole('alert'), 'Retry').click();
      await page.waitForURL(/\/pipes\/(?!new)[^/]+$/);
      await page.getByTitle('0 * * * *').waitFor();
      await page.getByText('Mapped', { exact: true }).waitFor();
      await page.goto(`${given().walked.project}/pipes`);
      const made = page.getByRole('row').filter({ hasText: 'Hourly orders' });
      await made.getByTitle('0 * * * *').waitFor();
      expect(await made.count()).toBe(1);
    });
  });

  test('a pipe gets another connection to a system', async () => {
    const { page } = given().ui;
    await pictured(page, 'change-connection', async () => {
      const project = `/workspace/${/\/p\/([^/]+)/.exec(given().walked.project)?.[1] ?? ''}/api`;
      const systems = await given().api.get(`${project}/systems`);
      const erp = systems.find((row: { system_name: string }) => row.system_name === 'Sample ERP').system_id;
      await page.goto(`${given().walked.project}/systems/${erp}?tab=credentials`);
      await connectErp(page, 'ERP two');
      await page.goto(given().walked.pipe);
      for (const name of ['ERP two', 'ERP robot']) {
        await button(page, 'Change the connection to Sample ERP').click();
        await page.getByRole('dialog').getByRole('radio', { name }).check();
        await button(page, 'Use this connection').click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.getByRole('main').getByText(name).waitFor();
      }
    });
  });

  test('what is typed into the dialogs of a flow and of a schedule is there after a reload', async () => {
    const { page } = given().ui;
    await pictured(page, 'kept-dialogs', async () => {
      const dialog = page.getByRole('dialog');
      await page.goto(`${given().walked.project}/flows`);
      await button(page, 'New flow').first().click();
      await box(dialog, 'Name').fill('Kept flow');
      await page.reload();
      await eventually(async () => expect(await box(dialog, 'Name').inputValue()).toBe('Kept flow'));
      await button(dialog, 'Discard it').click();
      await page.keyboard.press('Escape');
      await page.goto(given().walked.pipe);
      await button(page, 'Add trigger').click();
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      await box(dialog, 'Cron').fill('5 5 * * *');
      await page.reload();
      await eventually(async () => expect(await box(dialog, 'Cron').inputValue()).toBe('5 5 * * *'));
      await button(dialog, 'Discard it').click();
      await button(dialog, 'Cancel').click();
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  test('deliveries are forgotten earlier only after a question', async () => {
    const { page } = given().ui;
    await pictured(page, 'forget-deliveries', async () => {
      await page.goto(given().walked.pipe);
      const days = page.getByRole('textbox', { name: 'Days to remember deliveries' });
      await days.fill('30');
      await button(page, 'Save rules').click();
      const question = page.getByRole('dialog', { name: 'Forget older deliveries?' });
      await question.getByText('more than 30 days ago').waitFor();
      expect(await violations(page)).toEqual([]);
      await button(question, 'Cancel').click();
      await question.waitFor({ state: 'hidden' });
      const [, project, pipe] = /\/p\/([^/]+)\/pipes\/([^/]+)/.exec(given().walked.pipe) ?? [];
      const stored = () => given().api.get(`/workspace/${project}/api/pipes/${pipe}`);
      expect((await stored()).ledger_retention_days).toBe(90);
      await button(page, 'Save rules').click();
      await button(question, 'Save rules').click();
      await eventually(async () => expect((await stored()).ledger_retention_days).toBe(30));
    });
  });
}
