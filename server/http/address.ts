import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Where a request comes from, as an address that PostgreSQL takes: without the zone of a link-local address or the port
 * that some proxies add. What a proxy forwards and is no address does not count; then it is the socket's.
 */
export function addressOf(request: FastifyRequest): string {
  return bare(request.ip) ?? bare(request.socket.remoteAddress) ?? '0.0.0.0';
}

function bare(text = ''): string | undefined {
  const address = text
    .replace(/%.*$/, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) ? address : undefined;
}
