// Which request headers a caller may set, and the check of their names and values (RFC 9110 5.1, 5.5).

import { OutboundError } from './outbound-error.js';

/** Header names in any case; an array sends the header once per entry. */
export type OutboundHeaders = Record<string, string | string[]>;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Visible ASCII, space, tab and obs-text; no CR, LF, NUL or other control, nothing that latin1 would mangle.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Names that belong to the connection or to framing: the client sets them itself. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What may follow a redirect to another origin; everything else may be a credential. */
const HARMLESS = new Set(['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'user-agent']);

/** Why a header may not be sent, in words that name the header and never its value; null when it may. */
export function headerProblem(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return 'A header name holds characters that HTTP does not allow.';
  if (RESERVED.has(name.toLowerCase()))
    return `The header "${name}" is set by the service itself and may not be given.`;
  if (!VALUE.test(value))
    return `The value of the header "${name}" holds characters that HTTP does not allow.`;
  return null;
}

/** Throws OutboundError INVALID_HEADER for the first header that may not be sent. */
export function assertHeaders(headers: OutboundHeaders): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    for (const single of typeof value === 'string' ? [value] : value) {
      const problem = headerProblem(name, single);
      if (problem !== null) throw new OutboundError('INVALID_HEADER', problem);
    }
  }
}

/** The headers that may go to another origin. */
export function harmlessHeaders(headers: OutboundHeaders): OutboundHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name.toLowerCase())));
}

export function hasHeader(headers: OutboundHeaders, lowerName: string): boolean {
  for (const name of Object.keys(headers))
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return true;
  return false;
}
