// Decides which hosts and addresses calls may reach. Judged is the socket's address, never the typed text.

import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type AllowList,
  type IpAddress,
  listsAddress,
  listsName,
  parseAllowList,
  unmapped,
} from './allow-list.js';
import { OutboundError, toOutboundError } from './outbound-error.js';

/** Resolves a name to all its addresses, as the operating system would. Injected in tests. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Ranges that ipaddr.js calls unicast and that are not for strangers: IPv4-compatible IPv6, Azure's host. */
const EXTRA_BLOCKED: [IpAddress, number][] = [
  [ipaddr.parse('::'), 96],
  [ipaddr.parse('168.63.129.16'), 32],
];

/** What a listed NAME may turn into; anything else that is not public must be listed as an address. */
const NAMEABLE = new Set(['private', 'uniqueLocal', 'loopback', 'carrierGradeNat']);

const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/** The port a URL goes to. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** The IP literal in a URL's host (already normalised by the WHATWG parser), or null for a name. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** Parses an absolute http(s) URL without user info. Throws OutboundError INVALID_URL. */
export function parseHttpUrl(text: string | URL): URL {
  let url: URL;
  try {
    url = typeof text === 'string' ? new URL(text) : text;
  } catch {
    throw new OutboundError('INVALID_URL', 'The address is not an absolute URL.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new OutboundError('INVALID_URL', 'The address must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('INVALID_URL', 'The address must not hold a user name or password.');
  }
  return url;
}

/**
 * The address rule: public unicast addresses always; private, loopback and other reserved ones only when the
 * allow list names them. Holds no state but the list, so one object serves a whole process.
 */
export class AddressPolicy {
  readonly #list: AllowList;
  readonly #resolve: Resolve;

  constructor(allow: string, resolve: Resolve = resolveBySystem) {
    this.#list = parseAllowList(allow);
    this.#resolve = resolve;
  }

  /** True when the operator named this host (plain http is acceptable there). */
  isListed(url: URL): boolean {
    const literal = literalOf(url.hostname);
    if (literal === null) return listsName(this.#list, url.hostname, portOf(url));
    return listsAddress(this.#list, unmapped(ipaddr.parse(literal)), portOf(url));
  }

  /** Refuses a literal address (brackets or not) that may not be called; a name is judged when it is resolved. */
  checkLiteral(hostname: string, port: number): void {
    const literal = literalOf(hostname);
    if (literal !== null) this.#check(literal, hostname, port);
  }

  /** The whole check for saving a setting: form, literal, and every address of a name that resolves now. */
  async checkUrl(text: string | URL): Promise<void> {
    const url = parseHttpUrl(text);
    if (literalOf(url.hostname) !== null) return this.checkLiteral(url.hostname, portOf(url));
    await this.resolveChecked(url.hostname, portOf(url)).catch((error: unknown) => {
      // A name that does not resolve yet may be saved; each call checks again.
      if (!(error instanceof OutboundError) || error.code !== 'DNS_FAILED') throw error;
    });
  }

  /** All addresses of a name; throws BLOCKED_ADDRESS when one of them may not be called, DNS_FAILED when none came. */
  async resolveChecked(hostname: string, port: number): Promise<LookupAddress[]> {
    const host = `${hostname}:${port}`;
    const addresses = await this.#resolve(hostname).catch((error: unknown) => {
      const mapped = toOutboundError(error, host, false);
      throw mapped.code === 'DNS_FAILED'
        ? mapped
        : new OutboundError('DNS_FAILED', `The name of ${host} could not be resolved.`);
    });
    if (addresses.length === 0) throw new OutboundError('DNS_FAILED', `The name of ${host} has no address.`);
    for (const { address } of addresses) this.#check(address, hostname, port);
    return addresses;
  }

  /** `lookup` for a socket to `port`: the socket gets exactly the addresses that were checked. */
  lookupFor(port: number): LookupFunction {
    return (hostname, options, callback) => {
      this.resolveChecked(hostname, port).then(
        (addresses) => {
          const wanted =
            options.family === 4 || options.family === 6
              ? addresses.filter((a) => a.family === options.family)
              : addresses;
          const first = wanted[0];
          if (first === undefined)
            callback(Object.assign(new Error('no address of this family'), { code: 'ENOTFOUND' }), '', 0);
          else if (options.all) callback(null, wanted);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    };
  }

  #check(text: string, hostname: string, port: number): void {
    const host = `${hostname}:${port}`;
    const withoutZone = text.split('%')[0] ?? text;
    if (!ipaddr.isValid(withoutZone))
      throw new OutboundError('BLOCKED_ADDRESS', `The address of ${host} cannot be judged.`);
    const address = unmapped(ipaddr.parse(withoutZone));
    const range = address.range();
    const isExtra = EXTRA_BLOCKED.some((entry) => entry[0].kind() === address.kind() && address.match(entry));
    if (range === 'unicast' && !isExtra) return;
    if (listsAddress(this.#list, address, port)) return;
    if (NAMEABLE.has(range) && !isExtra && listsName(this.#list, hostname, port)) return;
    throw new OutboundError(
      'BLOCKED_ADDRESS',
      listsName(this.#list, hostname, port)
        ? `${host} leads to a link-local, metadata or reserved address. Only an entry with that address in OUTBOUND_ALLOW can allow it.`
        : `${host} is or leads to a private or reserved address, which calls may not reach. If it is meant, add ${host} to OUTBOUND_ALLOW.`,
    );
  }
}
