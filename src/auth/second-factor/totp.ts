// One-time codes by time (RFC 6238: SHA-1, 6 digits, 30 s) and recovery codes.
import { randomInt } from 'node:crypto';
import { Secret as TotpSecret, TOTP } from 'otpauth';
import { sha256 } from '../../common/crypto/tokens.js';

const ISSUER = 'Pipewright';
const PERIOD_SECONDS = 30;
/** Clocks differ: the step before and the one after count too. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Crockford's base32 without vowels' look-alikes; 12 characters are 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: TotpSecret.fromBase32(secret), period: PERIOD_SECONDS });

export function makeTotpSecret(label: string): { secret: string; otpauthUrl: string } {
  const secret = new TotpSecret({ size: 20 }).base32;
  return { secret, otpauthUrl: totpOf(secret, label).toString() };
}

/** The 30-second step to which the code belongs; null: it is not one of now. Apps show `123 456`: spaces do not count. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

export function makeRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);
}

/** Written with or without the dash, in any case. */
export const recoveryHash = (code: string): string =>
  sha256(code.toLowerCase().replace(/[\s-]/g, '')).toString('hex');
