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
  expect(lostFields(api, answer)).toEqual(['customer.email', 'lines[].note']);
  expect(lostFields({ ...api, records_path: '' }, answer)).toEqual([
    'orders[].customer.email',
    'orders[].lines[].note',
    'total',
  ]);
  expect(lostFields({ sample_response: [{ id: 1, name: 'x' }], records_path: '$' }, [{ id: 1 }])).toEqual([
    'name',
  ]);
  const more_sample_responses = [{ orders: [{ customer: { email: null } }] }];
  expect(lostFields({ ...api, more_sample_responses }, answer)).toEqual(['lines[].note']);
  expect(lostFields({ sample_response: null, records_path: '' }, answer)).toEqual([]);
});

test('only mappings that read a lost field are told, by a link, a formula, a list or another source', () => {
  const lost = ['customer.email', 'lines[].note'];
  expect(lostReads(document([{ id: 'a', to: 'mail', from: 'customer.email' }]), lost, null)).toEqual([
    'customer.email',
  ]);
  expect(lostReads(document([{ id: 'a', to: 'mail', from: 'id' }]), lost, null)).toEqual([]);
  const scopes = [{ to: 'rows[]', from: 'lines[]', sort: 'lines[].note' }];
  expect(lostReads(document([], { scopes }), lost, null)).toEqual(['lines[].note']);
  const other = document([{ id: 'a', to: 'mail', from: '@steps.first.response.body.customer.email' }]);
  expect(lostReads(other, lost, 'first')).toEqual(['customer.email']);
  expect(lostReads(other, lost, 'second')).toEqual([]);
});
