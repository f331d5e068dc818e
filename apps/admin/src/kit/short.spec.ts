import { ExactNumber } from '../api/json.js';
import { short, shortValue } from './short.js';

it('keeps what fits and ends the rest with three dots inside of the limit', () => {
  expect(short('12345', 5)).toBe('12345');
  expect(short('123456', 5)).toBe('1234…');
});

it('cuts no character in two', () => {
  expect(short('abc😀def', 5)).toBe('abc…');
});

it('shows texts as they are and other values as JSON, exact numbers with all their digits', () => {
  expect(shortValue('a "b"', 40)).toBe('a "b"');
  expect(shortValue({ a: [1] }, 40)).toBe('{"a":[1]}');
  expect(shortValue(new ExactNumber('12345678901234567890'), 40)).toBe('12345678901234567890');
  expect(shortValue(undefined, 40)).toBe('');
});
