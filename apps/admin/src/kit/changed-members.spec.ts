import { changedMembers } from './changed-members.js';

it('names the members that differ, with nothing where there was none', () => {
  expect(changedMembers({ to: 'a', from: 'x' }, { to: 'a', from: 'y', default: 0 })).toEqual([
    { name: 'from', before: 'x', after: 'y' },
    { name: 'default', before: undefined, after: 0 },
  ]);
});
