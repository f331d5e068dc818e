// Links after a changed sample: kept, classed, with a candidate where one is near.
import { classifyLinks, fieldTree, linkedTypes, type MappingDocument } from '../index.js';

const document: MappingDocument = {
  links: [
    { id: 'e', to: 'mail', from: 'email' },
    { id: 'p', to: 'lines[].net', formula: 'items[].price * items[].qty' },
    { id: 'r', to: 'run', from: '@run.id' },
    { id: 'b', to: 'x..', from: 'a..b' },
  ],
};
const trees = (source: unknown, destination: unknown = { mail: '', lines: [{ net: 1 }], run: '' }) => ({
  source: fieldTree({ '': [source] }),
  destination: fieldTree({ '': [destination] }),
});
const before = trees({ email: 'a@b.example', items: [{ price: '1', qty: 1 }] });
const known = linkedTypes(document, before);
const states = (now: ReturnType<typeof trees>) =>
  Object.fromEntries(
    classifyLinks(document, now, known).map((end) => [`${end.side} ${end.path}`, [end.state, end.candidate]]),
  );

it('nothing changed: all fine', () => {
  expect(Object.values(states(before)).every(([state]) => state === 'fine')).toBe(true);
  expect(known['source items[].price']).toEqual(['string']);
});

it('a renamed field is moved, a vanished one missing, a changed type told', () => {
  expect(states(trees({ email_address: 'x', items: [{ price: 1.5 }] }))).toEqual({
    'source email': ['moved', 'email_address'],
    'source items[].price': ['type_changed', null],
    'source items[].qty': ['missing', null],
    'source @run.id': ['fine', null],
    'destination mail': ['fine', null],
    'destination lines[].net': ['fine', null],
    'destination run': ['fine', null],
  });
});

it('destinations are classed too; a side without a sample is fine', () => {
  const now = trees({ email: '', items: [] }, { email: '', lines: [] });
  expect(states(now)).toMatchObject({
    'destination mail': ['moved', 'email'],
    'destination lines[].net': ['fine', null],
  });
  expect(classifyLinks(document, {}).every((end) => end.state === 'fine')).toBe(true);
});

it('a source that is no longer one of the mapping has all its links marked, and only those', () => {
  const body = (name: string) => [{ response: { body: { id: name } } }];
  const two = { '': [{ id: 1 }], '@steps.crm': body('a'), '@steps.shop': body('b') };
  const { '@steps.crm': _gone, ...one } = two;
  const links = [
    { id: 'own', to: 'a', from: 'id' },
    { id: 'crm', to: 'b', from: '@steps.crm.response.body.id' },
    { id: 'shop', to: 'c', from: '@steps.shop.response.body.id' },
  ];
  const marked = (samples: Record<string, unknown[]>) =>
    classifyLinks({ links }, { source: fieldTree(samples) })
      .filter(({ state }) => state !== 'fine')
      .map(({ link_id }) => link_id);
  expect(marked(two)).toEqual([]);
  expect(marked(one)).toEqual(['crm']);
});

it('headers, status and requests are in no sample, and an object may stand for a list of one', () => {
  const source = fieldTree({
    '': [{ line: { sku: 'A' } }, { line: [{ sku: 'B', qty: 1 }] }],
    '@response': [{ body: { id: 1 } }],
    '@steps.crm': [{ response: { body: { id: 1 } } }],
  });
  const paths = [
    ['@response.status', 'fine'],
    ['@response.status.code', 'missing'],
    ['@response.headers.etag', 'fine'],
    ['@response.stauts', 'missing'],
    ['@steps.crm.response.status', 'fine'],
    ['@steps.crm.response.headers["X-Total"]', 'fine'],
    ['@steps.crm.request.body.id', 'fine'],
    ['@steps.crm.response.body.headers', 'missing'],
    ['line[].sku', 'fine'],
    ['line[0].sku', 'fine'],
    ['line[].qty', 'fine'],
    ['line[].colour', 'missing'],
  ] as const;
  const links = paths.map(([from], index) => ({ to: `t${index}`, from }));
  const ends = classifyLinks({ links }, { source }).filter(({ side }) => side === 'source');
  expect(ends.map(({ state }) => state)).toEqual(paths.map(([, state]) => state));
});

it('the longest text counts characters', () => {
  const [root] = fieldTree({ '': [{ t: '😀😀' }, { t: 'abc' }] }).roots;
  expect(root?.field.fields[0]?.max_length).toBe(3);
});
