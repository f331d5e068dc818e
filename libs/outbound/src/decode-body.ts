// Inflates one content encoding of an answer, bounded in bytes and in ratio (a small answer may not become a huge one).

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { OutboundError } from './outbound-error.js';

type Inflate = (data: InputType, options: ZlibOptions) => Promise<Buffer>;
const inflateBy: Record<string, Inflate> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: (data, options) => (hasZlibHeader(data as Buffer) ? zlibInflate : rawInflate)(data, options),
};
const zlibInflate: Inflate = promisify(inflate);
const rawInflate: Inflate = promisify(inflateRaw);

const MAX_RATIO = 100;
/** Below this size a high ratio is harmless: repeated rows of a small list compress better than 100:1. */
const RATIO_FLOOR = 1024 * 1024;

/** "deflate" means zlib (RFC 1950), but some servers send the raw form (RFC 1951). */
function hasZlibHeader(data: Buffer): boolean {
  const [first = 0, second = 0] = data;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** The encodings that requests offer. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** Throws TOO_LARGE above `maxBytes` or 100:1, DECODE_FAILED for an unknown, double or broken encoding. */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
  host: string,
  status: number,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const run = Object.hasOwn(inflateBy, name) ? inflateBy[name] : undefined;
  if (run === undefined) {
    throw new OutboundError(
      'DECODE_FAILED',
      `The answer of ${host} is encoded in a way that is not supported.`,
      true,
      status,
    );
  }
  const limit = Math.min(maxBytes, Math.max(RATIO_FLOOR, body.length * MAX_RATIO));
  try {
    return await run(body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new OutboundError(
        'TOO_LARGE',
        `The answer of ${host} is larger than ${limit} bytes when unpacked.`,
        true,
        status,
      );
    }
    throw new OutboundError('DECODE_FAILED', `The answer of ${host} could not be unpacked.`, true, status);
  }
}
