import { arrayText } from './array-text.js';

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
});
