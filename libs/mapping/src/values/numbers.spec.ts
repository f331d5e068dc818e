// Numbers: exact text in and out, decimal arithmetic equal to big.js on every path.
import Big from 'big.js';
import fc from 'fast-check';
import { ExactNumber, JsonTextError, parseJson, stringifyJson } from '../index.js';
import { formula } from '../testing/run-mapping.spec-support.js';
import {
  add,
  compareNumeric,
  divide,
  isIntegral,
  multiply,
  numberToText,
  parseNumericText,
  round,
  subtract,
} from './decimal.js';
import { JSON_NUMBER, canonicalNumber, numberFromText } from './exact-number.js';
import { mayHoldExactNumber } from './json-text.js';

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(1, 24),
    digits(0, 24),
    fc.constantFrom('', '', '', 'e3', 'E-7', 'e+120', 'e400', 'e-400'),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole.replace(/^0+(?=.)/, '')}${fraction ? `.${fraction}` : ''}${exponent}`,
  );
const money = fc
  .tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, scale]) => units / 10 ** scale);

describe('JSON text', () => {
  it('keeps the value of every number', () => {
    fc.assert(
      fc.property(
        fc.array(numberText, { minLength: 1, maxLength: 5 }),
        fc.string({ maxLength: 20 }),
        (numbers, filler) => {
          const text = `[${JSON.stringify(filler)},"#", ${numbers.join(', ')}]`;
          const written = stringifyJson(parseJson(text));
          const out = /"#",([^"]*)\]$/.exec(written)?.[1]?.split(',') ?? [];
          expect(out.map(canonicalNumber)).toEqual(numbers.map(canonicalNumber));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('reads and writes as JSON does where no number is exact', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
        expect(stringifyJson([parseJson(text), new ExactNumber('12345678901234567890')], 1)).toBe(
          JSON.stringify([JSON.parse(text), 0], undefined, 1).replace(/0\n\]$/, '12345678901234567890\n]'),
        );
      }),
    );
  });

  it('takes the exact way only where a number needs it', () => {
    expect(mayHoldExactNumber('{"id":"12345678901234567890","t":"1610521604143693812"}')).toBe(false);
    expect(mayHoldExactNumber('{"a":"5e1234","b":[1.5,2e10]}')).toBe(false);
    expect(mayHoldExactNumber('[12345678901234567]')).toBe(true);
    expect(mayHoldExactNumber('[-1e400]')).toBe(true);
    expect(mayHoldExactNumber('1e999')).toBe(true);
  });

  it('misses no long run of digits, wherever it stands and wherever its point is', () => {
    for (let before = 0; before < 40; before++) {
      for (let point = 0; point < 16; point++) {
        const digits = '1234567890123456789'.slice(0, 15 + (point % 3));
        const run = point === 0 ? `${digits}9` : `${digits.slice(0, point)}.${digits.slice(point)}`;
        expect(mayHoldExactNumber(`[${' '.repeat(before)}${run}]`)).toBe(true);
        expect(mayHoldExactNumber(`[${' '.repeat(before)}${run}`)).toBe(true);
      }
    }
  });

  it('turns faults into errors of its own', () => {
    for (const text of ['', '{', '[1,]', '{"a":12345678901234567890', 'nul', '[1e400,]']) {
      expect(() => parseJson(text)).toThrow(JsonTextError);
    }
    expect(() => parseJson('['.repeat(100_000) + '12345678901234567890')).toThrow(JsonTextError);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => stringifyJson(deep)).toThrow(expect.objectContaining({ code: 'TOO_DEEP' }));
  });
});

describe('arithmetic', () => {
  it('equals big.js', () => {
    fc.assert(
      fc.property(money, money, (a, b) => {
        expect(String(add(a, b))).toBe(String(numberFromText(new Big(a).plus(b).toFixed())));
        expect(String(subtract(a, b))).toBe(String(numberFromText(new Big(a).minus(b).toFixed())));
        expect(String(multiply(a, b))).toBe(String(numberFromText(new Big(a).times(b).toFixed())));
        for (const places of [0, 1, 2, 3]) {
          expect([a, places, Number(round(a, places)) + 0]).toEqual([
            a,
            places,
            Number(new Big(a).round(places, Big.roundHalfUp)) + 0,
          ]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('compares as values', () => {
    fc.assert(
      fc.property(numberText, numberText, (a, b) => {
        const big = /e[+]?400|e-400/i.test(a + b) ? undefined : new Big(a).cmp(new Big(b));
        if (big !== undefined) expect(compareNumeric(numberFromText(a), numberFromText(b))).toBe(big);
        expect(compareNumeric(numberFromText(a), numberFromText(a))).toBe(0);
        expect(isIntegral(numberFromText(a))).toBe(!canonicalNumber(a).includes('e-'));
      }),
    );
  });

  it('spells numbers out without an exponent', () => {
    expect(numberToText(1e21)).toBe('1000000000000000000000');
    expect(numberToText(1.5e-9)).toBe('0.0000000015');
    expect(numberToText(new ExactNumber('-12.50e1'))).toBe('-125');
    expect(numberToText(-0)).toBe('0');
    fc.assert(
      fc.property(numberText, (text) => {
        const written = numberToText(numberFromText(text));
        expect(written).not.toMatch(/e/i);
        expect(canonicalNumber(written)).toBe(canonicalNumber(text));
      }),
    );
  });

  it('divides to twenty significant digits and rounds as told', () => {
    expect(String(divide(1, 3))).toBe('0.33333333333333333333');
    expect(String(divide(2, 3))).toBe('0.66666666666666666667');
    expect(String(divide(new ExactNumber('1e30'), 3))).toBe('333333333333333333330000000000');
    expect(divide(10, 4)).toBe(2.5);
    expect(formula('round(1/3, 4)')).toBe(0.3333);
    for (const [mode, up, down] of [
      ['half-up', 3, -3],
      ['half-even', 2, -2],
      ['up', 3, -3],
      ['down', 2, -2],
      ['floor', 2, -3],
      ['ceil', 3, -2],
    ] as const) {
      expect([mode, round(2.5, 0, mode), round(-2.5, 0, mode)]).toEqual([mode, up, down]);
    }
    expect(round(1250, -2)).toBe(1300);
  });

  it('reads text by the JSON grammar alone', () => {
    fc.assert(
      fc.property(fc.oneof(numberText, fc.stringMatching(/^[-+0-9.eE _x,]{0,12}$/)), (text) => {
        const trimmed = text.replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, '');
        const found = parseNumericText(text);
        expect([text, found === undefined]).toEqual([text, !JSON_NUMBER.test(trimmed)]);
        if (found !== undefined) expect(canonicalNumber(String(found))).toBe(canonicalNumber(trimmed));
      }),
      { numRuns: 1000 },
    );
  });
});
