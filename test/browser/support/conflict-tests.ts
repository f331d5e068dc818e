/** Tests of saves that meet edits in the mapping editor; editors.browser-spec.ts runs them. */
import type { Page } from 'playwright-core';
import { eventually } from './eventually.js';
import type { MappingSteps } from './mapping-steps.js';
import type { Given } from './pipe-tests.js';
import { box, button, findRow } from './steps.js';
import { pictured } from './ui.js';

export function conflictTests(given: () => Given, steps: MappingSteps): void {
  const { openMapping, storedMapping, save } = steps;
  const edit = async (page: Page, warehouse: string): Promise<void> => {
    await (await findRow(page, 1, 'warehouse')).click();
    await box(page, 'Constant').fill(warehouse);
    await page.getByText('Unsaved changes').waitFor();
  };
  const constantOf = async (page: Page, warehouse: string): Promise<void> => {
    await (await findRow(page, 1, 'warehouse')).click();
    await eventually(async () => expect(await box(page, 'Constant').inputValue()).toBe(warehouse));
  };

  test('unsaved edits of a mapping survive a reload; a save of somebody else meets them as a conflict', async () => {
    const { ui, api } = given();
    const { page } = ui;
    await pictured(page, 'mapping-conflict', async () => {
      await openMapping(page);
      await edit(page, 'MINE');
      const { document, version } = await api.get(storedMapping());
      const links = document.links.map((link: { to: string }) =>
        link.to === 'warehouse' ? { ...link, value: 'THEIRS' } : link,
      );
      await api.post(`${storedMapping()}/update`, { version, document: { ...document, links } });
      await page.reload();
      await page.getByText('Someone else saved this mapping meanwhile').waitFor();
      await eventually(async () => expect(await button(page, 'Save mapping').isDisabled()).toBe(true));
      await eventually(async () =>
        expect(await page.getByRole('region', { name: 'From theirs to mine' }).innerText()).toMatch(
          /THEIRS\s*→\s*MINE/,
        ),
      );
      await button(page, 'Take theirs').click();
      await constantOf(page, 'THEIRS');
      // Taking theirs is an edit like any other: mine comes back.
      await button(page, 'Undo').click();
      await constantOf(page, 'MINE');
      await box(page, 'Constant').fill('MAIN');
      await save(page);
    });
  });

  test('a save of one’s own other tab is told as that', async () => {
    const { page, context } = given().ui;
    await pictured(page, 'mapping-own-tab', async () => {
      await openMapping(page);
      await edit(page, 'HERE');
      const other = await context.newPage();
      await other.goto(page.url());
      await edit(other, 'THERE');
      await save(other);
      await other.close();
      await page.reload();
      await page.getByText('You saved this in another tab meanwhile').waitFor();
      await button(page, 'Take what is saved').click();
      await constantOf(page, 'THERE');
      await box(page, 'Constant').fill('MAIN');
      await save(page);
    });
  });

  test('one’s own save is met as nobody else’s: without its answer, and after a reload in the middle of it', async () => {
    const { ui, api } = given();
    const { page } = ui;
    const saves = '**/mappings/mapping/update';
    const stored = async (warehouse: string): Promise<void> =>
      eventually(async () =>
        expect(JSON.stringify((await api.get(storedMapping())).document)).toContain(warehouse),
      );
    await pictured(page, 'mapping-own-save', async () => {
      await openMapping(page);
      await page.route(
        saves,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await edit(page, 'UNANSWERED');
      await button(page, 'Save mapping').click();
      await page.getByRole('main').getByRole('alert').getByText('The service does not answer.').waitFor();
      await box(page, 'Constant').fill('ANSWERED');
      await save(page);
      await stored('ANSWERED');
      await page.route(saves, async (route) => void (await route.fetch()), { times: 1 });
      await box(page, 'Constant').fill('CUT OFF');
      await button(page, 'Save mapping').click();
      await stored('CUT OFF');
      await box(page, 'Constant').fill('TYPED AFTER');
      await page.reload();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await constantOf(page, 'TYPED AFTER');
      expect(await page.getByText('Someone else saved this mapping meanwhile').count()).toBe(0);
      await box(page, 'Constant').fill('MAIN');
      await save(page);
    });
  });
}
