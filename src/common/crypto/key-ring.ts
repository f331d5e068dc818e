// The master keys at rest: `id1:<base64 of 32 bytes>,id2:…`; the first encrypts, all decrypt.
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface MasterKey {
  id: string;
  bytes: Buffer;
}

export class KeyRing {
  private readonly derived = new Map<string, KeyObject>();

  private constructor(private readonly keys: MasterKey[]) {}

  /** Throws an Error whose message names what is wrong, never a key. */
  static parse(text: string): KeyRing {
    const keys: MasterKey[] = [];
    for (const part of text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')) {
      const at = part.indexOf(':');
      const id = part.slice(0, Math.max(at, 0));
      const bytes = Buffer.from(part.slice(at + 1), 'base64');
      if (!/^[A-Za-z0-9_-]{1,32}$/.test(id))
        throw new Error('MASTER_KEYS: each key is written <id>:<base64>, the id of letters and digits.');
      if (bytes.length !== 32) throw new Error(`MASTER_KEYS: key "${id}" must be 32 bytes in base64.`);
      if (keys.some((key) => key.id === id)) throw new Error(`MASTER_KEYS: the id "${id}" is there twice.`);
      keys.push({ id, bytes });
    }
    if (keys.length === 0) throw new Error('MASTER_KEYS holds no key.');
    return new KeyRing(keys);
  }

  get current(): MasterKey {
    return this.keys[0]!;
  }

  find(id: string): MasterKey | undefined {
    return this.keys.find((key) => key.id === id);
  }

  get ids(): string[] {
    return this.keys.map((key) => key.id);
  }

  /** A key for another purpose, bound to its name (HKDF-SHA256, RFC 5869). */
  derive(purpose: string, keyId = this.current.id): KeyObject {
    const name = `${keyId} ${purpose}`;
    const known = this.derived.get(name);
    if (known) return known;
    const key = this.find(keyId);
    if (!key) throw new Error(`There is no master key "${keyId}".`);
    const bytes = Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), purpose, 32));
    const derived = createSecretKey(bytes);
    this.derived.set(name, derived);
    return derived;
  }
}
