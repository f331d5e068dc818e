import { RunBodies } from './run-bodies.js';

const json = new RunBodies(() => 'json');
const joined = (body: unknown, items: (string | undefined)[]): string | undefined =>
  json
    .writeList(
      'erp',
      body,
      items.map((item) => (item === undefined ? undefined : Buffer.from(item))),
    )
    ?.toString();
const answer = (text: string, type = 'application/json') => ({
  kind: 'answer' as const,
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
  url: 'https://erp.example/',
});

describe('bodies of a run', () => {
  it('puts the bytes of records in the place of the list', () => {
    expect(joined({ data: { items: [] } }, ['{"a":1}', '{"b":"[]"}'])).toBe(
      '{"data":{"items":[{"a":1},{"b":"[]"}]}}',
    );
    expect(joined([], ['1', '2'])).toBe('[1,2]');
    expect(joined([], [])).toBe('[]');
  });

  it('finds the list although a member is named like one', () => {
    expect(joined({ 'rows[]': { '[]': [] } }, ['{}'])).toBe('{"rows[]":{"[]":[{}]}}');
  });

  it('puts null where a record has no body', () => {
    expect(joined({ items: [] }, [undefined, '"Zoë 🎉"', undefined])).toBe('{"items":[null,"Zoë 🎉",null]}');
  });

  it('puts no form together from its items', () => {
    expect(new RunBodies(() => 'form').writeList('erp', { items: [] }, [])).toBeUndefined();
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
