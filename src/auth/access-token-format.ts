// The text of a personal access token: `pwt_` + public id (12 hex) + secret (48 hex) + checksum (8 hex).
import { randomBytes } from 'node:crypto';
import { sha256 } from '../common/crypto/tokens.js';

export const ACCESS_TOKEN_PREFIX = 'pwt_';
const FORM = /^pwt_([0-9a-f]{12})([0-9a-f]{48})([0-9a-f]{8})$/;

const checksum = (text: string): string => sha256(text).toString('hex').slice(0, 8);

export function makeAccessToken(): { token: string; publicId: string; hash: Buffer } {
  const publicId = randomBytes(6).toString('hex');
  const body = `${ACCESS_TOKEN_PREFIX}${publicId}${randomBytes(24).toString('hex')}`;
  const token = body + checksum(body);
  return { token, publicId, hash: sha256(token) };
}

/** The public id of a well-formed token; null for anything else, without asking the database. */
export function publicIdOf(token: string): string | null {
  const match = FORM.exec(token);
  if (!match) return null;
  return checksum(token.slice(0, -8)) === match[3] ? (match[1] ?? null) : null;
}
