// OUTBOUND_ALLOW: which private hosts and ranges calls may reach. `erp.internal:8443, 10.20.0.0/16:443, [fd00::/8]`.

import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

type RangeEntry = { range: [IpAddress, number]; port: number | null };
type NameEntry = { name: string; port: number | null };

/** A parsed OUTBOUND_ALLOW. An entry without a port allows every port. */
export type AllowList = { ranges: readonly RangeEntry[]; names: readonly NameEntry[] };

/** An entry that cannot be read; the message quotes it, for the start-up report of the configuration. */
export class AllowListError extends Error {
  override readonly name = 'AllowListError';
}

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Lower case without the root dot: the form in which host names are compared. */
function canonicalName(host: string): string {
  const lower = host.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** An IPv4-mapped IPv6 address is judged as the IPv4 address that the socket will really reach. */
export function unmapped(address: IpAddress): IpAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function parsePort(text: string | undefined, entry: string): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port >= 1 && port <= 65535)) throw new AllowListError(`OUTBOUND_ALLOW: "${entry}" has no valid port`);
  return port;
}

function parseRange(text: string): [IpAddress, number] | null {
  const [address = '', bits] = text.split('/');
  // Only four decimal parts: ipaddr.js alone would read "10" or "0x7f.1" as an address.
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address);
  if ((!isV4 && !ipaddr.IPv6.isValid(address)) || address.includes('%') || !ipaddr.isValid(address))
    return null;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return null;
  return [parsed, bits === undefined ? most : Number(bits)];
}

/** Splits "host", "host:port", "[v6]:port" and a bare IPv6 range into host and port. */
function splitEntry(entry: string): { host: string; port: string | undefined } {
  const bracketed = /^\[([^\]]+)\](?::(.*))?$/.exec(entry);
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] };
  const colons = entry.split(':').length - 1;
  if (colons !== 1) return { host: entry, port: undefined };
  const at = entry.indexOf(':');
  return { host: entry.slice(0, at), port: entry.slice(at + 1) };
}

/** Reads OUTBOUND_ALLOW; entries are parted by commas or white space. Throws AllowListError naming the bad entry. */
export function parseAllowList(text: string): AllowList {
  const ranges: RangeEntry[] = [];
  const names: NameEntry[] = [];
  for (const entry of text.split(/[\s,]+/)) {
    if (entry === '') continue;
    const { host, port: portText } = splitEntry(entry);
    const port = parsePort(portText, entry);
    const range = parseRange(host);
    const name = canonicalName(host);
    if (range) ranges.push({ range, port });
    else if (NAME.test(name) && !/^[\d.]+$/.test(name)) names.push({ name, port });
    else throw new AllowListError(`OUTBOUND_ALLOW: "${entry}" is neither a host name nor an address range`);
  }
  return { ranges, names };
}

export function listsName(list: AllowList, host: string, port: number): boolean {
  const name = canonicalName(host);
  return list.names.some((entry) => entry.name === name && (entry.port === null || entry.port === port));
}

export function listsAddress(list: AllowList, address: IpAddress, port: number): boolean {
  return list.ranges.some(
    ({ range, port: allowed }) =>
      (allowed === null || allowed === port) && address.kind() === range[0].kind() && address.match(range),
  );
}
