// Text functions beyond their examples: characters outside the basic plane, groups of patterns, refused options.
import { errorCodes, mapped, problemCodes } from '../testing/run-mapping.spec-support.js';

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

it('title leaves letters with marks of their own alone', () => {
  const decomposed = 'e\u0301cole d\u2019e\u0301te\u0301 e\u0301lite';
  expect(call(decomposed, 'title', {})).toBe('E\u0301cole D\u2019e\u0301te\u0301 E\u0301lite');
});

it('a slug keeps syllables whole', () => {
  expect(call('한국 Été', 'slug', {})).toBe('한국-ete');
});

describe('base64', () => {
  const decode = (v: unknown) => errorCodes({ links: linkOf('base64', { decode: true }) }, { v });

  it.each(['YQ==', 'YQ', 'Y\r\nQ=\n=', ' dXNlcjpncsO2\r\n w59l ', '', '4pyT', 'w7_Dvg'])(
    'takes %j',
    (text) => {
      expect(decode(text)).toEqual([]);
    },
  );

  it.each(['a', 'YQ=', 'YQ===', '=', 'YQ==YQ==', 'Y*Q=', '/w==', 'YWJjZ'])('refuses %j', (text) => {
    expect(decode(text)).toEqual(['NOT_TEXT']);
  });

  it('decodes lines as mail writes them', () => {
    expect(call('dXNl\r\ncjpn\r\ncsO2w59l\r\n', 'base64', { decode: true })).toBe('user:größe');
  });
});

it('a group of thousands does not begin with 0', () => {
  const options = { group: ',' };
  expect(call('1,234', 'parseNumber', options)).toBe(1234);
  expect(call('0123', 'parseNumber', options)).toBe(123);
  for (const v of ['0,123', '-01,234', '00,123', ',123']) {
    expect(errorCodes({ links: linkOf('parseNumber', options) }, { v })).toEqual(['NOT_A_NUMBER']);
  }
});

describe('parseNumber', () => {
  it.each([
    ['1\u202f234,50', { group: ' ', decimal: ',' }, 1234.5],
    ['1\u00a0234', { group: ' ' }, 1234],
    ['1\u2019234.5', { group: "'" }, 1234.5],
    ["1'234.5", { group: '\u2019' }, 1234.5],
    ['1.234,50-', { group: '.', decimal: ',' }, -1234.5],
  ])('reads %j as %j', (text, options, number) => {
    expect(call(text, 'parseNumber', options)).toBe(number);
  });

  it.each(['-5-', '+5-', '5--', '5+', '-', '1.5e3', '1.-5', '1.+5'])('refuses %j', (v) => {
    expect(errorCodes({ links: linkOf('parseNumber', {}) }, { v })).toEqual(['NOT_A_NUMBER']);
  });
});

describe('stripHtml', () => {
  it.each([
    ['&oacute;&rsquo;&pound;&frac14;&Sigma;&hearts;&nbsp;x', 'ó’£¼Σ♥ x'],
    ['&unknown; &AUML; &amp;lt;', '&unknown; &AUML; &lt;'],
    ['it&#146;s &#x80;5 &#xD800; &#55357; &#x1F600; &#0;', 'it’s €5 &#xD800; &#55357; 😀 &#0;'],
    ['a<b', 'a<b'],
    ['1 < 2 and <3', '1 < 2 and <3'],
    ['<a title="x > y" href=\'z>\'>link</a>!', 'link!'],
    ['<a title="open>text <b>bold</b>', 'text bold'],
    ["<p>don't</p><p isn't>x</p>", "don't x"],
    ['<dl><dt>A<dd>B</dl><select><option>C<option>D</select>', 'A B C D'],
    ['x<blockquote>y</blockquote>z<pre>q</pre>', 'x y z q'],
    ['<b>bo</b>ld <p-custom>a</p-custom>b', 'bold ab'],
    ['a<!-- <p> -->b<!-- c', 'ab'],
    ['<script>if (a<b) x="</p>"</script>after<style>p{}</style>', 'after'],
  ])('%s gives %s', (html, text) => {
    expect(call(html, 'stripHtml', {})).toBe(text);
  });

  it.each(['<a', '<a ="', '<a =">', '<b>', "<a ='", '<!--', '<a x=">" '])('is linear in %s', (part) => {
    const start = Date.now();
    call(part.repeat(300_000), 'stripHtml', {});
    expect(Date.now() - start).toBeLessThan(5000);
  });
});
