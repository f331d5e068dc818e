/** axe-core in the page, given through the protocol so that the strict policy stays as it is. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/** The rules that a colour scheme can break; the others see no colour. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What a button looks like between locked and free is nobody's to read: a violation is one that stays for so long. */
const STAYS_MS = 500;

/** One line for each violation; none is what a page must reach. */
export async function violations(page: Page, only?: 'colours'): Promise<string[]> {
  const found = await violationsNow(page, only);
  if (found.length === 0) return [];
  await page.waitForTimeout(STAYS_MS);
  const places = new Set(found.map(placeOf));
  return (await violationsNow(page, only)).filter((each) => places.has(placeOf(each)));
}

/** Rule and element: what is measured of them changes while a colour fades. */
const placeOf = (violation: string): string => violation.slice(0, violation.indexOf(' ('));

async function violationsNow(page: Page, only?: 'colours'): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  if (!(await evaluate("'axe' in window"))) await evaluate(source);
  const rules = only === 'colours' ? `, runOnly: ${JSON.stringify(COLOUR_RULES)}` : '';
  const found = (await evaluate(
    `axe.run(document, { resultTypes: ['violations']${rules} }).then(({ violations }) => ({ violations }))`,
  )) as Found;
  await session.detach();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`,
    ),
  );
}
