import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Where a request comes from, as an address that PostgreSQL takes: without the zone of a link-local address or the port
 * that some proxies add, and an IPv4 address in its own form where IPv6 carries it. What a proxy forwards and is no
 * address does not count; then it is the socket's.
 */
export function addressOf(request: FastifyRequest): string {
  return bare(request.ip) ?? bare(request.socket.remoteAddress) ?? '0.0.0.0';
}

function bare(text = ''): string | undefined {
  const address = text
    .replace(/%.*$/, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!isIP(address)) return undefined;
  return isIPv6(address) ? (mappedIPv4(address) ?? address) : address;
}

/**
 * What one subscriber of a network holds, for limits: an IPv4 address, and of IPv6 the /64, out of which anybody takes
 * as many addresses as they like.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  return mappedIPv4(address) ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

const mappedIPv4 = (address: string) => {
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
};

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes any form in one way: `::ffff:10.0.0.1` as `::ffff:a00:1`.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parts = (text: string) => (text ? text.split(':') : []);
  const [first, last] = [parts(head), parts(tail ?? '')];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}
