import type { Adapter } from '../adapter.ts';
import type { Installation } from '../oauth.ts';
import { createTikTokClient } from './client.ts';
import { createTikTokConnector } from './connect.ts';
import { createTikTokFigures } from './figures.ts';
import { createTikTokPublisher } from './publish.ts';

const NO_FILES = 'Pictures need a public https address: set PUBLIC_URL or S3_URL.';

export function createTikTok(installation: Installation): Adapter {
  const tiktok = createTikTokClient(installation);
  return {
    network: 'tiktok',
    isRegistered: true,
    notices: () => (installation.links ? [] : [NO_FILES]),
    ...createTikTokConnector(tiktok, installation),
    ...createTikTokPublisher(tiktok),
    ...(installation.config.tiktok.figures && { figures: createTikTokFigures(tiktok) }),
  };
}
