// Proposals: names, roles, shapes, transforms, order, existing links.
import { fieldTree, suggestLinks, type Link } from '../index.js';

const suggest = (source: unknown, destination: unknown, existing: Link[] = []) =>
  suggestLinks(fieldTree({ '': [source] }), fieldTree({ '': [destination] }), { existing });
const pairs = (...args: Parameters<typeof suggest>) =>
  Object.fromEntries(suggest(...args).map((item) => [item.to, item.link.from]));

it('equal names on both sides are all proposed in one step', () => {
  const header = {
    messageHeader: { id: 'a', sentAt: '2026-01-01T00:00:00Z', sender: { code: 'X', zone: 'Y' } },
  };
  const found = suggest(header, header);
  expect(found.map((item) => [item.to, item.link.from])).toEqual(
    ['id', 'sender.code', 'sender.zone', 'sentAt'].map((name) => [
      `messageHeader.${name}`,
      `messageHeader.${name}`,
    ]),
  );
});

it('an exact name goes before a similar one, one to one', () => {
  const names = { name: 'a', name1: 'b', name2: 'c', name3: 'd' };
  expect(pairs(names, names)).toEqual({ name: 'name', name1: 'name1', name2: 'name2', name3: 'name3' });
});

it('abbreviations, synonyms and roles are understood', () => {
  const source = {
    qty: 1,
    shipping_address: { zip: '40202', state: 'KY', address1: 'a' },
    billing_address: { zip: '1', state: 'NY', address1: 'b' },
  };
  const destination = {
    quantity: 2,
    shipToPostalCode: 'x',
    shipToProvince: 'x',
    shipToAddressLine1: 'x',
    billToPostcode: 'x',
    billToRegion: 'x',
    billToStreet1: 'x',
  };
  expect(pairs(source, destination)).toEqual({
    quantity: 'qty',
    shipToPostalCode: 'shipping_address.zip',
    shipToProvince: 'shipping_address.state',
    shipToAddressLine1: 'shipping_address.address1',
    billToPostcode: 'billing_address.zip',
    billToRegion: 'billing_address.state',
    billToStreet1: 'billing_address.address1',
  });
});

it('a change of form comes with the link', () => {
  const links = suggest(
    { created: 1680644467, total: '12.50', first_name: 'A', last_name: 'B', id: 5 },
    { created_at: '2026-01-01T00:00:00Z', total: 1.5, name: 'x', id: 'x' },
  ).map((item) => item.link);
  expect(links).toEqual([
    { to: 'created_at', from: 'created', fn: [['date', { from: 'epoch_s', to: 'iso' }]] },
    { to: 'id', from: 'id', type: 'string' },
    { to: 'name', from: ['first_name', 'last_name'], fn: [['concat', { sep: ' ' }]] },
    { to: 'total', from: 'total', type: 'number' },
  ]);
});

it('existing links stay and their ends are not used again', () => {
  const both = { email: 'a@b.example', phone: '1' };
  expect(pairs(both, both, [{ to: 'email', from: 'phone' }])).toEqual({});
  expect(pairs(both, both, [{ to: 'email', from: 'email' }])).toEqual({ phone: 'phone' });
});

it('nothing is proposed where nothing fits', () => {
  expect(suggest({ alpha: 1 }, { omega: 'x' })).toEqual([]);
  expect(suggestLinks({ roots: [] }, { roots: [] })).toEqual([]);
});

it('proposals carry a reason and a tier', () => {
  const [found] = suggest({ customer_email: 'a@b.example' }, { customerEmail: 'c@d.example' });
  expect(found).toMatchObject({ tier: 'apply', reason: 'same name, both email' });
});
