import type { Adapter } from '../adapter.ts';
import type { CallContext } from '../call.ts';
import { createMastodonClient } from './client.ts';
import { createMastodonConnector, type Settings } from './connect.ts';
import { createMastodonFigures } from './figures.ts';
import { createMastodonPeople } from './people.ts';
import { createMastodonPublisher } from './publish.ts';

/** Mastodon, and other servers that speak its API. */
export function createMastodon(context: CallContext, settings: Settings): Adapter {
  const mastodon = createMastodonClient(context);
  return {
    network: 'mastodon',
    ...createMastodonConnector(mastodon, settings),
    ...createMastodonPublisher(mastodon),
    people: createMastodonPeople(mastodon),
    figures: createMastodonFigures(mastodon),
  };
}
