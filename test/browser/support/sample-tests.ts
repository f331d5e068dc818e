/** Tests of samples that mappings are made on; editors.browser-spec.ts runs them. */
import type { Json } from './api.js';
import { violations } from './axe.js';
import { eventually } from './eventually.js';
import type { MappingSteps } from './mapping-steps.js';
import type { Given } from './pipe-tests.js';
import { button } from './steps.js';
import { pictured } from './ui.js';

export function sampleTests(given: () => Given, { storedMapping }: MappingSteps): void {
  test('an answer that lacks what mappings read takes the place of the sample only when it is agreed to, and is taken back', async () => {
    const { ui, walked, api } = given();
    const { page } = ui;
    await pictured(page, 'replaced-sample', async () => {
      const [, project, id] = /\/p\/([^/]+)\/apis\/([^/?]+)/.exec(walked.api) ?? [];
      const apis = `/workspace/${project}/api/apis`;
      const { sample_response: sample } = await api.get(`${apis}/${id}`);
      const { document, version } = await api.get(storedMapping());
      const orders = sample.orders.map((order: Json) => ({ ...order, legacy_code: 'L-1' }));
      await api.post(`${apis}/update/${id}`, { sample_response: { ...sample, orders } });
      const links = document.links.map((link: Json) =>
        link.to === 'warehouse' ? { id: link.id, to: 'warehouse', from: 'legacy_code' } : link,
      );
      const changed = await api.post(`${storedMapping()}/update`, {
        version,
        document: { ...document, links },
      });
      const hasCode = async (): Promise<boolean> =>
        JSON.stringify((await api.get(`${apis}/${id}`)).sample_response).includes('legacy_code');

      try {
        await page.goto(walked.api);
        await button(page, 'Send').click();
        await button(page, 'Use as sample response').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Replace the sample response?').waitFor();
        await dialog.getByText(/Orders to ERP › To Create sales order: legacy_code/).waitFor();
        expect(await violations(page)).toEqual([]);
        await button(dialog, 'Cancel').click();
        await dialog.waitFor({ state: 'hidden' });
        expect(await hasCode()).toBe(true);
        await button(page, 'Use as sample response').click();
        await button(dialog, 'Replace it').click();
        await page.getByText('The answer is now the sample response.').waitFor();
        expect(await hasCode()).toBe(false);
        await button(page, 'Undo').click();
        await eventually(async () => expect(await hasCode()).toBe(true));
      } finally {
        await api.post(`${apis}/update/${id}`, { sample_response: sample });
        await api.post(`${storedMapping()}/update`, { version: changed.version, document });
      }
    });
  });
}
