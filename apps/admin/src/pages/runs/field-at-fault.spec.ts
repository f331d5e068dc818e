import type { Json } from '../../api/types.js';
import { fieldAtFault } from './field-at-fault.js';

const failed = (more: object = {}) => ({ message: 'no', mapped: null, response: null, ...more });
const answered = (body: Json) => fieldAtFault(failed({ response: { status: 422, body } }));

it('is the field of the mapping, its positions folded', () => {
  expect(fieldAtFault(failed({ field_path: 'lines[3].sku', response: { body: { field: 'other' } } }))).toBe(
    'lines[].sku',
  );
});

it.each<[string, Json, string]>([
  ['beside the message', { message: 'no', field: 'customer.email' }, 'customer.email'],
  ['in a list', { message: 'no', details: [{ field: 'lines[0].article' }] }, 'lines[].article'],
  ['in the error (Stripe)', { error: { code: 'x', param: 'amount' } }, 'amount'],
  [
    'as a pointer (JSON:API)',
    { errors: [{ source: { pointer: '/data/attributes/title' } }] },
    'data.attributes.title',
  ],
  ['as names (FastAPI)', { detail: [{ loc: ['body', 'lines', 0, 'sku'], msg: 'no' }] }, 'lines[].sku'],
  ['as a path of an error', { errors: [{ path: 'customer.email', message: 'no' }] }, 'customer.email'],
  ['as the name of its messages (Rails, Shopify)', { errors: { email: ['is taken'] } }, 'email'],
  ['more than once', { errors: [{ field: 'a' }, { field: 'b' }, { field: 'a' }] }, 'a, b'],
  ['very often', { errors: ['a', 'b', 'c', 'd'].map((field) => ({ field })) }, 'a, b, c …'],
])('is what the answer names %s', (_where, body, field) => {
  expect(answered(body)).toBe(field);
});

it.each<[string, Json]>([
  ['the address that was asked', { status: 404, path: '/orders/7', message: 'no' }],
  ['nothing', { message: 'no' }],
  ['a sentence', { field: 'the field is wrong' }],
  ['a list of answers', ['no']],
  ['a text', 'no'],
  ['errors that are no messages', { errors: { count: 3 } }],
])('is none where the answer has %s', (_what, body) => {
  expect(answered(body)).toBeNull();
});

it('is a path that the message quotes, if it begins in what was sent', () => {
  const message = 'answered with status 422: customer.email is required, see docs.example.com';
  expect(fieldAtFault(failed({ message, mapped: { customer: {} } }))).toBe('customer.email');
  expect(fieldAtFault(failed({ message, mapped: { order: 1 } }))).toBeNull();
});
