// Opaque tokens: random, stored as SHA-256 only, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes, base64url (43 characters). */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Equal texts, compared in a time that does not depend on where they differ. */
export const equalTexts = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
