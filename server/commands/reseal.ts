// Seals the credentials of channels, the keys of assistants and the secrets of webhooks with SECRET, so that SECRET_PREVIOUS can be forgotten.
// usage: npm run db:reseal
import { readConfig, secretOf } from '../config/config.ts';
import { agreeOnSecret } from '../database/instance.ts';
import { resealAssistants } from '../features/assistant/assistant.service.ts';
import { resealWebhooks } from '../features/automation/webhooks/webhooks.service.ts';
import { resealApps } from '../features/networks/networks.service.ts';
import { resealAll } from '../features/publishing/channels/channels.service.ts';
import { createSecrets } from '../secrets.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async () => {
  const config = readConfig();
  await withDatabase(config, async (database) => {
    const secret = await agreeOnSecret(database, {
      given: config.secret,
      previous: config.previousSecret,
      kept: () => secretOf(config.dataDir, !config.databaseUrl),
      shared: config.databaseUrl !== undefined,
    });
    const secrets = createSecrets(secret, config.previousSecret);
    const accounts = await resealAll({ database, secrets });
    await resealApps({ database, secrets });
    const assistants = await resealAssistants({ database, secrets });
    const webhooks = await resealWebhooks({ database, secrets });
    const resealed = accounts.resealed + assistants.resealed + webhooks.resealed;
    const unreadable = accounts.unreadable + assistants.unreadable + webhooks.unreadable;
    console.log(`Credentials sealed again: ${resealed}`);
    // Sealed with a secret that is not known any more: these have to be connected or entered again.
    if (unreadable) console.log(`Credentials that could not be read: ${unreadable}`);
  });
});
