import { arrayText, sharedText, sparseText } from './array-text.js';

describe('PostgreSQL array literals', () => {
  it.each<[string, (string | number | boolean | null)[], string]>([
    ['plain words stand as they are', ['a-1', 'Ünïcode'], '{a-1,Ünïcode}'],
    ['no values are an empty array', [], '{}'],
    [
      'null is NULL, the word null and the empty text are not',
      [null, 'null', 'NULL', ''],
      '{NULL,"null","NULL",""}',
    ],
    ['numbers and booleans are written without quotes', [1, -2, true, false], '{1,-2,true,false}'],
    ['commas, braces and spaces are quoted', ['a,b', '{c}', ' d '], '{"a,b","{c}"," d "}'],
    ['quotes and backslashes are escaped', ['say "hi"', 'C:\\x'], '{"say \\"hi\\"","C:\\\\x"}'],
    ['a NUL, which PostgreSQL cannot hold, is replaced', ['a\0b'], '{"a\ufffdb"}'],
    ['line breaks stay', ['a\nb'], '{"a\nb"}'],
  ])('%s', (_rule, values, text) => {
    expect(arrayText(values)).toBe(text);
  });

  it('hold a value that all rows share once', () => {
    expect(sharedText(['a', 'a', 'a'])).toBe('{a}');
    expect(sharedText([false, false])).toBe('{false}');
    expect(sharedText([0, 0, 1])).toBe('{0,0,1}');
    expect(sharedText([])).toBe('{}');
  });

  it('are empty where no row has a value', () => {
    expect(sparseText([null, null])).toBe('{}');
    expect(sparseText([null, 'a', null])).toBe('{NULL,a,NULL}');
  });
});
