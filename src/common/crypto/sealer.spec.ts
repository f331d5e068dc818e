import { inspect } from 'node:util';
import { KeyRing } from './key-ring.js';
import { Sealer, type SealPlace } from './sealer.js';
import { Secret } from './secret.js';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const PLACE: SealPlace = {
  table: 'credentials',
  column: 'secret_inputs',
  rowId: 'row-1',
  projectId: 'project-1',
};

describe('Sealer', () => {
  const sealer = new Sealer(KeyRing.parse(key('k1', 1)));

  it('opens what it sealed, and seals the same text differently each time', () => {
    const [one, two] = [sealer.seal('text', PLACE), sealer.seal('text', PLACE)];
    expect(one).not.toBe(two);
    expect(sealer.open(one, PLACE).reveal()).toBe('text');
    expect(one).not.toContain(Buffer.from('text').toString('base64url'));
  });

  it.each<[string, Partial<SealPlace>]>([
    ['row', { rowId: 'row-2' }],
    ['column', { column: 'token_set' }],
    ['table', { table: 'systems' }],
    ['project', { projectId: 'project-2' }],
    ['no project', { projectId: undefined }],
  ])('does not open a value that was moved to another %s', (_name, change) => {
    const sealed = sealer.seal('text', PLACE);
    expect(() => sealer.open(sealed, { ...PLACE, ...change })).toThrow();
  });

  it('does not open a value with any part changed or cut, nor with a short tag', () => {
    const sealed = sealer.seal('a longer text to seal', PLACE);
    const [version, id, iv, body] = sealed.split('.') as [string, string, string, string];
    const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    for (const changed of [
      [version, id, flip(iv), body],
      [version, id, iv, flip(body)],
      [version, id, iv, body.slice(0, 12)],
      [version, id, iv, body.slice(0, -4)],
      ['s2', id, iv, body],
      [version, 'k9', iv, body],
      [version, id, iv, ''],
    ])
      expect(() => sealer.open(changed.join('.'), PLACE)).toThrow();
  });

  it('opens with every key of the ring, seals with the first, and another key with the same id opens nothing', () => {
    const old = new Sealer(KeyRing.parse(key('k1', 1)));
    const both = new Sealer(KeyRing.parse(`${key('k2', 2)},${key('k1', 1)}`));
    const sealed = old.seal('text', PLACE);
    expect(both.open(sealed, PLACE).reveal()).toBe('text');
    expect(both.seal('text', PLACE)).toMatch(/^s1\.k2\./);
    expect(() => new Sealer(KeyRing.parse(key('k1', 3))).open(sealed, PLACE)).toThrow();
    expect(() => new Sealer(KeyRing.parse(key('k2', 2))).open(sealed, PLACE)).toThrow(/"k1"/);
  });
});

describe('KeyRing', () => {
  it.each([[''], ['k1'], ['k1:short'], [`${key('k1', 1)},${key('k1', 2)}`], [`k 1:${'A'.repeat(44)}`]])(
    'refuses %j in words that hold no key',
    (text) => {
      expect(() => KeyRing.parse(text)).toThrow(/MASTER_KEYS/);
      try {
        KeyRing.parse(text);
      } catch (error) {
        expect((error as Error).message).not.toContain('AAAA');
      }
    },
  );
});

describe('Secret', () => {
  it('prints as [secret] wherever it is printed', () => {
    const secret = new Secret('s3cret');
    for (const text of [
      String(secret),
      `${secret.toString()}`,
      JSON.stringify({ secret }),
      inspect({ deep: [secret] }),
      inspect(secret, { showHidden: true, depth: null }),
    ]) {
      expect(text).toContain('[secret]');
      expect(text).not.toContain('s3cret');
    }
    expect(secret.reveal()).toBe('s3cret');
  });
});
