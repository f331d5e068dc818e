// Sealing of secrets at rest: AES-256-GCM, bound to the place where they are stored.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyRing } from './key-ring.js';
import { Secret } from './secret.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed value lives. It is additional data: a value moved to another row does not open. */
export interface SealPlace {
  table: string;
  column: string;
  rowId: string;
  projectId?: string;
}

@Injectable()
export class Sealer {
  constructor(private readonly keyRing: KeyRing) {}

  /** Text → `s1.<key id>.<iv>.<ciphertext and tag>` (base64url parts). */
  seal(plain: string, place: SealPlace): string {
    const key = this.keyRing.current;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(additionalData(place));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `s1.${key.id}.${iv.toString('base64url')}.${body.toString('base64url')}`;
  }

  /** Throws when the key is gone, the value was changed, or it was sealed for another place. */
  open(sealed: string, place: SealPlace): Secret {
    const [version, keyId, iv, body] = sealed.split('.');
    if (version !== 's1' || !keyId || !iv || !body) throw new Error('A sealed value has an unknown form.');
    const key = this.keyRing.find(keyId);
    if (!key)
      throw new Error(`A sealed value needs the master key "${keyId}", which MASTER_KEYS does not hold.`);
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(additionalData(place));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)),
      decipher.final(),
    ]);
    return new Secret(plain.toString('utf8'));
  }
}

const additionalData = (place: SealPlace): Buffer =>
  Buffer.from([place.table, place.column, place.rowId, place.projectId ?? ''].join('\u001f'), 'utf8');
