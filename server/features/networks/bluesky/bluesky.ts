import type { Adapter } from '../adapter.ts';
import type { CallContext } from '../call.ts';
import { createBlueskyClient, type Settings } from './client.ts';
import { createBlueskyConnector } from './connect.ts';
import { createBlueskyFigures } from './figures.ts';
import { createBlueskyPeople } from './people.ts';
import { createBlueskyPublisher } from './publish.ts';

/** Bluesky and other servers of AT Protocol. */
export function createBluesky(context: CallContext, settings: Settings): Adapter {
  const bluesky = createBlueskyClient(context, settings);
  return {
    network: 'bluesky',
    ...createBlueskyConnector(bluesky),
    ...createBlueskyPublisher(bluesky, context.outgoing),
    people: createBlueskyPeople(bluesky),
    figures: createBlueskyFigures(bluesky),
  };
}
