import { isTemplate, newCall, toCall, toCallForm, type TokenCallForm } from './token-call-form.js';

const call = (change: Partial<TokenCallForm>): TokenCallForm => ({
  ...newCall([]),
  url: 'https://x/t',
  ...change,
});

it('sends headers and the body in its form', () => {
  const form = call({
    headers: [
      ['X-Shop', '{{inputs.shop}}'],
      ['', 'left out'],
    ],
    body_type: 'form',
    body: '{"user":"{{inputs.username}}"}',
  });
  expect(toCall(form)).toMatchObject({
    headers: { 'X-Shop': '{{inputs.shop}}' },
    body_type: 'form',
    body: { user: '{{inputs.username}}' },
  });
});

it('keeps a body that is no JSON as text, and a text always', () => {
  expect(toCall(call({ body_type: 'json', body: '{"id": {{inputs.id}}}' })).body).toBe(
    '{"id": {{inputs.id}}}',
  );
  expect(toCall(call({ body_type: 'text', body: '12' })).body).toBe('12');
  expect(toCall(call({ body_type: 'none', body: '{"a":1}' })).body).toBeNull();
});

it('says which body is sent as it is written', () => {
  expect(isTemplate(call({ body_type: 'xml', body: '<a/>' }))).toBe(true);
  expect(isTemplate(call({ body_type: 'json', body: '{"a":1}' }))).toBe(false);
  expect(isTemplate(call({ body_type: 'json', body: '' }))).toBe(false);
});

it('shows a stored call and sends the same again', () => {
  const stored = {
    name: 'login',
    method: 'PUT' as const,
    url: 'https://x/t',
    headers: { Accept: 'text/plain' },
    body_type: 'json' as const,
    body: { user: 'a', keep: [1] },
  };
  expect(toCall(toCallForm(stored))).toEqual(stored);
});

it('names a further call as none before it', () => {
  const first = newCall([]);
  const second = newCall([first]);
  expect(first.name).toBe('login');
  expect(newCall([first, { ...second, name: 'call3' }]).name).toBe('call4');
});
