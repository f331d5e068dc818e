import { reasonIn } from './reason.js';

describe('the reason of an error answer', () => {
  it.each([
    [{ message: 'channel is required.' }, 'channel is required.'],
    [{ error: 'invalid_request', error_description: 'No audience.' }, 'No audience.'],
    [{ errors: [{ detail: 'SKU unknown' }] }, 'SKU unknown'],
    [{ error: { message: 'nested' } }, 'nested'],
    [{ title: 'Bad', detail: 'Why' }, 'Why'],
    ['  plain\n text ', 'plain text'],
    ['binary\0\u0001 text', 'binary text'],
    [`${'x'.repeat(199)}🎉`, 'x'.repeat(199)],
    ['<html><h1>502</h1></html>', null],
    [{ ok: false }, null],
    [undefined, null],
    [{ errors: { errors: { errors: { errors: ['too deep'] } } } }, null],
  ])('of %j is %j', (body, reason) => {
    expect(reasonIn(body)).toBe(reason);
  });
});
