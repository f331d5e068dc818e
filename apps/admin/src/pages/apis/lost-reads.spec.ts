import { emptyDocument, type MappingDocument } from '../../editors/mapping/document.js';
import { lostFields, lostReads } from './lost-reads.js';

const api = {
  sample_response: {
    orders: [{ id: 1, customer: { email: 'a@b' }, lines: [{ sku: 'x', note: 'y' }] }],
    total: 1,
  },
  records_path: 'orders',
};
const answer = { orders: [{ id: 1, customer: {}, lines: [{ sku: 'x' }] }] };
const document = (links: object[], more: object = {}): MappingDocument =>
  ({ ...emptyDocument(), links, ...more }) as MappingDocument;

test('fields of the records that are in no sample any more are lost, as a mapping names them', () => {
  const fieldsOf = (...given: Parameters<typeof lostFields>) => lostFields(...given).ofRecord;
  expect(fieldsOf(api, answer)).toEqual(['customer.email', 'lines[].note']);
  expect(fieldsOf({ ...api, records_path: '' }, answer)).toEqual([
    'orders[].customer.email',
    'orders[].lines[].note',
    'total',
  ]);
  expect(fieldsOf({ sample_response: [{ id: 1, name: 'x' }], records_path: '$' }, [{ id: 1 }])).toEqual([
    'name',
  ]);
  const more_sample_responses = [{ orders: [{ customer: { email: null } }] }];
  expect(fieldsOf({ ...api, more_sample_responses }, answer)).toEqual(['lines[].note']);
  expect(fieldsOf({ sample_response: null, records_path: '' }, answer)).toEqual([]);
});

test('a field with a name of more than letters is lost as a mapping names it', () => {
  const odd = { sample_response: { 'order id': 1, '2nd': { a: 1 } }, records_path: '' };
  expect(lostFields(odd, {}).ofRecord).toEqual(['["order id"]', '["2nd"]', '["2nd"].a']);
});

test('only mappings that read a lost field are told, by a link, a formula or a list', () => {
  const lost = { ofRecord: ['customer.email', 'lines[].note'], ofAnswer: [] };
  expect(lostReads(document([{ id: 'a', to: 'mail', from: 'customer.email' }]), lost, null)).toEqual([
    'customer.email',
  ]);
  expect(lostReads(document([{ id: 'a', to: 'mail', from: 'id' }]), lost, null)).toEqual([]);
  const scopes = [{ to: 'rows[]', from: 'lines[]', sort: 'lines[].note' }];
  expect(lostReads(document([], { scopes }), lost, null)).toEqual(['lines[].note']);
});

test('of another source than the first, fields are read from its whole answer', () => {
  const lost = lostFields(api, answer);
  const read = (from: string) => document([{ id: 'a', to: 'mail', from }]);
  const listed = read('@steps.first.response.body.orders[].customer.email');
  expect(lostReads(listed, lost, 'first')).toEqual(['orders[].customer.email']);
  expect(lostReads(read('@steps.first.response.body.orders[0].customer.email'), lost, 'first')).toEqual([
    'orders[].customer.email',
  ]);
  expect(lostReads(listed, lost, 'second')).toEqual([]);
  const top = lostFields({ sample_response: [{ id: 1, name: 'x' }], records_path: '$' }, [{ id: 1 }]);
  expect(lostReads(read('@steps.first.response.body[].name'), top, 'first')).toEqual(['[].name']);
});
