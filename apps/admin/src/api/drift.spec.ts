import { driftOf } from './drift.js';

const pipe = (id: string) => ({ resource_id: id, name: `Pipe ${id}` });
const node = (handler_id: string, drifted_count: number) => ({ handler_id, drifted_count });

it('tells by step in which pipes fields of its mapping are gone', () => {
  expect(
    driftOf(
      [pipe('a'), pipe('b'), pipe('c')],
      [[node('map', 2), node('other', 0)], [], [node('map', 1), node('other', 4)]],
    ),
  ).toEqual({
    map: [
      { pipe: 'a', name: 'Pipe a', count: 2 },
      { pipe: 'c', name: 'Pipe c', count: 1 },
    ],
    other: [{ pipe: 'c', name: 'Pipe c', count: 4 }],
  });
});

it('tells nothing of pipes that are not known yet', () => {
  expect(driftOf([pipe('a')], [])).toEqual({});
});
