import { faultUnder, labelOf, namesBy } from './field-labels.js';

const labels = { token_url: { label: 'Token URL' }, token_calls: { label: 'Calls for the token' } };
const nameOf = namesBy(labels, (text) => text);

test('a field is called by its label, a member by that of the whole, and any other by its name in words', () => {
  expect(labelOf('token_url', nameOf)).toBe('Token URL');
  expect(labelOf('token_calls.1.body_type', nameOf)).toBe('Calls for the token 2 body type');
  expect(labelOf('confirm_disconnect', nameOf)).toBe('Confirm disconnect');
});

test('one field shows the fault of any of its members', () => {
  expect(faultUnder({ 'users.2': 'wrong' }, 'users')).toBe('wrong');
  expect(faultUnder({ users: 'none', 'users.2': 'wrong' }, 'users')).toBe('none');
  expect(faultUnder({ users_of: 'wrong' }, 'users')).toBeUndefined();
});
