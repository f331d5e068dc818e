// Text functions beyond their examples: characters outside the basic plane, groups of patterns, refused options.
import { mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

const linkOf = (name: string, options: Record<string, unknown>) => [
  { to: 'v', from: 'v', fn: [[name, options]] as [[string, Record<string, unknown>]] },
];
const call = (v: unknown, name: string, options: Record<string, unknown>) =>
  (mapped({ links: linkOf(name, options) }, { v }) as { v: unknown }).v;

it('a text is split between characters, not between halves of one', () => {
  expect(call('a😀b', 'split', { sep: '' })).toEqual(['a', '😀', 'b']);
});

it.each([
  ['$2$1', 'ba'],
  ['${2}0', 'b0'],
  ['[${x}]', '[a]'],
  ['$$1', '$1'],
  ['$12', 'a2'],
  ['$', '$'],
  ['\\', '\\'],
  ['$&', '$&'],
  ['$`', '$`'],
])('a replacement %j gives %j', (by, result) => {
  expect(call('ab', 'replaceRegex', { pattern: '(?P<x>a)(b)', by })).toBe(result);
});

it('a group that the pattern does not have is refused when saving', () => {
  expect(problemCodes({ links: linkOf('replaceRegex', { pattern: 'a', by: '$1' }) })).toEqual([
    'BAD_ARGUMENT',
  ]);
  expect(problemCodes({ links: linkOf('replaceRegex', { pattern: '(a)', by: '${x}' }) })).toEqual([
    'BAD_ARGUMENT',
  ]);
});

it('formulas name the replacement right after the pattern', () => {
  const links = [{ to: 'v', formula: 'replaceRegex(v, "[a-z]", "#", true)' }];
  expect(mapped({ links }, { v: 'A1b' })).toEqual({ v: '#1#' });
});

it('a negative length is refused', () => {
  expect(problemCodes({ links: linkOf('substring', { start: 0, length: -1 }) })).toEqual(['BAD_ARGUMENT']);
});

it('empty_as reaches the fields of formulas', () => {
  const links = [{ to: 'v', formula: 'a & b', empty_as: 'missing' as const, default: 'none' }];
  expect(mapped({ links }, { a: '', b: 'x' })).toEqual({ v: 'none' });
  expect(mapped({ links }, { a: 'w', b: 'x' })).toEqual({ v: 'wx' });
});
