// Formulas: grammar, precedence, positions of faults, null rules, aggregates.
import { compileMapping } from '../index.js';
import { errorCodes, formula, mapped } from '../testing/run-mapping.spec-support.js';

const fault = (text: string) => {
  const result = compileMapping({ links: [{ id: 'l', to: 'out', formula: text }] });
  const [problem] = result.ok ? [] : result.problems;
  return (
    problem && { code: problem.code, position: problem.position, link_id: problem.link_id, at: problem.at }
  );
};

describe('values', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['-2 * -3', 6],
    ['- (1 + 1)', -2],
    ['7 % 3', 1],
    ['2 / 4 & "x"', '0.5x'],
    ['"a" & 1 & true', 'a1true'],
    ["'it''s'", undefined],
    ["'it\\'s \"x\"'", 'it\'s "x"'],
    ['"tab\\t\\u00e9"', 'tab\té'],
    ['1 < 2 and 2 < 3', true],
    ['1 = 1.0', true],
    ['1 == 1 and 1 <> 2 and 1 != 2', true],
    ['"1" = 1', false],
    ['not 1 = 2', true],
    ['not (true or false)', false],
    ['true or false and false', true],
    ['null = null', true],
    ['1.50 + 1e2', 101.5],
    ['"10" > 9', true],
    ['"10" > "9"', false],
    ['"5" * "4"', 20],
    ['if(1 > 2, "a", "b")', 'b'],
    ['if(false, 1)', undefined],
    ['concat("a", null, "b")', 'ab'],
    ['in("b", "a", "b")', true],
    ['toBoolean("j", "J,Y", "N")', true],
    ['max(1, "5", 3)', 5],
    ['round(2.345, 2, "half-even")', 2.34],
    ['substring("abcdef", 1, 2)', 'bc'],
    ['upper (trim(" a "))', 'A'],
  ])('%s', (text, value) => {
    if (text === "'it''s'") expect(fault(text)?.code).toBe('BAD_ARGUMENT');
    else expect(formula(text)).toEqual(value);
  });

  it('paths are plain own members', () => {
    const record = { a: { b: [1, 2, 3] }, 'x y': { z: 4 }, größe: 5, and: { or: 6 }, _id: 7 };
    expect(formula('a.b[0] + a.b[-1] + ["x y"].z + größe + _id', record)).toBe(20);
    expect(formula('["and"].or', record)).toBe(6);
    expect(formula('a.constructor', record)).toBeUndefined();
    expect(formula('a.b.length', record)).toBeUndefined();
    expect(fault('"x".length')?.code).toBe('BAD_ARGUMENT');
  });

  it('a hyphen is a minus; names with signs are quoted', () => {
    expect(formula('best-score', { best: 5, score: 3, 'best-score': 9 })).toBe(2);
    expect(formula('["best-score"]', { 'best-score': 9 })).toBe(9);
  });
});

describe('missing and null', () => {
  it('missing or null operands give missing or null', () => {
    for (const operator of ['+', '-', '*', '/', '%', '&']) {
      expect(formula(`x ${operator} 1`)).toBeUndefined();
      expect(formula(`1 ${operator} x`, { x: null })).toBeNull();
      expect(formula(`x ${operator} y`, { x: null })).toBeUndefined();
    }
    expect(formula('-x', { x: null })).toBeNull();
  });

  it('comparisons with missing are false, but !=', () => {
    expect(formula('x = 1')).toBe(false);
    expect(formula('x < 1')).toBe(false);
    expect(formula('x != 1')).toBe(true);
    expect(formula('x = null')).toBe(false);
    expect(formula('x = null', { x: null })).toBe(true);
    expect(formula('not x')).toBe(true);
    expect(formula('x and true', { x: null })).toBe(false);
  });

  it('only what is chosen is evaluated', () => {
    expect(formula('if(x = 0, 0, 10 / x)', { x: 0 })).toBe(0);
    expect(formula('x != 0 and 10 / x > 1', { x: 0 })).toBe(false);
    expect(errorCodes({ links: [{ to: 'out', formula: '10 / x' }] }, { x: 0 })).toEqual(['DIVISION_BY_ZERO']);
    expect(errorCodes({ links: [{ to: 'out', formula: 'not x' }] }, { x: 'maybe' })).toEqual([
      'NOT_A_BOOLEAN',
    ]);
    expect(errorCodes({ links: [{ to: 'out', formula: 'x + 1' }] }, { x: 'a' })).toEqual(['NOT_A_NUMBER']);
  });
});

describe('aggregates', () => {
  const record = {
    o: [
      {
        n: 1,
        l: [
          { p: '1.10', q: 2 },
          { p: '2', q: 1 },
        ],
      },
      { n: 2, l: [{ p: 5, q: 1 }] },
    ],
  };

  it('spread their argument over the arrays that it runs through', () => {
    expect(formula('sum(o[].l[].p * o[].l[].q)', record)).toBe(9.2);
    expect(formula('sum(o[].l[].p * o[].n)', record)).toBe(13.1);
    expect(formula('count(o[]) + count(o[].l[])', record)).toBe(5);
    expect(formula('join(upper(o[].n & "x"), "-")', record)).toBe('1X-2X');
    expect(formula('max(o[].n, 7)', record)).toBe(7);
    expect(formula('first(o[].l[].p)', record)).toBe('1.10');
    expect(formula('average(o[].n)', record)).toBe(1.5);
    expect(formula('sum(x[].y)', record)).toBe(0);
    expect(formula('first(x[].y)', record)).toBeUndefined();
  });

  it('inside an element see only what is below it', () => {
    const document = { links: [{ to: 'r[].share', formula: 'round(o[].n / sum(o[].l[].q), 2)' }] };
    expect(mapped(document, record)).toEqual({ r: [{ share: 0.33 }, { share: 2 }] });
  });

  it('take a list value as it is', () => {
    expect(formula('sum(v)', { v: [1, '2', null] })).toBe(3);
    expect(formula('join(distinct(v), ",")', { v: ['a', 'a', 'b'] })).toBe('a,b');
  });
});

describe('faults', () => {
  it.each([
    ['1 +', 'BAD_ARGUMENT', 3],
    ['(1', 'BAD_ARGUMENT', 2],
    ['1 2', 'BAD_ARGUMENT', 2],
    ['a..b', 'BAD_PATH', 2],
    ['a.__proto__.b', 'FORBIDDEN_KEY', 2],
    ['1 + nope(2)', 'UNKNOWN_FUNCTION', 4],
    ['roud(2)', 'UNKNOWN_FUNCTION', 0],
    ['round(1, "x")', 'BAD_ARGUMENT', 0],
    ['round()', 'BAD_ARGUMENT', 0],
    ['upper("a", "b", "c")', 'BAD_ARGUMENT', 0],
    ['1 + items[].price', 'NEEDS_REDUCER', 4],
    ['sum(a[].x * b[].y)', 'SCOPE_CONFLICT', 0],
    ['007', 'BAD_ARGUMENT', 0],
    ['"open', 'BAD_ARGUMENT', 0],
    ['x = `a`', 'BAD_ARGUMENT', 4],
    ['date(d, "foo")', 'BAD_ARGUMENT', 0],
    ['matches(x, "(")', 'BAD_ARGUMENT', 0],
  ])('%s', (text, code, position) => {
    expect(fault(text)).toEqual({ code, position, link_id: 'l', at: '/links/0/formula' });
  });

  it('nesting and length are bounded', () => {
    expect(fault('('.repeat(5000) + '1' + ')'.repeat(5000))?.code).toBe('BAD_ARGUMENT');
    expect(fault('-'.repeat(5000) + '1')?.code).toBe('BAD_ARGUMENT');
    expect(fault(`1${'+1'.repeat(4999)}`)?.code).toBe('BAD_ARGUMENT');
    expect(fault('x'.repeat(10_001))?.code).toBe('BAD_ARGUMENT');
    expect(formula(`1${'+1'.repeat(400)}`)).toBe(401);
  });
});

it('a text with commas is one item, unless the function takes two lists', () => {
  expect(formula('in(x, "Doe, Jane")', { x: 'Doe, Jane' })).toBe(true);
  expect(formula('in(x, "a,b")', { x: 'a' })).toBe(false);
  expect(formula('in(x, y)', { x: 'a,b', y: 'a,b' })).toBe(true);
  expect(formula('in(x, y)', { x: 'a', y: ['a', 'b'] })).toBe(true);
  expect(formula('omit(x, "a,b")', { x: { 'a,b': 1, a: 2 } })).toEqual({ a: 2 });
  expect(formula('pick(x, "a,b", "c")', { x: { 'a,b': 1, a: 2, c: 3 } })).toEqual({ 'a,b': 1, c: 3 });
  expect(formula('toBoolean(x, "Y, yes", "N, no")', { x: 'no' })).toBe(false);
  expect(formula('toBoolean(x, "Y, yes")', { x: 'yes' })).toBe(true);
});

describe('literal arguments are checked when saving', () => {
  it.each([
    'left("abc", -1)',
    'left(x, -1)',
    'round(x, n, "sideways")',
    'substring(x, 1.5, n)',
    'padStart(x, n, true & "x", 1)',
    'convertUnit(x, from, -1)',
  ])('%s', (text) => {
    expect(fault(text)?.code).toBe('BAD_ARGUMENT');
  });

  it('what works with a record is not refused', () => {
    expect(formula('padStart(x, n, 0)', { x: 7, n: 3 })).toBe('007');
    expect(formula('round(x, -2)', { x: 1234 })).toBe(1200);
    expect(formula('-12345678901234567890')).toEqual(expect.anything());
    expect(formula('2 - -3')).toBe(5);
    expect(formula('substring(x, -2, n)', { x: 'abc', n: 1 })).toBe('b');
    expect(formula('-0')).toBe(0);
  });
});

it.each([
  ['a = 1 AND b = 2', 'Write and.'],
  ['a = 1 && b = 2', 'Write and.'],
  ['a || b', 'Write or.'],
  ['a Or b', 'Write or.'],
  ['!a', 'Write not.'],
  ['a ? 1 : 2', 'if(condition, value, other)'],
  ['a[b]', '["name"]'],
  ['round(a; 2)', 'commas'],
])('%s is told how this language writes it', (text, hint) => {
  const result = compileMapping({ links: [{ to: 'v', formula: text }] });
  expect(result.ok ? '' : result.problems[0]?.message).toContain(hint);
});
