import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Connections take theirs from above. */
const PORTS = [20_000, 32_768] as const;

/**
 * A port that nobody listens on, for a program that cannot take any: no connection gets it before
 * the program listens, as one that the system has chosen might.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
