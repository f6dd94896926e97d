import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createDiscordClient } from './client.ts';
import { createDiscordConnector } from './connect.ts';
import { createDiscordPublisher } from './publish.ts';

/** Discord, through the webhook of a channel or a bot. */
export function createDiscord(installation: Installation): Adapter {
  const discord = createDiscordClient(installation);
  return {
    network: 'discord',
    ...createDiscordConnector(discord),
    ...createDiscordPublisher(discord),
  };
}
