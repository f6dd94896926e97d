import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIPv4, isIPv6 } from 'node:net';
import { limitConcurrency } from '../../lib/fair-queue.ts';

/**
 * The addresses of names that a person can choose. The lookup of the system takes one of two threads
 * of the process for as long as a name server does not respond: a few such names would hold up every
 * other lookup, also those of the database and of mails. Name servers are asked without threads.
 */

/** Of one question, and of one that is repeated. Connecting ends the wait in any case. */
const TIMEOUT_MS = 2000;
const MAX_TIMEOUT_MS = 4000;
const TRIES = 2;
/** What waits for its turn longer is not asked for any more: the connection has ended. */
const MAX_WAIT_MS = 10_000;
/** Of a family: each is tried for a while. */
const MAX_ADDRESSES = 8;
const HOSTS = '/etc/hosts';
const LOCAL = /(?:^|\.)localhost$/;
/** The name server has no such name, or there is none: the system may know more. */
const UNKNOWN = /^(ENOTFOUND|ENODATA|ECONNREFUSED)$/;

type Address = { address: string; family: 4 | 6 };

export type Resolve = (name: string) => Promise<Address[]>;

/** @param nameServers those that are asked; those of the system without it */
export function createResolve(nameServers?: readonly string[]): Resolve {
  /** One at a time: the other thread is for names of the operator. */
  const inTurn = limitConcurrency(1);

  return async (given) => {
    const name = given.toLowerCase().replace(/\.$/, '');
    const known = await hostsOf(name);
    if (known.length) return known;
    if (LOCAL.test(name)) return addresses(['127.0.0.1'], ['::1']);
    try {
      return await ask(name, nameServers);
    } catch (error) {
      if (!UNKNOWN.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      const since = performance.now();
      // Names of search domains, and of networks without a name server (mDNS).
      return inTurn(async () => {
        if (performance.now() - since > MAX_WAIT_MS) throw error;
        return (await lookup(name, { all: true })) as Address[];
      });
    }
  };
}

const addresses = (four: readonly string[], six: readonly string[]): Address[] => [
  ...four.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: 4 as const })),
  ...six.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: 6 as const })),
];

/** @throws Error with a code of `node:dns` */
async function ask(name: string, nameServers: readonly string[] | undefined): Promise<Address[]> {
  // Made anew: the name servers of the system may change.
  const resolver = new Resolver({
    timeout: TIMEOUT_MS,
    maxTimeout: MAX_TIMEOUT_MS,
    tries: TRIES,
  });
  if (nameServers) resolver.setServers(nameServers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = addresses(
    four.status === 'fulfilled' ? four.value : [],
    six.status === 'fulfilled' ? six.value : [],
  );
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** What the operator says of a name, which is asked first, as by the system. */
async function hostsOf(name: string): Promise<Address[]> {
  const text = await readFile(HOSTS, 'utf8').catch(() => '');
  const found = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    return names.some((entry) => entry.toLowerCase() === name) ? [address] : [];
  });
  return addresses(
    found.filter((address) => isIPv4(address)),
    found.filter((address) => isIPv6(address)),
  );
}
