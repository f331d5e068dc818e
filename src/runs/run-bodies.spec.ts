import { RunBodies } from './run-bodies.js';

const json = new RunBodies(() => 'json');
const joined = (body: unknown, items: string[]): string => {
  const { head, separator, tail } = json.frame('erp', body)!;
  return head + items.join(separator) + tail;
};
const answer = (text: string, type = 'application/json') => ({
  kind: 'answer' as const,
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
  url: 'https://erp.example/',
});

describe('bodies of a run', () => {
  it('joins the texts of records at the place of the list', () => {
    expect(joined({ data: { items: [] } }, ['{"a":1}', '{"b":"[]"}'])).toBe(
      '{"data":{"items":[{"a":1},{"b":"[]"}]}}',
    );
    expect(joined([], ['1', '2'])).toBe('[1,2]');
  });

  it('finds the list although a member is named like one', () => {
    expect(joined({ 'rows[]': { '[]': [] } }, ['{}'])).toBe('{"rows[]":{"[]":[{}]}}');
  });

  it('joins no texts for a form', () => {
    expect(new RunBodies(() => 'form').frame('erp', { items: [] })).toBeUndefined();
  });

  it.each([
    ['objects', '{"a":'.repeat(65) + '1' + '}'.repeat(65)],
    ['arrays', '['.repeat(65) + ']'.repeat(65)],
    ['far too deep for any walk', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'far too deep, with a number that needs care',
      '['.repeat(200_000) + '12345678901234567890' + ']'.repeat(200_000),
    ],
  ])('refuses JSON that is nested deeper than 64: %s', (_name, text) => {
    expect(() => json.read('erp', answer(text))).toThrow(/nested/);
  });

  it('reads JSON that is nested 64 deep', () => {
    expect(JSON.stringify(json.read('erp', answer('['.repeat(64) + ']'.repeat(64))))).toHaveLength(128);
  });
});
