import { cronWords } from './cron-words.js';

const say = (cron: string) =>
  cronWords(cron, (text, values = {}) =>
    text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_all, name: string) => String(values[name])),
  );

it('says the usual crons in words', () => {
  expect(say('30 6 * * 1-5')).toBe('Mon–Fri at 6:30 AM');
  expect(say('0 18 * * 1,3,7')).toBe('Mon Wed Sun at 6:00 PM');
  expect(say('5 0 * * *')).toBe('Every day at 12:05 AM');
  expect(say('0 8 1 * *')).toBe('On day 1 of the month at 8:00 AM');
  expect(say('15 * * * *')).toBe('Every hour at minute 15');
  expect(say('*/5 * * * *')).toBe('Every 5 minutes');
  expect(say('* * * * *')).toBe('Every 1 minutes');
});

it.each([
  '30 12 25 3,4 *',
  '0 6-18 * * *',
  '*/7 * * * *',
  '0 */2 * * *',
  '0 8 1 * 1',
  '0 8 * * 1#2',
  '0 8 L * *',
  '0 99 * * *',
  '0 0 8 * * *',
  '@daily',
  '',
])('leaves %p as it is written', (cron) => {
  expect(say(cron)).toBeNull();
});
