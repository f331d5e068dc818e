import { changedList } from './changed-list.js';

describe('changedList', () => {
  it('keeps what somebody else has added meanwhile, and takes out only what was taken out here', () => {
    expect(changedList(['ann', 'bob'], ['ann', 'dan'], ['ann', 'bob', 'carla'])).toEqual([
      'ann',
      'carla',
      'dan',
    ]);
  });

  it('does not bring back what somebody else has taken out, and holds nobody twice', () => {
    expect(changedList(['ann', 'bob'], ['ann', 'bob', 'dan'], ['ann', 'dan'])).toEqual(['ann', 'dan']);
  });
});
