import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The IP address of a request in a form that PostgreSQL accepts: without the zone of a link-local
 * address or a port, and IPv4 where IPv6 carries it. A forwarded value that is no address is
 * ignored in favour of the socket's.
 */
export function clientIp(request: FastifyRequest): string {
  return normalize(request.ip) ?? normalize(request.socket.remoteAddress) ?? '0.0.0.0';
}

function normalize(text = ''): string | undefined {
  if (isIPv4(text)) return text;
  const address = text
    .replace(/%.*/, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!isIP(address)) return undefined;
  return isIPv6(address) ? (mappedIPv4(address) ?? address) : address;
}

/**
 * The network of an address, for rate limits: the IPv4 address itself, or the /64 of an IPv6
 * address, within which a subscriber has as many addresses as they like.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  return mappedIPv4(address) ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The /48 of an IPv6 address: a provider gives that to a customer, with 65,536 networks. Undefined
 * for IPv4.
 */
export function siteOf(address: string): string | undefined {
  if (!isIPv6(address) || mappedIPv4(address)) return undefined;
  return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
}

/** A site has this many times as much as a network: there may be many people in it. */
export const SITE_FACTOR = 8;

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
  // The URL parser normalises every form: `::ffff:10.0.0.1` becomes `::ffff:a00:1`.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = (text: string) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail ?? '')];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}
