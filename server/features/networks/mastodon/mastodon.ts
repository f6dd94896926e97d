import type { Outgoing } from '../../../http/outgoing.ts';
import type { Adapter } from '../adapter.ts';
import { createMastodonClient } from './client.ts';
import { createMastodonConnector, type Settings } from './connect.ts';
import { createMastodonFigures } from './figures.ts';
import { createMastodonPeople } from './people.ts';
import { createMastodonPublisher } from './publish.ts';

/** Mastodon, and other servers that speak its API. */
export function createMastodon(outgoing: Outgoing, settings: Settings): Adapter {
  const mastodon = createMastodonClient(outgoing);
  return {
    network: 'mastodon',
    ...createMastodonConnector(mastodon, settings),
    ...createMastodonPublisher(mastodon),
    people: createMastodonPeople(mastodon),
    figures: createMastodonFigures(mastodon),
  };
}
