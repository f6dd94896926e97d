import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The address and the port of the application. */

/** `::` takes IPv4 as well, but a machine without IPv6 has no such address. */
export function availableHost(host: string) {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return host === '::' && !addresses.some(({ family }) => family === 'IPv6') ? '0.0.0.0' : host;
}

/** Listens for a moment. @throws the error that ends a start */
export function tryToListen({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: availableHost(host) }, () => server.close(() => resolve()));
  });
}
