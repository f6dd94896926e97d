import type { Outgoing } from '../../../http/outgoing.ts';
import type { Adapter } from '../adapter.ts';
import { createBlueskyClient, type Settings } from './client.ts';
import { createBlueskyConnector } from './connect.ts';
import { createBlueskyFigures } from './figures.ts';
import { createBlueskyPeople } from './people.ts';
import { createBlueskyPublisher } from './publish.ts';

/** Bluesky and other servers of AT Protocol. */
export function createBluesky(outgoing: Outgoing, settings: Settings): Adapter {
  const bluesky = createBlueskyClient(outgoing, settings);
  return {
    network: 'bluesky',
    ...createBlueskyConnector(bluesky),
    ...createBlueskyPublisher(bluesky, outgoing),
    people: createBlueskyPeople(bluesky),
    figures: createBlueskyFigures(bluesky),
  };
}
