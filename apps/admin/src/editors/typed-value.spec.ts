import { shownValue, typedValue } from './typed-value.js';

describe('a value in one line', () => {
  it.each([1, -2.5, true, null, 'plain text', '1', 'null', '', '"', { a: [1] }, ['x']])(
    'reads %j back as it was',
    (value) => {
      expect(typedValue(shownValue(value))).toEqual(value);
    },
  );
  it('takes what is no JSON for text', () => {
    expect(typedValue('1.2.3')).toBe('1.2.3');
    expect(shownValue(undefined)).toBe('');
  });
});
