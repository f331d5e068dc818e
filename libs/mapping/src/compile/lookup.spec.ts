import { compileMapping } from '../index.js';
import { mapped } from '../testing/run-mapping.spec-support.js';

it('a lookup table with several values for one key says so when it is saved, and takes the first', () => {
  const entries: [unknown, unknown][] = [
    ['a', 'A'],
    [1, 'one'],
    ['1', 'uno'],
    ['a', 'A'],
  ];
  const links = [{ to: 'v', from: 'x', lookup: 't' }];
  const lookups = { t: { entries } };
  const result = compileMapping({ links, lookups });
  expect(result.warnings).toMatchObject([
    { code: 'DUPLICATE_KEY', count: 1, message: expect.stringContaining('"1" in row 3 (as in row 2)') },
  ]);
  expect(mapped({ links, lookups }, { x: 1 })).toEqual({ v: 'one' });
});
