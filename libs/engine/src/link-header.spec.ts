import { nextLink } from './link-header.js';

describe('the next link of a Link header', () => {
  it.each([
    ['<https://a/x?page=2>; rel="next"', 'https://a/x?page=2'],
    ['<https://a/1>; rel="prev", <https://a/3>; rel="next", <https://a/9>; rel="last"', 'https://a/3'],
    ['<?page=2>;rel=next', '?page=2'],
    ['<https://a/2>; REL=NEXT', 'https://a/2'],
    ['<https://a/2>; title="a; rel=prev, b"; rel="prev next"', 'https://a/2'],
    ['<https://a/2>; title="; rel=next"', null],
    ['<https://a/x?ids=1,2;3>; rel="next"', 'https://a/x?ids=1,2;3'],
    [', ,<https://a/2> ; rel = "next"', 'https://a/2'],
    ['<https://a/2>; rel=last; rel=next', null],
    ['<https://a/2>; crossorigin; rel="next"', 'https://a/2'],
    ['<https://a/1>; rel="first",<https://a/2>; rel="next"; title="say \\"next\\""', 'https://a/2'],
    ['<https://a/2>; rel="nextpage"', null],
    ["<https://a/2>; rel='next'", 'https://a/2'],
    ["<https://a/2>; rel='prev next'; title='a; b'", 'https://a/2'],
    ['<https://a/2>; title=a b; rel="next"', 'https://a/2'],
    ['<https://a/1>; title=a b, <https://a/2>; rel="next"', 'https://a/2'],
    ['https://a/2; rel="next"', null],
    ['', null],
  ])('%s', (header, target) => {
    expect(nextLink(header)).toBe(target);
  });

  it('is found in time however long and broken the header is', () => {
    const began = performance.now();
    nextLink(`${'<a>; rel="prev", '.repeat(20_000)}<b`);
    nextLink(`<a>${'; x="'.repeat(20_000)}`);
    nextLink(`${' '.repeat(50_000)},`);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
