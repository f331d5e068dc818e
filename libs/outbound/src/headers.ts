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

type JudgedName = Readonly<{ lower: string; problem: string | null }>;

/** Names judged before: the calls of a run carry the same few. */
const judged = new Map<string, JudgedName>();
const MAX_JUDGED = 500;

function judgeName(name: string): JudgedName {
  let known = judged.get(name);
  if (known === undefined) {
    const lower = name.toLowerCase();
    const problem = !TOKEN.test(name)
      ? 'A header name holds characters that HTTP does not allow.'
      : RESERVED.has(lower)
        ? `The header "${name}" is set by the service itself and may not be given.`
        : null;
    if (judged.size >= MAX_JUDGED) judged.clear();
    judged.set(name, (known = { lower, problem }));
  }
  return known;
}

/** Why a header may not be sent, in words that name the header and never its value; null when it may. */
export function headerProblem(name: string, value: string): string | null {
  const { problem } = judgeName(name);
  if (problem !== null || VALUE.test(value)) return problem;
  return `The value of the header "${name}" holds characters that HTTP does not allow.`;
}

/**
 * The checked headers as undici takes them fastest: name, value, name, value. `defaults` (lower-case names) are added
 * where the caller gave none. Throws OutboundError INVALID_HEADER for the first one that may not be sent.
 */
export function wireHeaders(headers: OutboundHeaders, defaults: Readonly<Record<string, string>>): string[] {
  const list: string[] = [];
  const add = (name: string, value: string): void => {
    const problem = headerProblem(name, value);
    if (problem !== null) throw new OutboundError('INVALID_HEADER', problem);
    list.push(name, value);
  };
  const names = Object.keys(headers);
  for (const name of names) {
    const value = headers[name] ?? '';
    if (typeof value === 'string') add(name, value);
    else for (const single of value) add(name, single);
  }
  for (const name of Object.keys(defaults)) {
    if (!names.some((given) => judgeName(given).lower === name)) list.push(name, defaults[name] as string);
  }
  return list;
}

/** Headers that many calls share, checked once. Throws as `wireHeaders`. */
export class SharedHeaders {
  private readonly list: string[];

  constructor(
    readonly given: OutboundHeaders,
    defaults: Readonly<Record<string, string>>,
  ) {
    this.list = wireHeaders(given, defaults);
  }

  /** As undici takes them; `own`: one header more, or in the place of those of that name. Throws INVALID_HEADER. */
  wire(own: readonly [name: string, value: string] | undefined): string[] {
    if (own === undefined) return this.list;
    const [name, value] = own;
    const problem = headerProblem(name, value);
    if (problem !== null) throw new OutboundError('INVALID_HEADER', problem);
    const { lower } = judgeName(name);
    const wired: string[] = [];
    for (let at = 0; at < this.list.length; at += 2) {
      const other = this.list[at] as string;
      if (judgeName(other).lower !== lower) wired.push(other, this.list[at + 1] as string);
    }
    wired.push(name, value);
    return wired;
  }
}

/** The headers that may go to another origin. */
export function harmlessHeaders(headers: OutboundHeaders): OutboundHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name.toLowerCase())));
}
