// Pauses all publishing of all workspaces, until somebody resumes in each of them. Nothing that is due
// meanwhile is lost. Works while the application runs or not.
// usage: npm run pause -- "REASON"
import { readConfig } from '../config/config.ts';
import { pauseEverywhere } from '../features/publishing/pause/pause.service.ts';
import { commandLine } from '../root.ts';
import { runCommand, UsageError, withDatabase } from './command.ts';

const MAX_REASON = 200;

const USAGE = `Usage: ${commandLine('pause', '"REASON"')}`;
/** Its words need no quotes. */
const TAKEN = { most: Number.POSITIVE_INFINITY, options: {}, usage: USAGE };

await runCommand(async ({ words }) => {
  const reason = words.join(' ').trim();
  if (!reason || reason.length > MAX_REASON)
    throw new UsageError(
      `Say why, in at most ${MAX_REASON} characters: everybody sees it. ${USAGE}`,
    );
  // Open pages hear of it with the next change, or when they are opened: none is connected to this process.
  const live = { announce: () => {} };
  await withDatabase(readConfig(), async (database) => {
    const { paused, failures } = await pauseEverywhere({ database, live }, reason);
    console.log(
      `All publishing is paused in ${paused} ${paused === 1 ? 'workspace' : 'workspaces'}.`,
    );
    for (const { id, error } of failures)
      console.error(`Workspace ${id} is not paused: ${(error as Error).message}`);
    if (failures.length) process.exitCode = 1;
  });
}, TAKEN);
