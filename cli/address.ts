import { isIPv4 } from 'node:net';
import { usage } from './failure.ts';

/** Where a server is. */

const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'));

/**
 * The address of a server as it is kept: without a slash at its end.
 * @param isInsecure whether keys may go there without TLS
 * @throws Failure (usage)
 */
export function addressOf(text: string, isInsecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usage(
      `'${text}' is not the address of a server: expected one such as https://posts.example.org.`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw usage('The address of a server has no user, password, query or fragment.');
  const address = url.href.replace(/\/+$/, '');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !isInsecure)
    throw usage(
      `${address} has no TLS: anybody on the way could read the key. Use https, or --insecure-http where the network is yours.`,
    );
  return address;
}
