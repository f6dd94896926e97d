import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createTelegramClient } from './client.ts';
import { createTelegramConnector } from './connect.ts';
import { createTelegramPublisher } from './publish.ts';

/** Telegram: a bot that writes to a channel or a group. */
export function createTelegram(installation: Installation): Adapter {
  const telegram = createTelegramClient(installation);
  return {
    network: 'telegram',
    ...createTelegramConnector(telegram),
    ...createTelegramPublisher(telegram),
  };
}
