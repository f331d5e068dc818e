import { fromPairs, namelessFault } from './pairs.js';

test('a value without a name is a fault, an empty row is none', () => {
  expect(namelessFault([[' ', 'text/plain']], String)).toBe('Give each value a name, or remove it.');
  expect(
    namelessFault(
      [
        ['', ''],
        ['Accept', ''],
      ],
      String,
    ),
  ).toBeNull();
  expect(
    fromPairs([
      ['', ''],
      [' Accept ', 'text/plain'],
    ]),
  ).toEqual({ Accept: 'text/plain' });
});
