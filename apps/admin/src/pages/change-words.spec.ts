import { fieldWords, valueWords } from './change-words.js';

const groups = new Map([['g1', 'Integration team']]);
const say = (value: Parameters<typeof valueWords>[0]) => valueWords(value, groups, (text) => text);

it('names a changed field as its page does, and any other by its own words', () => {
  expect(fieldWords('activity_logs___retention_days')).toBe('Activity log kept for (days)');
  expect(fieldWords('users')).toBe('Members');
  expect(fieldWords('base_url')).toBe('Base URL');
  expect(fieldWords('pipes___some_new_setting')).toBe('Some new setting');
  expect(fieldWords('constructor')).toBe('Constructor');
});

it('says a value in few words', () => {
  expect(say(true)).toBe('on');
  expect(say(false)).toBe('off');
  expect(say(null)).toBe('–');
  expect(say([])).toBe('–');
  expect(say(['g1', 'dana@example.com'])).toBe('Integration team, dana@example.com');
  expect(say(30)).toBe('30');
  expect(say({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}');
  expect(say('long '.repeat(40)).length).toBeLessThanOrEqual(81);
});
