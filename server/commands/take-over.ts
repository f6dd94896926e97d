// Takes over with a restored copy, whose original must have been stopped: it publishes, mails and
// deletes from then on. Works while the application runs or not. An installation that is not at rest
// becomes the owner of its files, whoever had them.
// usage: npm run take-over
import { readConfig } from '../config/config.ts';
import { takeOver } from '../database/installation.ts';
import { runTransaction } from '../database/transaction.ts';
import { createOutgoing } from '../http/outgoing/outgoing.ts';
import { createStorage } from '../storage/create.ts';
import { ownFiles } from '../storage/owner.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async () => {
  const config = readConfig();
  const outgoing = createOutgoing({ userAgent: 'Postfolio' });
  const files = createStorage(config, { clock: Date, outgoing });
  await withDatabase(config, async (database) => {
    const stopped = await runTransaction(database, (executor) =>
      takeOver(executor, (tx, id) => ownFiles(tx, files, id)),
    ).finally(() => outgoing.close());
    if (stopped === undefined) console.log('It was not at rest. It now owns its files.');
    else
      console.log(
        `It has taken over. ${stopped} publications may have been published since the backup. They wait for a decision in 'Needs attention'.`,
      );
  });
});
