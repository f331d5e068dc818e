import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pack, unpack } from './page-packing.js';

describe('kept pages', () => {
  it.each<[string, Buffer]>([
    ['an empty body', Buffer.alloc(0)],
    ['a byte', Buffer.from('1')],
    [
      'a page of orders',
      Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `Zoë ${id}` })))),
    ],
    ['what cannot be made smaller', randomBytes(300_000)],
    ['several megabytes', Buffer.alloc(5_000_000, 'abc')],
  ])('come back as they were: %s', async (_rule, body) => {
    expect((await unpack(await pack(body))).equals(body)).toBe(true);
  });

  it('are small', async () => {
    const orders = Buffer.from(
      JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, city: 'Hamburg' }))),
    );
    expect((await pack(orders)).length).toBeLessThan(orders.length / 5);
  });

  it.each([1, 6, 9])('of an earlier version are read: zlib of level %i', async (level) => {
    expect((await unpack(deflateSync('{"orders":[]}', { level }))).toString()).toBe('{"orders":[]}');
  });
});
