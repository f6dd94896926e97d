// Asks the process of these settings whether it is up, for the health check of a container.
// usage: node server/commands/health.ts
import { isIPv6 } from 'node:net';
import { readConfig, SetupError } from '../config.ts';
import { runCommand } from './command.ts';

const TIMEOUT_MS = 5000;

await runCommand(async () => {
  const { host, port } = readConfig();
  // Of all addresses, that of this machine; the name has one of each family.
  const isAny = ['0.0.0.0', '::'].includes(host);
  const address = isAny ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  const url = `http://${address}:${port}/healthz`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new SetupError(
        `${url} does not respond: ${(error.cause as Error)?.message ?? error.message}`,
      );
    },
  );
  if (!response.ok) throw new SetupError(`${url} responds with ${response.status}.`);
  process.exit();
});
