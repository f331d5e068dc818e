import { callBody } from './api-call.js';
import { toBody, toForm } from './api-form.js';

const form = { ...toForm(), api_name: 'List orders', system_id: 's', path: '/orders' };

describe('the call of an API that is shown', () => {
  it('has the body that Save sends', () => {
    const full = { ...form, sample_response: '{"orders": []}', retry: '[]', pagination: '{"kind": "none"}' };
    expect(callBody(full)).toEqual(toBody(full));
  });
  it('leaves out what is no JSON yet, and keeps the rest', () => {
    const body = callBody({ ...form, pagination: '{"kind": ', sample_response: '[', record_key: 'id' });
    expect(body).not.toHaveProperty('pagination');
    expect(body).not.toHaveProperty('sample_response');
    expect(body).toMatchObject({ record_key: ['id'], incremental: null });
  });
  it('names a sample that is too large for a shell', () => {
    const body = callBody({ ...form, sample_response: `"${'x'.repeat(30_000)}"` });
    expect(body.sample_response).toBe('<SAMPLE_RESPONSE>');
  });
});
