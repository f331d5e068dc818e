import type { Handler } from '../../api/types.js';
import { draftLabel } from './words.js';

const handlers: Handler[] = [
  { handler_id: 'read', kind: 'api_call', handler_name: 'List orders', api_id: 'a' },
  {
    handler_id: 'map',
    kind: 'mapping',
    handler_name: '',
    source_handler_ids: [],
    destination_handler_id: null,
  },
];

it.each([
  ['handlers[0].when', 'List orders, Only when'],
  ['handlers[0].when.all[1]', 'List orders, Only when'],
  ['handlers[1].source_handler_ids[0]', 'map, Sources'],
  ['handlers[1]', 'map'],
  ['handlers', 'Steps'],
  ['flow_name', 'Name'],
  ['version', null],
])('calls %s as the page does', (field, label) => {
  expect(draftLabel(field, handlers, String)).toBe(label);
});
