// Asks the process of these settings whether it is up, for the health check of a container.
// usage: node server/commands/health.ts
import { readConfig, SetupError } from '../config/config.ts';
import { localUrl, runCommand } from './command.ts';

const TIMEOUT_MS = 5000;

await runCommand(async () => {
  const url = `${localUrl(readConfig())}/healthz`;
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
