// In which order pages are worked.
import { ids, runShop, sentIds } from './testing/shop-flow.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pagination = { kind: 'page', parameter: 'page' } as const;

it('The earliest page goes first: the next one has the slots that it leaves free', async () => {
  const run = await runShop(
    async (request) => {
      if (request.path === '/erp') {
        for (let turns = 0; turns < 5; turns++) await turn();
        return { status: 201 };
      }
      const page = Number(request.query.get('page'));
      return { body: { orders: page > 3 ? [] : ids(page * 20 - 19, page * 20) } };
    },
    { orders: { pagination }, options: { concurrency: 4 } },
  );
  const sent = sentIds(run) as number[];
  expect(sent).toHaveLength(60);
  const pageOf = (id: number): number => Math.ceil(id / 20);
  for (const [at, id] of sent.entries()) {
    const open = sent.slice(at + 1).filter((later) => pageOf(later) < pageOf(id));
    expect(open).toEqual([]);
  }
});
